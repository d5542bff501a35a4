import { create } from "@bufbuild/protobuf";
import { type Passage, PassageSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { queryTerms } from "../../search/words/analysis.ts";
import { CodePointIndex } from "../../span/code-points.ts";
import { sentencesOf } from "../../span/sentences.ts";

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * The part of a passage that says most about a query, in at most `charsMax` code points: whole sentences around the one
 * that shares most words with it, or the beginning of that sentence where even it is too long. The offsets move along,
 * so what is left is still an exact slice of the source.
 */
export const cutPassage = (passage: Passage, charsMax: number, query: string): Passage => {
  const index = new CodePointIndex(passage.text);
  if (index.length <= charsMax) return passage;
  const range = bestStretch(index, sentencesOf(passage.text), charsMax, new Set(queryTerms(query)));
  return create(PassageSchema, {
    ...passage,
    text: index.slice(range.start, range.end),
    startChar: passage.startChar + range.start,
    endChar: passage.startChar + range.end,
  });
};

const bestStretch = (
  index: CodePointIndex,
  sentences: Range[],
  charsMax: number,
  wanted: ReadonlySet<string>,
): Range => {
  const scores = sentences.map(({ start, end }) => shared(index.slice(start, end), wanted));
  let first = Math.max(0, scores.indexOf(Math.max(...scores)));
  const best = sentences[first];
  if (!best) return { start: 0, end: graphemeCut(index.slice(0, index.length), charsMax) };
  if (best.end - best.start > charsMax)
    return { start: best.start, end: best.start + graphemeCut(index.slice(best.start, best.end), charsMax) };
  // What follows explains more often than what stands before, so the stretch grows to the right first.
  let last = first;
  const fits = (from: number, to: number) =>
    (sentences[to] as Range).end - (sentences[from] as Range).start <= charsMax;
  while (last + 1 < sentences.length && fits(first, last + 1)) last++;
  while (first > 0 && fits(first - 1, last)) first--;
  return { start: (sentences[first] as Range).start, end: (sentences[last] as Range).end };
};

const shared = (text: string, wanted: ReadonlySet<string>): number =>
  new Set(queryTerms(text).filter((term) => wanted.has(term))).size;

/** How many code points of whole graphemes fit into `charsMax`. */
export const graphemeCut = (text: string, charsMax: number): number => {
  let taken = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const length = [...segment].length;
    if (taken + length > charsMax) break;
    taken += length;
  }
  return taken;
};
