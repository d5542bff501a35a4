import { cleanText } from "../mail/clean-text.ts";
import { inFormat } from "./number-in-format.ts";
import { childrenOf, type XmlElement } from "./office-package.ts";

interface Level {
  readonly format: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly start: number;
  /** So many levels are shown, the own one last. */
  readonly shown: number;
}

/** One list that counts: how many items of each level it has had, and its style. */
interface Counted {
  readonly style: string;
  readonly counts: number[];
}

const levelsMax = 10;
const formats: Readonly<Record<string, string>> = {
  a: "lowerLetter",
  A: "upperLetter",
  i: "lowerRoman",
  I: "upperRoman",
};

/**
 * Counts the items of lists and the headings of an OpenDocument text as a word processor shows them (OpenDocument 1.3 part 3, 5.3
 * and 19.880): a reader quotes "artikel 3.2", and that number stands nowhere in the file's text.
 */
export class OdfNumbering {
  readonly #styles = new Map<string, ReadonlyMap<number, Level>>();
  readonly #outline: ReadonlyMap<number, Level>;
  readonly #headings: number[] = [];
  /** Lists by their own ids, and the last one of each style. */
  readonly #byId = new Map<string, Counted>();
  readonly #last = new Map<string, Counted>();

  /** @param lists elements that hold styles, the more general ones first */
  constructor(lists: readonly (XmlElement | undefined)[]) {
    for (const list of lists)
      for (const style of childrenOf(list, "list-style"))
        this.#styles.set(style.attributes.name ?? "", levelsOf(style));
    const [outline] = lists.flatMap((list) => childrenOf(list, "outline-style"));
    this.#outline = levelsOf(outline);
  }

  /** The counter of a list at the top; inside another the outer one counts. */
  list(list: XmlElement): Counted {
    const {
      "style-name": style = "",
      id = "",
      "continue-list": continued,
      "continue-numbering": goesOn,
    } = list.attributes;
    const before =
      continued === undefined ? (goesOn === "true" ? this.#last.get(style) : undefined) : this.#byId.get(continued);
    const counted = before ?? { style, counts: [] };
    this.#byId.set(id, counted);
    this.#last.set(style, counted);
    return counted;
  }

  /** The number of the next item at a level, from 0; empty where it has a bullet or nothing. */
  item({ style, counts }: Counted, level: number, item: XmlElement, ownStyle = style): string {
    return numberOf(
      counts,
      Math.min(level, levelsMax - 1),
      this.#styles.get(ownStyle),
      wholeOf(item.attributes["start-value"]),
    );
  }

  /** The number of the next heading, which no list counts. */
  heading(heading: XmlElement): string {
    const level = (wholeOf(heading.attributes["outline-level"]) ?? 1) - 1;
    if (level < 0 || level >= levelsMax || heading.attributes["is-list-header"] === "true") return "";
    return numberOf(this.#headings, level, this.#outline, wholeOf(heading.attributes["start-value"]));
  }
}

const numberOf = (
  counts: number[],
  level: number,
  levels: ReadonlyMap<number, Level> | undefined,
  startsAt: number | undefined,
): string => {
  for (let outer = 0; outer < level; outer++) counts[outer] ??= levels?.get(outer)?.start ?? 1;
  const own = levels?.get(level);
  const before = counts[level];
  counts[level] = startsAt ?? (before === undefined ? (own?.start ?? 1) : before + 1);
  counts.length = level + 1;
  if (own === undefined || own.format === "") return "";
  const first = Math.max(0, level + 1 - own.shown);
  const shown = counts.slice(first).flatMap((count, i) => {
    const format = levels?.get(first + i)?.format ?? "";
    return format === "" ? [] : [inFormat(count, formats[format] ?? "decimal")];
  });
  return cleanText(`${own.prefix}${shown.join(".")}${own.suffix}`)
    .replace(/\s+/g, " ")
    .trim();
};

const levelsOf = (style: XmlElement | undefined): ReadonlyMap<number, Level> =>
  new Map(
    childrenOf(style)
      .filter(({ name }) => name === "list-level-style-number" || name === "outline-level-style")
      .map(({ attributes }) => [
        (wholeOf(attributes.level) ?? 1) - 1,
        {
          format: attributes["num-format"] ?? "",
          prefix: (attributes["num-prefix"] ?? "").slice(0, 50),
          suffix: (attributes["num-suffix"] ?? "").slice(0, 50),
          start: wholeOf(attributes["start-value"]) ?? 1,
          shown: wholeOf(attributes["display-levels"]) ?? 1,
        },
      ]),
  );

const wholeOf = (value: string | undefined): number | undefined => {
  const whole = Number(value ?? Number.NaN);
  return Number.isInteger(whole) && whole >= 0 && whole < 1_000_000 ? whole : undefined;
};
