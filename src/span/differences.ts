import { create } from "@bufbuild/protobuf";
import { type Difference, Difference_Kind, DifferenceSchema } from "../../gen/pincite/span/v1/span_pb.ts";
import { type FoldedText, foldText } from "./fold.ts";
import { kindOf, plain } from "./fold-table.ts";
import type { Place } from "./occurrences.ts";
import type { FoldableText } from "./source.ts";

const whiteSpace = /^\s*$/u;
const kinds: readonly (readonly [RegExp, Difference_Kind])[] = [
  [/[-\u00ad\u2010]\s*\n/u, Difference_Kind.HYPHENATION],
  [/^[\s\u00ad\u200b-\u200d\u2060\ufeff]*$/u, Difference_Kind.WHITE_SPACE],
  [/[\u2018-\u201f\u2039\u203a\u00ab\u00bb]/u, Difference_Kind.QUOTE],
  [/[\u2010-\u2015\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d]/u, Difference_Kind.DASH],
  [/\u2026/u, Difference_Kind.ELLIPSIS],
  [/[\ufb00-\ufb06\u0132\u0133\uff01-\uff5e]/u, Difference_Kind.LIGATURE],
  [/[\u00ad\u200b-\u200d\u2060\ufeff]/u, Difference_Kind.INVISIBLE],
];

/**
 * What differs between a quote and the place that equals it after folding, in order. Walks the folded characters and
 * compares what each stands for on both sides; nothing is guessed by comparing the two texts.
 *
 * @param at where the folded quote begins in the source's folded text, UTF-16 units
 * @param folded the quote as it was folded to be found there; default: as a source is
 */
export const foldingDifferences = (
  source: FoldableText,
  quote: string,
  at: number,
  length: number,
  folded: FoldedText = foldText(quote),
): Difference[] => {
  const lead = folded.text.length - folded.text.trimStart().length;
  const differences: Difference[] = [];
  for (let from = 0; from < length; ) {
    from += plainlySame(quote, folded.sourceStart(lead + from), source.text, source.folded.sourceStart(at + from));
    if (from >= length) break;
    let to = from + 1;
    while (to < length && !(folded.isBoundary(lead + to) && source.folded.isBoundary(at + to))) to++;
    const mine = sliceOf(quote, folded, lead + from, lead + to, to === length);
    const theirs = placeOf(source.folded, at + from, at + to, to === length);
    const text = source.text.slice(theirs.start, theirs.end);
    if (mine !== text) differences.push(differenceOf(source, mine, text, theirs.start));
    from = to;
  }
  return differences;
};

/**
 * How many characters are equal on both sides and certain to stand for themselves: nearly all of them, passed at one
 * comparison each. The last one before anything that folding touches is left out, since what is deleted behind it counts.
 */
const plainlySame = (mine: string, mineAt: number, theirs: string, theirsAt: number): number => {
  let same = 0;
  for (; ; same++) {
    const unit = mine.charCodeAt(mineAt + same);
    if (unit !== theirs.charCodeAt(theirsAt + same) || !(unit < 0x300) || kindOf(unit) !== plain) break;
  }
  return Math.max(0, same - 1);
};

/** Up to the next character's start, so that what was deleted between the two is seen; at the end, up to this one's end. */
const placeOf = (folded: FoldedText, from: number, to: number, isLast: boolean): Place => ({
  start: folded.sourceStart(from),
  end: isLast ? folded.sourceEnd(to) : folded.sourceStart(to),
});

const sliceOf = (text: string, folded: FoldedText, from: number, to: number, isLast: boolean): string => {
  const place = placeOf(folded, from, to, isLast);
  return text.slice(place.start, place.end);
};

const differenceOf = (source: FoldableText, quoteText: string, sourceText: string, start: number): Difference => {
  const isSpace = whiteSpace.test(quoteText) && whiteSpace.test(sourceText);
  const same = isSpace ? 0 : samePrefix(quoteText, sourceText);
  return makeDifference(source, quoteText.slice(same), sourceText.slice(same), start + same);
};

/** A difference whose kind follows from the characters concerned. */
const makeDifference = (source: FoldableText, quoteText: string, sourceText: string, start: number): Difference => {
  const both = quoteText + sourceText;
  const isOnlyInvisible = /^[\u00ad\u200b-\u200d\u2060\ufeff]+$/u.test(both);
  const kind = isOnlyInvisible ? Difference_Kind.INVISIBLE : kinds.find(([signs]) => signs.test(both))?.[1];
  return create(DifferenceSchema, {
    kind: kind ?? Difference_Kind.COMPOSITION,
    quoteText,
    sourceText,
    sourceStart: source.codePoints.toCodePoint(start),
  });
};

const samePrefix = (left: string, right: string): number => {
  let at = 0;
  while (at < left.length && at < right.length && left[at] === right[at]) at++;
  return at;
};
