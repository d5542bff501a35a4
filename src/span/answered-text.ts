import { create } from "@bufbuild/protobuf";
import { type Passage, PassageSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { type AnsweredText, AnsweredTextSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import {
  CanonicalTextSchema,
  type Chunk,
  ChunkSchema,
  PageSchema,
  type Segment,
  SegmentSchema,
} from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { addressAt, voiceOf } from "./describe.ts";
import { graphemeBorderBefore } from "./grapheme.ts";
import { openBeginning, type SpanSource } from "./source.ts";

/** Characters of a letter that are kept: about fifteen pages. A longer paper is a file, not a letter. */
export const answeredCharsMax = 40_000;

/**
 * The words of a document as the letter that is answered: its beginning, cut into passages of one voice and one page each,
 * which follow one another without a gap, so that every offset can be checked against them alone. No passage: it has no text.
 */
export const answeredTextOf = (source: SpanSource): AnsweredText => {
  const { canonical, codePoints, digest, structure, text } = source;
  const most = codePoints.toUtf16(Math.min(answeredCharsMax, codePoints.length));
  const end = codePoints.toCodePoint(graphemeBorderBefore(text, most));
  const starts = [canonical.chunks, structure.segments, canonical.pages].flat().map(({ startChar }) => startChar);
  const borders = [...new Set([0, ...starts])].filter((at) => at < end).toSorted((a, b) => a - b);
  const passages = borders.map((start, at) => passageAt(source, start, borders[at + 1] ?? end));
  return create(AnsweredTextSchema, {
    docUid: canonical.docUid,
    sourceDigest: digest,
    passages: joined(passages.filter((passage) => passage.startChar < passage.endChar)),
    textCharCount: codePoints.length,
    pages: canonical.pages
      .filter(({ startChar }) => startChar < end)
      .map((page) => create(PageSchema, { ...page, endChar: Math.min(page.endChar, end) })),
  });
};

const passageAt = (source: SpanSource, start: number, end: number): Passage => {
  const range = { start, end };
  return create(PassageSchema, {
    docUid: source.canonical.docUid,
    chunkUid: source.structure.chunkAt(start)?.chunkUid ?? "",
    startChar: start,
    endChar: end,
    text: source.codePoints.slice(start, end),
    sourceDigest: source.digest,
    ...voiceOf(source, range),
    address: addressAt(source, range),
  });
};

/** White space before the first border is nobody's: it goes with what follows it. Nothing but white space is no text. */
const joined = (passages: readonly Passage[]): Passage[] => {
  const [first, second, ...rest] = passages;
  if (first === undefined || first.text.trim() !== "") return [...passages];
  if (second === undefined) return [];
  const { startChar, text } = first;
  return joined([create(PassageSchema, { ...second, startChar, text: text + second.text }), ...rest]);
};

/** The kept words as a source: quotes resolve against them as against the whole text, as far as they reach. */
export const openAnswered = ({ docUid, sourceDigest, passages, pages }: AnsweredText): SpanSource =>
  openBeginning(
    create(CanonicalTextSchema, {
      docUid,
      text: passages.map(({ text }) => text).join(""),
      chunks: chunksOf(passages),
      segments: segmentsOf(passages),
      pages,
    }),
    sourceDigest,
  );

const chunksOf = (passages: readonly Passage[]): Chunk[] => {
  const chunks = new Map<string, Chunk>();
  for (const { chunkUid, startChar, text } of passages) {
    const endChar = startChar + [...text.trimEnd()].length;
    const known = chunks.get(chunkUid);
    if (known) known.endChar = endChar;
    else if (chunkUid !== "") chunks.set(chunkUid, create(ChunkSchema, { chunkUid, startChar, endChar }));
  }
  return [...chunks.values()];
};

/** Neighbouring passages of one voice are one stretch: what crosses from one to the other crosses no border. */
const segmentsOf = (passages: readonly Passage[]): Segment[] => {
  const segments: Segment[] = [];
  for (const { startChar, endChar, voice, speaker, segmentDateText: dateText } of passages) {
    const last = segments.at(-1);
    if (last && last.voice === voice && last.speaker === speaker && last.dateText === dateText) last.endChar = endChar;
    else segments.push(create(SegmentSchema, { startChar, endChar, voice, speaker, dateText }));
  }
  return segments;
};

/** Whether the text was longer than what is kept of it. */
export const isCut = ({ passages, textCharCount }: AnsweredText): boolean =>
  (passages.at(-1)?.endChar ?? 0) < textCharCount;
