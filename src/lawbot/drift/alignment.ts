import type { Unit } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { OpenLaw } from "../open-law.ts";
import { bagOf, held, matchUnits, type Pairing, type UnitWords } from "./match-units.ts";

/** The unit of another version that answers to a unit of this one. */
export interface Counterpart {
  readonly unit: Unit;
  readonly by: "identifier" | "address" | "words";
}

/** How many words a provision that is gone must have said, and what share of them a new one must, to be what it became. */
const wordsMin = 8;
const heldFrom = 0.75;

/**
 * Which unit of one version is which of another. Articles are matched with all articles of the law, since they may go to
 * another chapter; parts of an article with the parts of its match, and so on down. Every unit answers to one at most: a lid
 * that took the number of one that is gone is not its successor.
 */
export class Alignment {
  readonly #then: OpenLaw;
  readonly #now: OpenLaw;
  readonly #below = new Map<string, ReadonlyMap<Unit, Counterpart>>();
  #articles: ReadonlyMap<Unit, Counterpart> | undefined;
  #origins: ReadonlyMap<Unit, Unit> | undefined;

  constructor(then: OpenLaw, now: OpenLaw) {
    this.#then = then;
    this.#now = now;
  }

  /** The unit now; undefined when it is gone. */
  of(unit: Unit): Counterpart | undefined {
    if (this.#then.isCitedWhole(unit)) return this.#articlesNow().get(unit);
    const around = this.#then.unit(unit.parentPath);
    const match = around && this.of(around);
    if (around && !match) return undefined;
    return this.#inside(around, match?.unit).get(unit);
  }

  /** The nearest unit around one that is gone, or the unit itself, which is still there. */
  nearest(unit: Unit): Counterpart | undefined {
    for (const around of this.#then.ancestors(unit)) {
      const match = this.of(around);
      if (match) return match;
      // A part that is gone leaves its article; an article that is gone leaves nothing.
      if (this.#then.isCitedWhole(around)) return undefined;
    }
    return undefined;
  }

  /** What a unit now was then; undefined for one that is new. */
  origin(unitNow: Unit): Unit | undefined {
    this.#origins ??= new Map(
      this.#then.canonical.units.flatMap((unit) => {
        const match = this.of(unit);
        return match ? [[match.unit, unit] as const] : [];
      }),
    );
    return this.#origins.get(unitNow);
  }

  /** The new unit that says most of some words, the first of several that say as many; undefined where none says most of them. */
  successor(words: string): Unit | undefined {
    const wanted = bagOf(words);
    if (words.split(/\s+/).length < wordsMin) return undefined;
    let best: { readonly unit: Unit; readonly score: number } | undefined;
    for (const unit of this.#now.canonical.units) {
      if (!unit.quotable || this.origin(unit) || this.#now.children(unit).length > 0) continue;
      const score = held(wanted, bagOf(this.#now.slice(unit.quotableStartChar, unit.endChar)));
      if (score >= heldFrom && score > (best?.score ?? 0)) best = { unit, score };
    }
    return best?.unit;
  }

  #articlesNow(): ReadonlyMap<Unit, Counterpart> {
    this.#articles ??= this.#matched(articlesOf(this.#then), articlesOf(this.#now));
    return this.#articles;
  }

  #inside(around: Unit | undefined, match: Unit | undefined): ReadonlyMap<Unit, Counterpart> {
    const path = around?.path ?? "";
    const known = this.#below.get(path);
    if (known) return known;
    const parts = partsOf(this.#then, around);
    const found = new Map<Unit, Counterpart>();
    for (const element of new Set(parts.map((unit) => unit.element))) {
      const like = parts.filter((unit) => unit.element === element);
      for (const [unit, counterpart] of this.#matched(like, levelOf(this.#now, match, element)))
        found.set(unit, counterpart);
    }
    this.#below.set(path, found);
    return found;
  }

  #matched(then: readonly Unit[], now: readonly Unit[]): Map<Unit, Counterpart> {
    const [before, after] = [
      then.map((unit) => wordsIn(this.#then, unit)),
      now.map((unit) => wordsIn(this.#now, unit)),
    ];
    return new Map(
      matchUnits(before, after).flatMap(({ from, to, by }: Pairing) => {
        const [unit, match] = [then[from], now[to]];
        return unit && match ? [[unit, { unit: match, by }] as const] : [];
      }),
    );
  }
}

/** Kept with the opened versions and for as long: many quotes of one law are followed one after the other. */
const kept = new WeakMap<OpenLaw, WeakMap<OpenLaw, Alignment>>();

export const alignmentOf = (then: OpenLaw, now: OpenLaw): Alignment => {
  const from = kept.get(then) ?? new WeakMap<OpenLaw, Alignment>();
  kept.set(then, from);
  const known = from.get(now) ?? new Alignment(then, now);
  from.set(now, known);
  return known;
};

const articlesOf = (law: OpenLaw): Unit[] => law.canonical.units.filter((unit) => law.isCitedWhole(unit));

const partsOf = (law: OpenLaw, around: Unit | undefined): readonly Unit[] =>
  (around ? law.children(around) : law.canonical.units.filter(({ parentPath }) => parentPath === "")).filter(
    (unit) => !law.isCitedWhole(unit),
  );

/** The units of an element on the nearest level that has any: an item of an article may have got a lid around it. */
const levelOf = (law: OpenLaw, around: Unit | undefined, element: string): readonly Unit[] => {
  for (let level = partsOf(law, around); level.length > 0; level = level.flatMap((unit) => partsOf(law, unit))) {
    const like = level.filter((unit) => unit.element === element);
    if (like.length > 0) return like;
  }
  return [];
};

const wordsIn = (law: OpenLaw, unit: Unit): UnitWords => ({
  key: law.keyOf(unit),
  number: law.isCitedWhole(unit) ? law.plainAddress(unit) : unit.number,
  text: law.slice(unit.quotableStartChar, unit.endChar),
  isGone: unit.flags.includes("repealed"),
});
