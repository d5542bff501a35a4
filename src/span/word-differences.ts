import { create } from "@bufbuild/protobuf";
import { type Difference, Difference_Kind, DifferenceSchema } from "../../gen/pincite/span/v1/span_pb.ts";
import { foldText } from "./fold.ts";
import type { Place } from "./occurrences.ts";
import type { SpanSource } from "./source.ts";

/** Cells of the comparison table; above it the two are told apart as wholes, which only very long quotes are. */
const cellsMax = 2_000_000;

interface Word {
  readonly start: number;
  readonly end: number;
  readonly folded: string;
}

/** Words that differ between a quote and a passage near to it, in order; kinds are WORDS, since more than type differs. */
export const wordDifferences = (source: SpanSource, quote: string, place: Place): Difference[] => {
  const passage = source.text.slice(place.start, place.end);
  const [mine, theirs] = [wordsOf(quote), wordsOf(passage)];
  const differences: Difference[] = [];
  for (const hunk of hunksOf(mine, theirs)) {
    const start = theirs[hunk.theirs.start]?.start ?? passage.length;
    differences.push(
      create(DifferenceSchema, {
        kind: Difference_Kind.WORDS,
        quoteText: textOf(quote, mine, hunk.mine),
        sourceText: textOf(passage, theirs, hunk.theirs),
        sourceStart: source.codePoints.toCodePoint(place.start + start),
      }),
    );
  }
  return differences;
};

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{N}\p{M}\u00ad\u200b-\u200d]+|[^\s\p{L}\p{N}]/gu)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    folded: foldText(match[0]).text,
  }));

const textOf = (text: string, words: readonly Word[], { start, end }: Place): string =>
  start === end ? "" : text.slice((words[start] as Word).start, (words[end - 1] as Word).end);

interface Hunk {
  readonly mine: Place;
  readonly theirs: Place;
}

/** Stretches between the words that a longest common subsequence keeps. */
const hunksOf = (mine: readonly Word[], theirs: readonly Word[]): Hunk[] => {
  const kept = mine.length * theirs.length <= cellsMax ? commonWords(mine, theirs) : [];
  const hunks: Hunk[] = [];
  let [left, right] = [0, 0];
  for (const [nextLeft, nextRight] of [...kept, [mine.length, theirs.length] as const]) {
    if (nextLeft > left || nextRight > right) {
      hunks.push({ mine: { start: left, end: nextLeft }, theirs: { start: right, end: nextRight } });
    }
    [left, right] = [nextLeft + 1, nextRight + 1];
  }
  return hunks;
};

const commonWords = (mine: readonly Word[], theirs: readonly Word[]): (readonly [number, number])[] => {
  const width = theirs.length + 1;
  const lengths = new Uint16Array((mine.length + 1) * width);
  for (let row = mine.length - 1; row >= 0; row--) {
    for (let column = theirs.length - 1; column >= 0; column--) {
      const at = row * width + column;
      lengths[at] = isSame(mine[row], theirs[column])
        ? (lengths[at + width + 1] as number) + 1
        : Math.max(lengths[at + width] as number, lengths[at + 1] as number);
    }
  }
  return walk(mine, theirs, lengths, width);
};

const walk = (
  mine: readonly Word[],
  theirs: readonly Word[],
  lengths: Uint16Array,
  width: number,
): (readonly [number, number])[] => {
  const pairs: (readonly [number, number])[] = [];
  for (let row = 0, column = 0; row < mine.length && column < theirs.length; ) {
    if (isSame(mine[row], theirs[column])) pairs.push([row++, column++]);
    else if ((lengths[(row + 1) * width + column] as number) >= (lengths[row * width + column + 1] as number)) row++;
    else column++;
  }
  return pairs;
};

const isSame = (left: Word | undefined, right: Word | undefined): boolean => left?.folded === right?.folded;
