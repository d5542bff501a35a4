import type { Transport } from "@connectrpc/connect";
import { isRulingId, rulingEvidence } from "#kit/ruling-id.ts";
import type { EvidenceCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { Ruling, RulingUnit } from "../../../gen/pincite/lawbot/v1/case_law_pb.ts";
import type { CaseResolution, GetRulingResponse } from "../../../gen/pincite/lawbot/v1/case_law_service_pb.ts";
import { DomainError, type Reason } from "../../error.ts";
import { inOurWords, isReason, sentenceFor } from "../failure.ts";
import { createLawbotClient } from "./client.ts";
import { type Addressed, type CorpusReader, createCorpusReader } from "./corpus-reader.ts";
import { candidate, type Resolved, toSpanEntry } from "./mapping.ts";

/** Rulings as opt-in tools and pins use them. Whether a run may is asked before, by the policy and by the directory. */
export const createCaseReader = (transport: Transport): CorpusReader => createCorpusReader(rulingsOf(transport));

const rulingsOf = (transport: Transport): Addressed<CaseResolution> => {
  const { cases } = createLawbotClient(transport);
  return {
    isOurs: (evidenceId) => rulingEvidence(evidenceId) !== undefined,
    otherKind: "no ruling",
    sentence: caseSentence,
    failure: caseFailure,
    notOurs: ({ locator }) =>
      isRulingId(locator?.docUid ?? "")
        ? undefined
        : "doc_uid is the ECLI of a ruling, such as `ECLI:NL:HR:2016:162`, or its id (`NCN:…`); take it from a passage",
    // The run's day bounds nothing, only one that is given: a later ruling may well explain the law of an earlier day.
    search: async ({ query, inForceOn: decidedThrough }, _, pageSize, bounds) =>
      (await cases.searchCases({ query, decidedThrough, pageSize }, bounds)).result,
    resolve: async (citations, _, bounds) => (await cases.resolveCaseCitations({ citations }, bounds)).resolutions,
    resolved: resolvedRulings,
    spans: async (queries, _, bounds) =>
      (await cases.resolveCaseSpans({ entries: queries.map(toSpanEntry) }, bounds)).results,
    lookUp: async (evidenceId, _, bounds) => {
      const { docUid, path } = rulingEvidence(evidenceId)!;
      return candidateOf(evidenceId, path, await cases.getRuling({ ecli: docUid }, bounds));
    },
  };
};

const aboutRuling = (ruling: Ruling | undefined, unit: RulingUnit | undefined) => ({
  docType: "caselaw",
  title: ruling?.title || (ruling?.citation ?? ""),
  occurredAtIso: ruling?.decidedOn ?? "",
  sourceDigest: ruling?.sourceDigest ?? "",
  unitPath: unit?.path ?? "",
  address: unit?.address || (ruling?.citation ?? ""),
});

const resolvedRulings = (found: CaseResolution): Resolved => ({
  errors: found.errors,
  parts: found.rulings.map(({ evidenceId, ruling, unit, passages }) => ({
    isWhole: ruling !== undefined,
    evidenceId,
    passages,
    isQuotable: passages.length > 0,
    about: aboutRuling(ruling, unit),
  })),
  notQuotable: "it resolves and cannot be quoted: only its record or an editor's summary was published",
  note: "",
});

const candidateOf = (evidenceId: string, path: string, answer: GetRulingResponse): EvidenceCandidate | undefined => {
  const { ruling, units, canonicalText } = answer;
  const unit = units.find((each) => each.path === path);
  if (!ruling || (path !== "" && !unit) || unit?.quotable === false) return undefined;
  if (evidenceId !== (unit?.evidenceId ?? `law:${ruling.ecli}`)) return undefined;
  const text = unit ? [...(canonicalText?.text ?? "")].slice(unit.quotableStartChar, unit.endChar).join("") : "";
  return candidate({ ...aboutRuling(ruling, unit), evidenceId, text });
};

/** Where a ruling is meant, what a statute's sentence says would send the reader the wrong way. */
const ofRulings: Readonly<Partial<Record<Reason, string>>> = {
  NO_LAW_LOADED:
    "no ruling is loaded, so nothing was searched: import one first, its XML file of Rechtspraak Open Data (`pincite law import`, or CaseLawService.ImportRulings)",
  LAW_NOT_FOUND: "this ruling is not loaded, or its number is that of several; check its ECLI, or load it first",
  UNKNOWN_UNIT: "the ruling is loaded and has no such consideration, or has it twice; correct the number",
  CITATION_INVALID: "no ruling could be read in it; write its ECLI, such as `ECLI:NL:HR:2016:162, r.o. 3.8`",
  UNSUPPORTED: "this LawBot has no case law; load rulings into one that does",
};

/** Our sentence for a reason that LawBot gave about a ruling. */
const caseSentence = (reason: string): string =>
  isReason(reason) ? (ofRulings[reason] ?? sentenceFor(reason, "LawBot")) : sentenceFor("INTERNAL", "LawBot");

/** An error of a call about rulings in our words; a bug is thrown on as it is. */
const caseFailure = (error: unknown): DomainError => {
  const failed = inOurWords(error, "LawBot");
  return new DomainError(failed.reason, caseSentence(failed.reason), failed.facts, { cause: error });
};
