import type { Unit } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { nearest } from "../../span/nearest.ts";
import type { Place } from "../../span/occurrences.ts";
import type { OpenLaw } from "../open-law.ts";
import { type Counterpart, counterpartOf } from "./counterpart.ts";
import { placeInContext, placesOf, stretchOf, unitAt, wholeOf } from "./find-words.ts";

/** How few words may be trusted to say where they went: in their own article, and anywhere in the law. */
const wordsMin = { article: 3, law: 5 };

/** What became of a stretch of one version in another. Places are UTF-16 units of the version now. */
export interface Comparison {
  readonly verdict: "unchanged" | "moved" | "changed" | "repealed";
  readonly basis: "identifier" | "address" | "words" | undefined;
  readonly unitThen: Unit | undefined;
  readonly unitNow: Unit | undefined;
  /** The same words now. */
  readonly placeNow: Place | undefined;
  /** The nearest passage of the provision now, where its words are others. */
  readonly nearest: Place | undefined;
  readonly surroundingsChanged: boolean;
  /** In how many places the words stand now. */
  readonly placeCount: number;
}

/**
 * Follows a stretch of one version into another. First the provision is found again, by identifier or address, then the
 * words in it, then in its article, then in the whole law; the wider the search, the more words must agree, and they must
 * have stood once in both versions.
 */
export const compareSpan = (then: OpenLaw, now: OpenLaw, place: Place): Comparison => {
  const unitThen = unitAt(then, place);
  const words = then.source.text.slice(place.start, place.end);
  const found = unitThen && counterpartOf(then, now, unitThen);
  const base = { unitThen, unitNow: found?.unit, basis: found?.by, placeCount: 0, nearest: undefined };
  const stands = found && placeWithin(then, now, place, found.unit);
  if (stands) return standing({ then, now, place, base, words }, stands, found.by);
  const elsewhere = moved({ then, now, place, words }, unitThen, found);
  if (elsewhere) return standing({ then, now, place, base, words }, elsewhere, "words");
  const placeCount = placesOf(now, words, wholeOf(now)).length;
  const gone = { ...base, placeNow: undefined, surroundingsChanged: true, placeCount };
  if (!found || isGone(found.unit)) return { ...gone, verdict: "repealed" };
  return { ...gone, verdict: "changed", nearest: nearestIn(now, words, articleOf(now, found.unit)) };
};

const isGone = (unit: Unit): boolean => unit.flags.includes("repealed") || unit.flags.includes("not-in-force");

/** The words within the same provision: once, or in the same surroundings. */
const placeWithin = (then: OpenLaw, now: OpenLaw, place: Place, unit: Unit): Place | undefined =>
  placeInContext(
    { text: then.source.text, place },
    now.source.text,
    placesOf(now, words(then, place), stretchOf(now, unit)),
  );

const words = (law: OpenLaw, { start, end }: Place): string => law.source.text.slice(start, end);

interface Question {
  readonly then: OpenLaw;
  readonly now: OpenLaw;
  readonly place: Place;
  readonly words: string;
}

/** Where else the words went. */
const moved = (question: Question, unitThen: Unit | undefined, found: Counterpart | undefined): Place | undefined => {
  const { then, now, words: wanted } = question;
  const count = wanted.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const once = (before: Place, after: Place): Place | undefined => {
    const [only, another] = placesOf(now, wanted, after);
    return only && !another && placesOf(then, wanted, before).length === 1 ? only : undefined;
  };
  const inArticle =
    unitThen && found && count >= wordsMin.article
      ? once(stretchOf(then, articleOf(then, unitThen)), stretchOf(now, articleOf(now, found.unit)))
      : undefined;
  return inArticle ?? (count >= wordsMin.law ? once(wholeOf(then), wholeOf(now)) : undefined);
};

/** The article around a unit, or the unit itself where there is none. */
const articleOf = (law: OpenLaw, unit: Unit): Unit =>
  law.ancestors(unit).find((each) => law.isCitedWhole(each)) ?? unit;

const standing = (
  {
    then,
    now,
    place,
    base,
  }: Question & { readonly base: Pick<Comparison, "unitThen" | "unitNow" | "basis" | "nearest"> },
  placeNow: Place,
  basis: "identifier" | "address" | "words",
): Comparison => {
  const unitNow = unitAt(now, placeNow) ?? base.unitNow;
  const isSame = addressOf(then, base.unitThen) === addressOf(now, unitNow);
  return {
    ...base,
    verdict: isSame ? "unchanged" : "moved",
    basis,
    unitNow,
    placeNow,
    surroundingsChanged: around(then, place) !== around(now, placeNow),
    placeCount: 1,
  };
};

const addressOf = (law: OpenLaw, unit: Unit | undefined): string => (unit ? law.plainAddress(unit) : "");

/** The words of the article around a place, its heading left out. */
const around = (law: OpenLaw, place: Place): string => {
  const unit = unitAt(law, place);
  const stretch = unit ? stretchOf(law, articleOf(law, unit)) : place;
  return law.source.text.slice(stretch.start, stretch.end);
};

const nearestIn = (law: OpenLaw, wanted: string, unit: Unit): Place | undefined => {
  const stretch = stretchOf(law, unit);
  const text = law.source.text.slice(stretch.start, stretch.end);
  const [near] = nearest(text, wanted, 1);
  // Where more than half differs the passage says something else, and a difference would say nothing.
  if (!near || near.distance * 2 > Math.max(wanted.length, near.end - near.start)) return undefined;
  const start = near.start - (/[\p{L}\p{N}]*$/u.exec(text.slice(0, near.start))?.[0].length ?? 0);
  const end = near.end + (/^[\p{L}\p{N}]*/u.exec(text.slice(near.end))?.[0].length ?? 0);
  return { start: stretch.start + start, end: stretch.start + end };
};
