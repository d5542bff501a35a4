import { type Difference, MatchKind } from "../../gen/pincite/span/v1/span_pb.ts";
import { foldingDifferences } from "./differences.ts";
import { breaksCapitals, foldText, type LineEnds } from "./fold.ts";
import { kindOf, plain, replaced } from "./fold-table.ts";
import { isGraphemeBorder } from "./grapheme.ts";
import { occurrences, type Place } from "./occurrences.ts";
import type { FoldableText } from "./source.ts";

/** One place where a quote, or one piece of it, meets the source. */
export interface Match {
  readonly place: Place;
  readonly kind: MatchKind;
  /** The differences; worked out when asked, since most places of a common phrase are never shown. */
  readonly differences: () => Difference[];
}

/** Below these a folded match says too little: `‘s` and `'s`, `ﬁ` and `fi` stand everywhere (domain rule). */
const twelveLetters = /^(?:\P{L}*\p{L}){12}/u;
const threeWords = /^[^\p{L}\p{N}\p{M}]*[\p{L}\p{N}\p{M}]+(?:[^\p{L}\p{N}\p{M}]+[\p{L}\p{N}\p{M}]+){2}/u;
const none = (): Difference[] => [];

/** Whether the quote is long enough to be matched by folding; a shorter one must stand there character for character. */
export const isLongEnoughToFold = (quote: string): boolean => twelveLetters.test(quote) && threeWords.test(quote);

/**
 * Every place of the quote within the stretch: character for character, or, where there is none, after folding. A text
 * that has been folded already is searched once for both, since a place that equals the quote equals it after folding too.
 */
export const matchesOf = (source: FoldableText, quote: string, within: Place): Match[] => {
  if (source.isFolded && foldsInEveryContext(quote) && isLongEnoughToFold(quote)) {
    const matches = foldedOnly(source, quote, within);
    const exact = matches.filter(({ place }) => equalsQuote(source, quote, place));
    if (exact.length > 0) return exact.map(({ place }) => exactMatch(place));
    return matches.length > 0 ? matches : otherBreaks(source, quote, within);
  }
  const exact = exactMatches(source, quote, within);
  return exact.length > 0 ? exact : foldedMatches(source, quote, within);
};

const exactMatch = (place: Place): Match => ({ place, kind: MatchKind.EXACT, differences: none });

const equalsQuote = (source: FoldableText, quote: string, { start, end }: Place): boolean =>
  end - start === quote.length && source.text.startsWith(quote, start);

/**
 * Whether the quote folds alike by itself and in the midst of a text: not so where it begins or ends with white space, a
 * hyphen or an invisible character, which folding sees together with what stands beside them.
 */
const foldsInEveryContext = (quote: string): boolean =>
  foldsAlone(quote.charCodeAt(0)) && foldsAlone(quote.charCodeAt(quote.length - 1));

const foldsAlone = (unit: number): boolean => {
  const kind = kindOf(unit);
  return (kind === plain && unit !== 0xad) || (kind === replaced && unit !== 0x2010);
};

/** Places that equal the quote and do not begin or end inside what a reader sees as one character. */
export const exactMatches = (source: FoldableText, quote: string, within: Place): Match[] => {
  const matches: Match[] = [];
  for (const start of occurrences(source.text, quote, within)) {
    const place = { start, end: start + quote.length };
    if (hasWholeCharacters(source.text, place)) matches.push(exactMatch(place));
  }
  return matches;
};

/** Places that equal the quote after folding both. Empty for short quotes. */
export const foldedMatches = (source: FoldableText, quote: string, within: Place): Match[] => {
  if (!isLongEnoughToFold(quote)) return [];
  const matches = foldedOnly(source, quote, within);
  return matches.length > 0 ? matches : otherBreaks(source, quote, within);
};

/** The quote where lines end otherwise than the fold takes them to: after a word's own hyphen, or within a word of capitals. */
const otherBreaks = (source: FoldableText, quote: string, within: Place): Match[] => {
  const kept = keptHyphenMatches(source, quote, within);
  if (kept.length > 0 || !breaksCapitals(source.text.slice(within.start, within.end))) return kept;
  const { text, codePoints } = source;
  const joined = { text, codePoints, folded: foldText(text, "join", true) };
  return foldedOnly(joined, quote, within, foldText(quote, "join", true));
};

const foldedOnly = (source: FoldableText, quote: string, within: Place, read = foldText(quote)): Match[] => {
  const words = read.text.trim();
  return foldedPlaces(source, words, within).map((at) =>
    foldedMatch(source, at, words.length, () => foldingDifferences(source, quote, at, words.length, read)),
  );
};

