import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { digestOf, type Sha256 } from "#kit/digest.ts";
import { EventRecordSchema } from "../../gen/pincite/journal/v1/record_pb.ts";
import { RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import {
  type CitationLedger,
  CitationLedgerSchema,
  type LedgerEntry,
} from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { RedactedTextSchema } from "../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { CanonicalTextSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import type { ProofMaterial } from "./memo-proof.ts";
import { type DrawSalt, redactedText } from "./redacted/text.ts";

/** Takes out of a proof's material what the memo does not cite. Errors: DATA_LOSS where the material does not hold together. */
export const redacted = (
  material: ProofMaterial,
  { drawSalt, sha256 }: { readonly drawSalt: DrawSalt; readonly sha256: Sha256 },
): ProofMaterial => {
  const byDigest = new Map(material.artifacts.map((bytes) => [digestOf(bytes, sha256), bytes]));
  const artifact = (digest: string): Uint8Array => {
    const bytes = byDigest.get(digest);
    if (bytes) return bytes;
    throw new DomainError("DATA_LOSS", worded("record-error.the-run-names-and-its-store-has-no-such", { digest }));
  };
  const draft = fromBinary(DraftTextSchema, artifact(material.draft));
  const cited = new Set(draft.sections.flatMap(({ sentences }) => sentences).flatMap(({ entryIds }) => entryIds));
  const ledger = laidOpen(fromBinary(CitationLedgerSchema, artifact(material.ledger)), cited);
  const results = new Set(ledger.entries.map(({ toolResultId }) => toolResultId));
  const receipts = receiptsOf(material.events, results);
  const texts = material.texts.map((bytes) =>
    redactedText(fromBinary(CanonicalTextSchema, bytes), ledger, { drawSalt, sha256 }),
  );
  return {
    ...material,
    artifacts: [material.draft, ...receipts].map(artifact),
    texts: texts.flatMap((text) => (text ? [toBinary(RedactedTextSchema, text)] : [])),
    shownLedger: toBinary(CitationLedgerSchema, ledger),
  };
};

/** The entries that the draft cites. A locator's contexts can reach further than what was shown. */
const laidOpen = (ledger: CitationLedger, cited: ReadonlySet<string>): CitationLedger =>
  create(CitationLedgerSchema, {
    ...ledger,
    entries: ledger.entries.filter(({ entryId }) => cited.has(entryId)).map(withoutContexts),
  });

const withoutContexts = (entry: LedgerEntry): LedgerEntry => {
  const { span } = entry;
  if (!span?.locator) return entry;
  return { ...entry, span: { ...span, locator: { ...span.locator, contextBefore: "", contextAfter: "" } } };
};

/** Digests of the receipts of these results, in order of event. */
const receiptsOf = (events: readonly Uint8Array[], results: ReadonlySet<string>): readonly string[] =>
  events
    .map((bytes) => fromBinary(RunEventSchema, fromBinary(EventRecordSchema, bytes).body).event)
    .flatMap((event) => (event.case === "toolFinished" ? [event.value] : []))
    .flatMap(({ receipt, resultId }) => (receipt && results.has(resultId) ? [receipt.digest] : []));
