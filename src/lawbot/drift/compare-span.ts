import type { Unit } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { nearest } from "../../span/nearest.ts";
import type { Place } from "../../span/occurrences.ts";
import type { OpenLaw } from "../open-law.ts";
import { type Alignment, alignmentOf, type Counterpart } from "./alignment.ts";
import { placeInContext, placesOf, stretchOf, unitAt, wholeOf } from "./find-words.ts";
import { project } from "./project.ts";

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
 * Follows a stretch of one version into another. First its provision is found again, then the words in it, then in its
 * article, then in the whole law. The wider the search, the more words must agree; and words that another provision said all
 * along are no trace of this one.
 */
export const compareSpan = (then: OpenLaw, now: OpenLaw, place: Place): Comparison => {
  const units = alignmentOf(then, now);
  const unitThen = unitAt(then, place);
  const wanted = then.source.text.slice(place.start, place.end);
  const own = unitThen && units.of(unitThen);
  const found = own ?? (unitThen && units.nearest(unitThen));
  const base = { unitThen, unitNow: found?.unit, basis: found?.by, placeCount: 0, nearest: undefined };
  const question = { then, now, place, words: wanted, units, base };
  const stands = own && placeWithin(then, now, place, own.unit);
  if (stands) return standing(question, stands, own.by);
  const elsewhere = moved(question, unitThen, found);
  if (elsewhere) return standing(question, elsewhere, "words");
  const placeCount = placesOf(now, wanted, wholeOf(now)).length;
  const gone = { ...base, placeNow: undefined, surroundingsChanged: true, placeCount };
  if (own && !isGone(own.unit)) return { ...gone, verdict: "changed", nearest: changedIn(question, own.unit) };
  // A new provision that says much the same is worth reading; whether it is the old one's successor is not for us to say.
  const successor = units.successor(wanted);
  const nearest = successor && nearestIn(now, wanted, successor);
  return { ...gone, unitNow: isGoneWith(own) ? own.unit : undefined, verdict: "repealed", nearest };
};

/** A provision that stands there as repealed; its place is told. */
const isGoneWith = (own: Counterpart | undefined): own is Counterpart => own !== undefined && isGone(own.unit);

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
  readonly units: Alignment;
  readonly base: Pick<Comparison, "unitThen" | "unitNow" | "basis" | "nearest">;
}

/** Where else the words went. */
const moved = (question: Question, unitThen: Unit | undefined, found: Counterpart | undefined): Place | undefined => {
  const { then, now, words: wanted } = question;
  const count = wanted.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const once = (after: Place): Place | undefined => {
    const [only, another] = placesOf(now, wanted, after).filter((place) => isNew(question, place));
    return only && !another ? only : undefined;
  };
  const inArticle =
    unitThen && found && count >= wordsMin.article && then.isCitedWhole(articleOf(then, unitThen))
      ? once(stretchOf(now, articleOf(now, found.unit)))
      : undefined;
  return inArticle ?? (count >= wordsMin.law ? once(wholeOf(now)) : undefined);
};

/** Whether the provision at a place now did not say the words all along, elsewhere than where they are followed from. */
const isNew = ({ then, now, words: wanted, place: own, units }: Question, place: Place): boolean => {
  const unitNow = unitAt(now, place);
  const origin = unitNow && units.origin(unitNow);
  return !origin || placesOf(then, wanted, stretchOf(then, origin)).every(({ start }) => start === own.start);
};

/** The article around a unit, or the unit itself where there is none. */
const articleOf = (law: OpenLaw, unit: Unit): Unit =>
  law.ancestors(unit).find((each) => law.isCitedWhole(each)) ?? unit;

const standing = (
  { then, now, place, base }: Question,
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

/** What stands now where the words stood in their provision, else what is nearest to them in it. */
const changedIn = ({ then, now, place, words: wanted, base }: Question, unitNow: Unit): Place | undefined => {
  const stretch = base.unitThen && stretchOf(then, base.unitThen);
  const stands =
    stretch &&
    project({ text: then.source.text, stretch }, place, { text: now.source.text, stretch: stretchOf(now, unitNow) });
  return stands ?? nearestIn(now, wanted, unitNow);
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
