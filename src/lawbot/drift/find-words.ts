import type { Unit } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { occurrences, type Place } from "../../span/occurrences.ts";
import type { OpenLaw } from "../open-law.ts";

/** Characters beside a quote that tell one of its places from another (domain rule: 32 to 64). */
const contextLength = 48;

/** The stretch of a unit that holds its words, in UTF-16 units. */
export const stretchOf = (law: OpenLaw, unit: Unit): Place => ({
  start: law.source.codePoints.toUtf16(unit.quotableStartChar),
  end: law.source.codePoints.toUtf16(unit.endChar),
});

/** The whole text of a version. */
export const wholeOf = (law: OpenLaw): Place => ({ start: 0, end: law.source.text.length });

/** Where words stand within a stretch and may be quoted. */
export const placesOf = (law: OpenLaw, words: string, within: Place): Place[] =>
  occurrences(law.source.text, words, within)
    .map((start) => ({ start, end: start + words.length }))
    .filter((place) => unitAt(law, place)?.quotable !== false);

/** The smallest unit around a place. */
export const unitAt = (law: OpenLaw, { start, end }: Place): Unit | undefined => {
  const { codePoints, structure } = law.source;
  return structure.unitAround({ start: codePoints.toCodePoint(start), end: codePoints.toCodePoint(end) });
};

/** Of several places the one whose surroundings are those of the place then; undefined when that does not decide. */
export const placeInContext = (
  then: { readonly text: string; readonly place: Place },
  text: string,
  places: readonly Place[],
): Place | undefined => {
  if (places.length < 2) return places[0];
  const score = (place: Place): number =>
    commonSuffix(before(then.text, then.place), before(text, place)) +
    commonPrefix(after(then.text, then.place), after(text, place));
  const scored = places.map((place) => ({ place, score: score(place) })).sort((a, b) => b.score - a.score);
  const [best, second] = scored;
  return best && best.score > (second?.score ?? 0) ? best.place : undefined;
};

const before = (text: string, { start }: Place): string => text.slice(Math.max(0, start - contextLength), start);
const after = (text: string, { end }: Place): string => text.slice(end, end + contextLength);

const commonPrefix = (a: string, b: string): number => {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
};

const commonSuffix = (a: string, b: string): number => {
  let length = 0;
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length++;
  return length;
};
