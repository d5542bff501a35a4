import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { Sha256 } from "#kit/digest.ts";
import type { CitationLedger } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import {
  type RedactedText,
  RedactedTextSchema,
  type TextPieceSchema,
} from "../../../gen/pincite/proof/v1/memo_proof_pb.ts";
import type { CanonicalText } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { openSource, type SpanSource } from "../../span/source.ts";
import type { CodePointRange } from "../../span/structure.ts";
import { citedTexts, placesIn } from "../memo/texts.ts";
import { spansOf, windowsOf } from "./windows.ts";

/** Gives 32 bytes that nobody can guess, other ones each time. */
export type DrawSalt = () => Uint8Array;

/** A text with all but what a ledger quotes from it kept back; undefined where the ledger does not cite it. */
export const redactedText = (
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
