import type { SpanSource } from "../../span/source.ts";
import type { CodePointRange } from "../../span/structure.ts";

/** Paragraphs tried of each quoted part, the longest first: in a longer one coincidence is less likely. */
const triedMax = 4;

/**
 * What of a passage may come from another message, for each part of it that another speaks: the part as a whole, then its
 * paragraphs. A passage may begin in the author's words and end in somebody else's, and a quoted part begins with the
 * reply header, which its origin does not have.
 */
export const quotedParagraphs = (source: SpanSource, range: CodePointRange): CodePointRange[][] =>
  source.structure.segmentsTouching(range).map(({ startChar, endChar }) => {
    const part = { start: Math.max(startChar, range.start), end: Math.min(endChar, range.end) };
    const paragraphs = paragraphsOf(source, part).sort(
      (a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start,
    );
    return [part, ...paragraphs.slice(0, triedMax)];
  });

/** The paragraph, within the part that one person speaks, that holds the character. */
export const paragraphAt = (source: SpanSource, at: number): CodePointRange => {
  const character = { start: at, end: at + 1 };
  const [segment] = source.structure.segmentsTouching(character);
  if (segment === undefined) return character;
  const part = { start: segment.startChar, end: segment.endChar };
  return paragraphsOf(source, part).find(({ start, end }) => start <= at && at < end) ?? character;
};

const paragraphsOf = (source: SpanSource, part: CodePointRange): CodePointRange[] => {
  const from = source.codePoints.toUtf16(part.start);
  const text = source.codePoints.slice(part.start, part.end);
  return [...text.matchAll(/\S(?:[^\n]|\n(?!\s*\n))*/gu)].map((match) => ({
    start: source.codePoints.toCodePoint(from + match.index),
    end: source.codePoints.toCodePoint(from + match.index + match[0].trimEnd().length),
  }));
};
