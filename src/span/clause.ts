import type { Place } from "./occurrences.ts";
import type { OutlineLine } from "./outline.ts";
import type { SpanSource } from "./source.ts";

/**
 * The stretch of a source without units that says one thing, as its own layout has it: the numbered clause around a place
 * with all its parts (`5`, `5.1`, `5.2`), or the run of paragraphs between two headings; never more than what one person
 * says. UTF-16 units.
 */
export const clauseAround = (source: SpanSource, at: number): Place => {
  const spoken = segmentAround(source, at);
  let [start, end] = [spoken.start, spoken.end];
  let current = "";
  for (const line of source.outline) {
    const begins = clauseOf(line);
    if (begins === current) continue;
    current = begins;
    if (line.start <= at) start = Math.max(start, line.start);
    else return { start, end: Math.min(end, line.start) };
  }
  return { start, end };
};

/** The clause that a line of the outline begins: that of its first number, or what its heading names. */
const clauseOf = ({ number, title }: OutlineLine): string =>
  number === "" ? `heading ${title}` : `number ${number.split(".")[0]}`;

const segmentAround = ({ structure, codePoints, text }: SpanSource, at: number): Place => {
  const place = codePoints.toCodePoint(at);
  const segment = structure.segments.find(({ startChar, endChar }) => startChar <= place && place < endChar);
  if (segment === undefined) return { start: 0, end: text.length };
  return { start: codePoints.toUtf16(segment.startChar), end: codePoints.toUtf16(segment.endChar) };
};