const foldedMatch = (source: FoldableText, at: number, length: number, differences: () => Difference[]): Match => ({
  place: { start: source.folded.sourceStart(at), end: source.folded.sourceEnd(at + length) },
  kind: MatchKind.NORMALISED,
  differences,
});

/** Offsets in the folded text; the source characters must lie within the stretch and be whole ones. */
const foldedPlaces = (source: FoldableText, folded: string, within: Place): number[] => {
  const map = source.folded;
  return occurrences(map.text, folded, { start: 0, end: map.text.length }).filter((at) => {
    const place = { start: map.sourceStart(at), end: map.sourceEnd(at + folded.length) };
    const isInside = place.start >= within.start && place.end <= within.end;
    return (
      isInside && map.isBoundary(at) && map.isBoundary(at + folded.length) && hasWholeCharacters(source.text, place)
    );
  });
};

const hasWholeCharacters = (text: string, place: Place): boolean =>
  isGraphemeBorder(text, place.start) && isGraphemeBorder(text, place.end);

/** More hyphens than this in one quote are not tried one by one. */
const keptHyphensMax = 16;

/** A hyphen of a word in a quote, with the blank that a line break leaves when a text is copied. */
const wordHyphen = /(?<=[\p{L}\p{M}])[-\u2010]\s*(?=\p{Ll})/gu;

/**
 * `re-integratie` broken after its own hyphen folds to one word, since a fold cannot know which hyphens belong to words,
 * and a copied `bedrijfs- arts` keeps what the fold joins. So hyphens of the quote are tried as such breaks, all of them
 * and each alone, and taken only where the source has a hyphen before a line break there. Where it is the quote that
 * breaks a line after a word's own hyphen, the hyphen is read as the word's, of all such hyphens and of each alone.
 */
const keptHyphenMatches = (source: FoldableText, quote: string, within: Place): Match[] => {
  const hyphens = [...quote.matchAll(wordHyphen)].map((match) => ({ at: match.index, length: match[0].length }));
  if (hyphens.length === 0 || hyphens.length > keptHyphensMax) return [];
  const blanks = hyphens.filter(({ length }) => length > 1);
  for (const tried of [blanks, hyphens, ...hyphens.map((hyphen) => [hyphen])]) {
    const matches = tried.length === 0 ? [] : brokenAt(source, quote, tried, within);
    if (matches.length > 0) return matches;
  }
  const readings: LineEnds[] = blanks.length === 0 ? [] : ["keep", "blank"];
  if (blanks.length > 1) readings.push(...blanks.map(({ at }) => new Set([at])));
  for (const reading of readings) {
    const matches = foldedOnly(source, quote, within, foldText(quote, reading));
    if (matches.length > 0) return matches;
  }
  return [];
};

interface Hyphen {
  readonly at: number;
  readonly length: number;
}

/** Places of the quote where the source breaks a line at every one of these hyphens. */
const brokenAt = (source: FoldableText, quote: string, hyphens: readonly Hyphen[], within: Place): Match[] => {
  let joined = "";
  let copied = 0;
  const breaks: Break[] = [];
  for (const { at, length } of hyphens) {
    joined += quote.slice(copied, at);
    copied = at + length;
    breaks.push({ folded: foldText(joined).text.trimStart().length, written: quote.slice(at, copied) });
  }
  joined += quote.slice(copied);
  const length = foldText(joined).text.trim().length;
  return foldedPlaces(source, foldText(joined).text.trim(), within)
    .filter((at) => breaks.every(({ folded }) => isLineEndHyphen(source, at + folded)))
    .map((at) => foldedMatch(source, at, length, () => withHyphens(source, joined, at, length, breaks)));
};

/** A hyphen of the quote that is a line end of the source: how much of the folded quote stands before it, and as written. */
interface Break {
  readonly folded: number;
  readonly written: string;
}

/** The differences, each hyphen that was taken out of the quote to find the place put back where it belongs. */
const withHyphens = (
  source: FoldableText,
  joined: string,
  at: number,
  length: number,
  breaks: readonly Break[],
): Difference[] => {
  const differences = foldingDifferences(source, joined, at, length);
  for (const { folded, written } of breaks) {
    const place = source.codePoints.toCodePoint(source.folded.sourceEnd(at + folded));
    const around = differences.findLast(({ sourceStart }) => sourceStart <= place);
    if (around) around.quoteText += written;
  }
  return differences;
};

const isLineEndHyphen = (source: FoldableText, at: number): boolean =>
  /^[-\u2010\u00ad]\s*$/u.test(source.text.slice(source.folded.sourceEnd(at), source.folded.sourceStart(at)));
