import { inFormat } from "./number-in-format.ts";
import { at, childrenOf, type XmlElement } from "./office-package.ts";

interface Level {
  readonly start: number;
  readonly format: string;
  /** Such as `%1.%2`. */
  readonly text: string;
}

/** What a paragraph says about its number. */
export interface NumberRef {
  readonly id: string;
  readonly level: number;
}

const levelsMax = 9;

/**
 * Counts the numbered paragraphs of a document as a word processor shows them (ECMA-376 part 1, 17.9): a reader quotes
 * "artikel 3.2", and that number stands nowhere in the file's text.
 */
export class Numbering {
  readonly #levels = new Map<string, Map<number, Level>>();
  readonly #abstractOf = new Map<string, string>();
  readonly #counters = new Map<string, number[]>();
  /** Levels at which a list begins anew although it shares its definition with another; forgotten once it has begun. */
  readonly #restarts = new Map<string, number[]>();
  readonly #styleNumbers = new Map<string, NumberRef>();

  constructor(numbering: XmlElement | undefined, styles: XmlElement | undefined) {
    const abstracts = new Map(
      childrenOf(numbering, "abstractNum").map((one) => [one.attributes.abstractNumId ?? "", levelsOf(one)]),
    );
    for (const num of childrenOf(numbering, "num")) {
      const id = num.attributes.numId ?? "";
      const abstractId = at(num, "abstractNumId")?.attributes.val ?? "";
      const own = new Map(abstracts.get(abstractId));
      for (const override of childrenOf(num, "lvlOverride")) overrideLevel(own, override);
      const restarting = childrenOf(num, "lvlOverride").filter((one) => at(one, "startOverride") !== undefined);
      if (restarting.length > 0)
        this.#restarts.set(
          id,
          restarting.map((one) => Number(one.attributes.ilvl ?? 0)),
        );
      this.#levels.set(id, own);
      this.#abstractOf.set(id, abstractId);
    }
    for (const style of childrenOf(styles, "style")) {
      const ref = numberRef(at(style, "pPr"));
      if (ref !== undefined) this.#styleNumbers.set(style.attributes.styleId ?? "", ref);
    }
  }

  /** The number of the next paragraph with these properties, counted on; empty for none and for bullets. */
  next(properties: XmlElement | undefined): string {
    const style = at(properties, "pStyle")?.attributes.val ?? "";
    const ref = numberRef(properties) ?? this.#styleNumbers.get(style);
    if (ref === undefined || ref.id === "0") return "";
    const levels = this.#levels.get(ref.id);
    const level = levels?.get(ref.level);
    if (levels === undefined || level === undefined) return "";
    const counters = this.#count(ref, levels);
    if (level.format === "bullet" || level.format === "none") return "";
    return level.text
      .replace(/%([1-9])/g, (_, n: string) =>
        inFormat(counters[Number(n) - 1] ?? 1, levels.get(Number(n) - 1)?.format ?? "decimal"),
      )
      .trim();
  }

  #count(ref: NumberRef, levels: ReadonlyMap<number, Level>): number[] {
    const key = this.#abstractOf.get(ref.id) ?? ref.id;
    const counters = this.#counters.get(key) ?? [];
    this.#counters.set(key, counters);
    const restart = Math.min(...(this.#restarts.get(ref.id) ?? []));
    if (this.#restarts.delete(ref.id) && restart < counters.length) counters.length = Math.max(0, restart);
    for (let level = 0; level < ref.level; level++) counters[level] ??= levels.get(level)?.start ?? 1;
    counters[ref.level] =
      counters[ref.level] === undefined ? (levels.get(ref.level)?.start ?? 1) : (counters[ref.level] as number) + 1;
    counters.length = ref.level + 1;
    return counters;
  }
}

const numberRef = (properties: XmlElement | undefined): NumberRef | undefined => {
  const numbers = at(properties, "numPr");
  const id = at(numbers, "numId")?.attributes.val;
  if (id === undefined) return undefined;
  const level = Number(at(numbers, "ilvl")?.attributes.val ?? 0);
  return { id, level: level >= 0 && level < levelsMax ? level : 0 };
};

const levelsOf = (abstract: XmlElement): Map<number, Level> =>
  new Map(childrenOf(abstract, "lvl").map((level) => [Number(level.attributes.ilvl ?? 0), levelOf(level)]));

const levelOf = (level: XmlElement): Level => ({
  start: Number(at(level, "start")?.attributes.val ?? 1),
  format: at(level, "numFmt")?.attributes.val ?? "decimal",
  text: (at(level, "lvlText")?.attributes.val ?? "").slice(0, 50),
});

const overrideLevel = (levels: Map<number, Level>, override: XmlElement): void => {
  const number = Number(override.attributes.ilvl ?? 0);
  const known = levels.get(number);
  const [full, start] = [at(override, "lvl"), at(override, "startOverride")?.attributes.val];
  if (full !== undefined) levels.set(number, levelOf(full));
  else if (known !== undefined && start !== undefined) levels.set(number, { ...known, start: Number(start) });
};
