import { create, fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { digestOf, type Sha256 } from "#kit/digest.ts";
import { EventRecordSchema } from "../../gen/pincite/journal/v1/record_pb.ts";
import { RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import {
  type CitationLedger,
  CitationLedgerSchema,
  type LedgerEntry,
} from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import {
  type RedactedText,
  RedactedTextSchema,
  type TextPieceSchema,
} from "../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { type CanonicalText, CanonicalTextSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { signatureRole } from "../run/signed-act.ts";
import { openSource, type SpanSource } from "../span/source.ts";
import type { CodePointRange } from "../span/structure.ts";
import { citedTexts, placesIn } from "./memo/texts.ts";
import type { ProofMaterial } from "./memo-proof.ts";
import { spansOf, windowsOf } from "./redacted/windows.ts";

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
    artifacts: [...new Set([material.draft, ...receipts, ...signaturesOf(material.events)])].map(artifact),
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

/** Digests of the signatures of persons, in order of event: they hold ids and digests, and no words. */
const signaturesOf = (events: readonly Uint8Array[]): readonly string[] =>
  events
    .flatMap((bytes) => fromBinary(RunEventSchema, fromBinary(EventRecordSchema, bytes).body).artifacts)
    .flatMap(({ ref, role }) => (ref && role === signatureRole ? [ref.digest] : []));

/** Gives 32 bytes that nobody can guess, other ones each time. */
type DrawSalt = () => Uint8Array;

/** A text with all but what a ledger quotes from it kept back; undefined where the ledger does not cite it. */
const redactedText = (
  canonical: CanonicalText,
  ledger: CitationLedger,
  by: { readonly drawSalt: DrawSalt; readonly sha256: Sha256 },
): RedactedText | undefined => {
  const source = openSource(canonical, by.sha256);
  const { docUid } = canonical;
  const text = { docUid, sourceDigest: source.digest };
  if (!citedTexts(ledger).some((cited) => cited.docUid === docUid && cited.sourceDigest === source.digest))
    return undefined;
  const spans = spansOf(ledger, text).map(({ startChar, endChar }) => ({ start: startChar, end: endChar }));
  const places = placesIn(ledger, text);
  const named = (name: string, words: string | number): boolean =>
    places.some(({ named }) => named.case === name && named.value === words);
  const isSpoken = ({ startChar, endChar }: { startChar: number; endChar: number }): boolean =>
    spans.some(({ start }) => startChar <= start && start < endChar);
  const touches = ({ startChar, endChar }: { startChar: number; endChar: number }): boolean =>
    spans.some(({ start, end }) => startChar < end && start < endChar);
  const around = new Set(spans.flatMap((span) => source.structure.unitsTouching(span)));
  return create(RedactedTextSchema, {
    ...text,
    pieces: piecesOf(source, windowsOf(spansOf(ledger, text)), by),
    segments: canonical.segments.filter(isSpoken),
    units: canonical.units.filter((unit) => around.has(unit) || named("unit", unit.path)),
    pages: canonical.pages.filter(({ number }) => named("page", number)),
    chunks: canonical.chunks.filter(({ chunkUid }) => named("passage", chunkUid)),
    speakersSet: canonical.speakersSet.filter(touches),
  });
};

/** The windows laid open, and what is between them under its salted hash. */
const piecesOf = (
  source: SpanSource,
  windows: readonly CodePointRange[],
  { drawSalt, sha256 }: { readonly drawSalt: DrawSalt; readonly sha256: Sha256 },
): MessageInitShape<typeof TextPieceSchema>[] => {
  const kept = ({ start, end }: CodePointRange): MessageInitShape<typeof TextPieceSchema>[] => {
    if (start >= end) return [];
    const [salt, bytes] = [drawSalt(), new TextEncoder().encode(source.codePoints.slice(start, end))];
    const salted = new Uint8Array(salt.length + bytes.length);
    salted.set(salt);
    salted.set(bytes, salt.length);
    return [{ lengthChars: end - start, content: { case: "saltedSha256", value: sha256(salted) } }];
  };
  let at = 0;
  const pieces = windows.flatMap(({ start, end }) => {
    const before = kept({ start: at, end: start });
    at = end;
    const shown = source.codePoints.slice(start, end);
    return [...before, { lengthChars: end - start, content: { case: "shown" as const, value: shown } }];
  });
  return [...pieces, ...kept({ start: at, end: source.codePoints.length })];
};
