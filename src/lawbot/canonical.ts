import { create } from "@bufbuild/protobuf";
import {
  type CanonicalText,
  CanonicalTextSchema,
  type Chunk,
  ChunkSchema,
  type Unit,
} from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { chunkText } from "../span/chunk.ts";
import { CodePointIndex } from "../span/code-points.ts";
import type { LawReading } from "./reading.ts";

/** Parts that a chunk may join: an article is shown whole where it fits. */
const joined = new Set(
  "lid li definitie-item specificatie-item subsection paragraph subparagraph item point".split(" "),
);

/** The canonical text of one version: the words of a reading with chunks, one voice, and its units. */
export const canonicalText = (docUid: string, reading: LawReading): CanonicalText => {
  const index = new CodePointIndex(reading.text);
  return create(CanonicalTextSchema, {
    text: reading.text,
    extractor: reading.extractor,
    extractorVersion: reading.extractorVersion,
    docUid,
    chunks: chunksOf(docUid, index, reading.units),
    segments: [{ startChar: 0, endChar: index.length, voice: Voice.STATUTE }],
    units: reading.units,
  });
};

/**
 * Chunks that never join two articles, so that every passage has the address of one. Headings of books, titles and the
 * like cannot be quoted and are in no chunk.
 */
export const chunksOf = (docUid: string, index: CodePointIndex, units: readonly Unit[]): Chunk[] => {
  const { cuts, headings } = cutsOf(units, index.length);
  const chunks: Chunk[] = [];
  for (let at = 1; at < cuts.length; at++) {
    const [start = 0, end = 0] = [cuts[at - 1], cuts[at]];
    if (headings.get(start) === end) continue;
    for (const { chunkUid, startChar, endChar } of chunkText(docUid, index.slice(start, end))) {
      // The number within the piece gives way to one within the document; the chunker's version stays.
      const name = chunkUid.slice(0, chunkUid.lastIndexOf(":"));
      chunks.push(
        create(ChunkSchema, {
          chunkUid: `${name}:${chunks.length}`,
          startChar: start + startChar,
          endChar: start + endChar,
        }),
      );
    }
  }
  return chunks;
};

/** Where sections begin and end, rising; and for each container the stretch that is nothing but its heading. */
const cutsOf = (units: readonly Unit[], length: number): { cuts: number[]; headings: Map<number, number> } => {
  const cuts = new Set([0, length]);
  const headings = new Map<number, number>();
  const sections = units.filter((unit) => !joined.has(unit.element));
  const firstInside = new Map<string, number>();
  for (const unit of sections) if (!firstInside.has(unit.parentPath)) firstInside.set(unit.parentPath, unit.startChar);
  for (const unit of sections) {
    cuts.add(unit.startChar).add(unit.endChar);
    const inside = firstInside.get(unit.path);
    if (inside === undefined) continue;
    const end = Math.min(inside, unit.quotableStartChar);
    cuts.add(end);
    headings.set(unit.startChar, end);
  }
  return { cuts: [...cuts].sort((a, b) => a - b), headings };
};
