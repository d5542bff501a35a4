import { fromBinary } from "@bufbuild/protobuf";
import { isRulingId } from "#kit/ruling-id.ts";
import { StoredPart } from "../../gen/pincite/artifact/v1/stored_head_pb.ts";
import { CanonicalTextSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { storedOriginal } from "../client/stored-original.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import type { CitedText } from "../proof/memo/texts.ts";
import { sha256 } from "../sha256.ts";
import { textDigest } from "../span/source.ts";
import { contractBroken, inOurWords, type Service } from "../upstream/failure.ts";
import { createLawbotClient } from "../upstream/lawbot/client.ts";
import type { Upstreams } from "../upstream/ports.ts";
import { createVaultClient } from "../upstream/vault/client.ts";

/** A whole text may be large, and a person waits. */
const timeoutMs = 30_000;

/** Gives the texts that a memo cites, encoded, with all that the source knows of their structure. */
export type CitedTexts = (text: CitedText, strandId: string) => Promise<Uint8Array>;

/**
 * Asks the Vault for the texts of documents and LawBot for those of laws and rulings. What comes is held against the digest that
 * the memo cites it by. Errors: ARTIFACT_NOT_FOUND where the source has no such text any more; those of the service.
 */
export const createCitedTexts = ({ vault, lawbot }: Upstreams): CitedTexts => {
  const documents = vault && createVaultClient(vault);
  const laws = lawbot && createLawbotClient(lawbot);
  const part = StoredPart.CANONICAL_TEXT;
  const ofLaw = (docUid: string): Promise<Stored> => {
    const { cases, laws: statutes } = configured(laws, "LawBot");
    if (isRulingId(docUid)) return storedOriginal(cases.getRulingOriginal({ ecli: docUid, part }, { timeoutMs }));
    const [lawId = ""] = docUid.split("@");
    return storedOriginal(statutes.getOriginal({ lawId, docUid, part }, { timeoutMs }));
  };
  const ofDocument = (docUid: string, sourceDigest: string, strandId: string): Promise<Stored> => {
    const { docs } = configured(documents, "the Vault");
    return storedOriginal(docs.getOriginal({ docUid, sourceDigest, strandId, part }, { timeoutMs }));
  };
  return async ({ docUid, sourceDigest }, strandId) => {
    const isDocument = /^[0-9a-f]{64}$/.test(docUid);
    const service: Service = isDocument ? "the Vault" : "LawBot";
    const asked = isDocument ? ofDocument(docUid, sourceDigest, strandId) : ofLaw(docUid);
    const { bytes } = await asked.catch((error: unknown) => {
      throw gone(inOurWords(error, service), docUid);
    });
    const text = fromBinary(CanonicalTextSchema, bytes);
    if (text.docUid !== docUid) throw contractBroken(service, "another document");
    if (textDigest(text.text, sha256) !== sourceDigest) throw gone(undefined, docUid);
    return bytes;
  };
};

type Stored = Awaited<ReturnType<typeof storedOriginal>>;

const configured = <T>(client: T | undefined, service: Service): T => {
  if (client !== undefined) return client;
  throw new DomainError("UPSTREAM_UNAVAILABLE", worded("proof.is-not-configured-on-this-server", { service }), {
    service,
  });
};

const absent: ReadonlySet<string> = new Set([
  "DOCUMENT_NOT_FOUND",
  "LAW_NOT_FOUND",
  "NO_LAW_LOADED",
  "VERSION_NOT_FOUND",
  "ARTIFACT_NOT_FOUND",
  "UNKNOWN_UNIT",
  "ERASED",
]);

/** What can no longer be asked for by its digest is gone, whichever way the source says so. */
const gone = (error: DomainError | undefined, docUid: string): DomainError => {
  if (error && !absent.has(error.reason)) return error;
  return new DomainError(
    "ARTIFACT_NOT_FOUND",
    worded("proof.the-text-of-that-the-memo-was-quoted-from-is", { docUid }),
    { doc_uid: docUid },
    error ? { cause: error } : {},
  );
};
