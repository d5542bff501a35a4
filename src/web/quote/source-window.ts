import { CodePointIndex } from "../../span/code-points.ts";
import { sentencePlaces } from "../../span/sentences.ts";

/** A half-open stretch: in a window UTF-16 units of its text, in a source code points of the canonical text. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A part of a canonical text, large enough to read a quote in: a document whole, of a statute the article. */
export interface SourceWindow {
  readonly text: string;
  /** Code point of the canonical text at which the window begins. */
  readonly start: number;
  /** SHA-256 of the whole canonical text, 64 hex. */
  readonly sourceDigest: string;
  /** Passages of the source in the window, in UTF-16 units of `text`. */
  readonly passages: readonly Stretch[];
  readonly codePoints: CodePointIndex;
}

/** Makes a window of a text; passages are given in code points of the canonical text, and lose the white space at their ends. */
export const windowOf = (
  text: string,
  start: number,
  sourceDigest: string,
  passages: readonly Stretch[],
): SourceWindow => {
  const codePoints = new CodePointIndex(text);
  const inside = passages.map((one) => ({
    start: codePoints.toUtf16(one.start - start),
    end: codePoints.toUtf16(one.end - start),
  }));
  return { text, start, sourceDigest, codePoints, passages: inside.flatMap((one) => trimmed(text, one)) };
};

const trimmed = (text: string, { start, end }: Stretch): Stretch[] => {
  const words = text.slice(start, end);
  const [from, to] = [words.length - words.trimStart().length, words.trimEnd().length];
  return to > from ? [{ start: start + from, end: start + to }] : [];
};

/** Where a span of the source stands in the window, if its words do. */
export const placeIn = (
  window: SourceWindow,
  span: { readonly startChar: number; readonly endChar: number; readonly excerpt: string },
): Stretch | undefined => {
  const place = {
    start: window.codePoints.toUtf16(span.startChar - window.start),
    end: window.codePoints.toUtf16(span.endChar - window.start),
  };
  const fits = span.startChar >= window.start && window.text.slice(place.start, place.end) === span.excerpt;
  return fits ? place : undefined;
};

const sentences = new WeakMap<SourceWindow, readonly Stretch[]>();

/** Sentences of the window, read once. */
export const sentencesIn = (window: SourceWindow): readonly Stretch[] => {
  const known = sentences.get(window);
  if (known !== undefined) return known;
  const places = sentencePlaces(window.text);
  sentences.set(window, places);
  return places;
};
