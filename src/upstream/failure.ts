import { ConnectError } from "@connectrpc/connect";
import { DomainError, type Reason, reasons } from "../error.ts";
import { worded } from "../messages/said.ts";
import { fromConnectError } from "../wire/error.ts";

export type Service = "the Vault" | "LawBot";

/** How to load law, for every place that has to say that none is loaded. */
export const howToLoadLaw =
  "no law is loaded, so nothing was searched: import a statute first, its BWB XML file with the day from which it was in force (`pincite law import`, or LawImportService.Import)";

/** The sentence for a service that failed, by its reason. The service's own words never pass: they may hold words of a document. */
const sentences: Readonly<Partial<Record<Reason, (service: Service) => string>>> = {
  UPSTREAM_UNAVAILABLE: (service) => `${service} did not answer; make the request again when it is back`,
  SERVER_DRAINING: (service) => `${service} is shutting down; make the request again when it is back`,
  DEADLINE_EXCEEDED: (service) => `${service} did not answer in time; ask for less, or make the request again`,
  CANCELLED: (service) => `the call to ${service} was cancelled; make the request again if it is still wanted`,
  UNAUTHENTICATED: (service) =>
    `${service} does not know this server; give PINCITE_VAULT_TOKEN or PINCITE_LAWBOT_TOKEN the word that pincite token prints where it runs`,
  LIMIT_EXCEEDED: (service) => `the answer of ${service} is larger than a limit allows; ask for less at a time`,
  REQUEST_INVALID: (service) => `${service} does not take these parameters; see what the tool's parameters may hold`,
  LOCATOR_INVALID: () => "the locator can mean nothing; give the exact words of a passage, and its chunk_uid or none",
  DOCUMENT_NOT_FOUND: () => "this part of the Vault has no such document; take doc_uid from a search result",
  ERASED: (service) => `a person had this erased from ${service}: nothing of it can be read or quoted any more`,
  PLAN_CHANGED: (service) => `what is in ${service} is no longer as the plan says; plan again`,
  EVIDENCE_NOT_FOUND: () => "this part of the Vault has no such evidence; search for it again",
  CITATION_INVALID: () => "no citation could be read in it; write it out, such as `art. 7:611 BW`",
  NO_LAW_LOADED: () => howToLoadLaw,
  LAW_NOT_FOUND: () => "this law is unknown or not loaded; name another one, or load it first",
  VERSION_NOT_FOUND: () => "no version that old is loaded; ask for a later date, or load an older version",
  UNKNOWN_UNIT: () => "the law is loaded and has no such article or part; correct the citation",
  CORPUS_CHANGED: (service) => `something was imported into ${service} meanwhile; make the request again`,
  INDEX_STALE: (service) =>
    `the search index of ${service} was damaged or behind and is being made anew, so that nothing can be said to be absent; make the request again in a while`,
  DATA_LOSS: (service) =>
    `${service} found its stored text damaged and did not use it; a person must look at its store`,
  UNSUPPORTED: (service) => `${service} does not offer this; it may be an older version`,
};

/** Whether a word that a service sent is one of the closed list of reasons. */
export const isReason = (text: string): text is Reason => (reasons as readonly string[]).includes(text);

/** Our sentence for a reason; for every other reason one that says only who failed. */
export const sentenceFor = (reason: Reason, service: Service): string =>
  sentences[reason]?.(service) ?? `${service} failed; its own log says why`;

/**
 * An error of a call as a DomainError in our words, with the upstream's reason and the cause for the log. Anything that is
 * neither an RPC error nor one of ours is a bug, and is thrown on as it is.
 */
export const inOurWords = (error: unknown, service: Service): DomainError => {
  if (error instanceof DomainError) return error;
  if (!(error instanceof ConnectError)) throw error;
  const { reason } = fromConnectError(error);
  return new DomainError(reason, sentenceFor(reason, service), { service }, { cause: error });
};

/** The answer of a service breaks its own contract: nothing of it is used, since what it means cannot be known. */
export const contractBroken = (service: Service, what: string): DomainError =>
  new DomainError(
    "UPSTREAM_UNAVAILABLE",
    worded("law.answered-something-that-was-not-asked-nothing", { service, what }),
    { service },
  );
