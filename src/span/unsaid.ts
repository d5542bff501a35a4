import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import type { Place } from "./occurrences.ts";
import type { SpanSource } from "./source.ts";

/** Voices of what stands around the words of a paper. */
export const aroundVoices: ReadonlySet<Voice> = new Set([Voice.SIGNATURE, Voice.DISCLAIMER]);

/**
 * Whether a place holds nothing that a paper says of its matter: the whole of it is a signature or a disclaimer, stands in the head of a
 * mail, or only says whose words follow.
 */
export const saysNothing = (source: SpanSource, place: Place): boolean => {
  const range = { start: source.codePoints.toCodePoint(place.start), end: source.codePoints.toCodePoint(place.end) };
  const touched = source.structure.segmentsTouching(range);
  return (
    place.end <= bodyStart(source) ||
    (touched.length > 0 && touched.every(({ voice }) => aroundVoices.has(voice))) ||
    announcesWords(source, place)
  );
};

/** Where a mail's own words begin: behind the lines `Name: value` at its head, which end with an empty line. */
export const bodyStart = ({ text }: SpanSource): number =>
  /^(?:\p{Lu}[\p{L}-]{1,20}: [^\n]*\n(?:[ \t][^\n]*\n)*){3,}\n/u.exec(text)?.[0].length ?? 0;

/** A line that only says whose words follow: it ends in a colon, and quoted or forwarded words begin right behind it. */
export const announcesWords = (source: SpanSource, { start, end }: Place): boolean => {
  // Quoted without its colon it says no more.
  const colon = /:\s*$/u.test(source.text.slice(start, end)) ? end : end + 1;
  if (colon > end && source.text[end] !== ":") return false;
  const gap = /^\s*(?:>\s*)*/u.exec(source.text.slice(colon, colon + gapMax))?.[0].length ?? 0;
  const next = source.codePoints.toCodePoint(colon + gap);
  return source.structure.segments.some(
    ({ startChar, voice }) =>
      (voice === Voice.QUOTED || voice === Voice.FORWARDED) && Math.abs(startChar - next) <= nearby,
  );
};

/** Characters between such a line and what it announces, and how far the segment may begin beside that. */
const gapMax = 24;
const nearby = 4;
