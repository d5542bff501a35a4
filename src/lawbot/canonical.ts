import { create, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter } from "@bufbuild/protobuf/wire";
import {
  type CanonicalText,
  CanonicalTextSchema,
  type Chunk,
  ChunkSchema,
  SegmentSchema,
  type Unit,
} from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { chunkText } from "../span/chunk.ts";
import type { LawReading } from "./port/reading.ts";
import { firstInside, rowsOf, type UnitRows } from "./text/unit-rows.ts";

/** Parts that a chunk may join: an article is shown whole where it fits. */
const joined = new Set(
  "lid li definitie-item specificatie-item subsection paragraph subparagraph level item point".split(" "),
);

/** Chunks and units that are encoded together: some 50 kB. */
const batchMax = 500;

/** Tag of `CanonicalText.text`: field 1, with a length. */
const textTag = (CanonicalTextSchema.field.text.number << 3) | 2;

/** A text as chunks are cut from it: an open text, or one that has just been read. */
export interface CutText {
  /** In code points. */
  readonly length: number;
  slice(start: number, end: number): string;
}

/**
 * The canonical text of one version, encoded: the words of a reading with chunks, one voice, and its units. It comes in
 * pieces, and is never whole in memory: put together they are the very bytes that encoding the message as one would give.
 */
export function* canonicalBytes(docUid: string, reading: LawReading): Generator<Uint8Array> {
  const { text, units, extractor, extractorVersion } = reading;
  yield new BinaryWriter().uint32(textTag).uint32(text.sizeBytes).finish();
  yield* text.bytes();
  yield encoded({ extractor, extractorVersion, docUid });
  for (const chunks of batches(chunksIn(docUid, text, units))) yield encoded({ chunks });
  yield encoded({ segments: [create(SegmentSchema, { startChar: 0, endChar: text.length, voice: Voice.STATUTE })] });
  for (const batch of batches(units)) yield encoded({ units: batch });
}

/** Some fields of the message. Repeated fields encoded batch after batch are the field encoded as one. */
const encoded = (
  fields: Partial<Pick<CanonicalText, "extractor" | "extractorVersion" | "docUid" | "chunks" | "segments" | "units">>,
) => toBinary(CanonicalTextSchema, create(CanonicalTextSchema, fields));

function* batches<T>(items: Iterable<T>): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < batchMax) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The chunks of a text whose units are messages, in order of start. */
export const chunksOf = (docUid: string, text: CutText, units: readonly Unit[]): Chunk[] => [
  ...chunksIn(docUid, text, rowsOf(units)),
];

/**
 * Chunks that never join two articles, so that every passage has the address of one. Headings of books, titles and the
 * like cannot be quoted and are in no chunk.
 */
export function* chunksIn(docUid: string, text: CutText, units: UnitRows): Generator<Chunk> {
  const { cuts, headings } = cutsOf(units, text.length);
  let count = 0;
  for (let at = 1; at < cuts.length; at++) {
    const [start = 0, end = 0] = [cuts[at - 1], cuts[at]];
    if (start === end || headings.get(start) === end) continue;
    for (const { chunkUid, startChar, endChar } of chunkText(docUid, text.slice(start, end))) {
      // The number within the piece gives way to one within the document; the chunker's version stays.
      const name = chunkUid.slice(0, chunkUid.lastIndexOf(":"));
      const range = { startChar: start + startChar, endChar: start + endChar };
      yield create(ChunkSchema, { chunkUid: `${name}:${count++}`, ...range });
    }
  }
}

/** Where sections begin and end, rising, some of them twice; and for each container the stretch that is nothing but its heading. */
const cutsOf = (units: UnitRows, length: number): { cuts: Int32Array; headings: Map<number, number> } => {
  const cuts = [0, length];
  const headings = new Map<number, number>();
  const firstSections = firstInside(units, joined);
  for (let rank = 0; rank < units.length; rank++) {
    if (joined.has(units.element(rank))) continue;
    cuts.push(units.start(rank), units.end(rank));
    const first = firstSections[rank] as number;
    if (first < 0) continue;
    const end = Math.min(units.start(first), units.quotableStart(rank));
    cuts.push(end);
    headings.set(units.start(rank), end);
  }
  return { cuts: Int32Array.from(cuts).sort(), headings };
};
