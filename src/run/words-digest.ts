import { digestOf, type Sha256 } from "#kit/digest.ts";
import type { LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { keptWith } from "./kept.ts";

/**
 * The digests that stand for the words of a ledger entry where a sentence is compared with them: of a quote the digest of its excerpt, of an own
 * statement that of its text, of a recorded search that of its output. SHA-256, 64 hex; empty: it has no words, as a place has none.
 */
export const wordsDigest = keptWith(({ span, evidence }: LedgerEntry, sha256: Sha256): readonly string[] => {
  const ref = evidence?.evidence;
  if (span && span.excerptSha256 !== "") return [span.excerptSha256];
  if (ref?.case === "statement") return [textDigest(ref.value.text, sha256)];
  if (ref?.case === "search" && ref.value.output) return [ref.value.output.digest];
  return [];
});

/** SHA-256 of words, UTF-8, 64 hex. */
export const textDigest = (text: string, sha256: Sha256): string => digestOf(new TextEncoder().encode(text), sha256);
