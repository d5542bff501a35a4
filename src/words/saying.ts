import { filled } from "./filled.ts";
import { itemNameInDutch } from "./item-names.ts";

/** Sentences as the code writes them, with `{1}`, `{2}` where something is filled in, as catalogues of gettext have it; and their Dutch. */
export type Catalogue = Readonly<Record<string, string>>;

/** A sentence with gaps, made ready to be found again in what a server wrote. */
interface Gapped {
  readonly shape: RegExp;
  readonly dutch: string;
  /** Characters that stand fast: of two shapes that fit, the one that says more is meant. */
  readonly weight: number;
}

const gappedOf = (catalogue: Catalogue): readonly Gapped[] =>
  Object.entries(catalogue)
    .filter(([english]) => english.includes("{1}"))
    .map(([english, dutch]) => ({ shape: shapeOf(english), dutch, weight: english.replace(/\{\d\}/gu, "").length }))
    .toSorted((one, other) => other.weight - one.weight);

const shapeOf = (english: string): RegExp =>
  new RegExp(
    `^${english
      .split(/\{\d\}/u)
      .map(escaped)
      .join("([\\s\\S]*?)")}$`,
    "u",
  );

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/gu, "\\$&");

/** How deep a sentence may stand inside another. */
const depthMax = 3;

/**
 * Says sentences by a catalogue: in Dutch, or as they are where it has none of their shape. What is filled in stays as it is,
 * unless it is a sentence of the catalogue itself or the id of an item of a run.
 */
export const sayingBy = (catalogue: Catalogue): ((english: string) => string) => {
  let gapped: readonly Gapped[] | undefined;
  const say = (english: string, depth: number): string => {
    const whole = catalogue[english] ?? (depth > 0 ? itemNameInDutch(english) : undefined);
    if (whole !== undefined) return whole;
    if (depth >= depthMax) return english;
    gapped ??= gappedOf(catalogue);
    for (const { shape, dutch } of gapped) {
      const found = shape.exec(english);
      if (!found) continue;
      return filled(
        dutch,
        found.slice(1).map((part) => say(part, depth + 1)),
      );
    }
    return english;
  };
  return (english) => say(english, 0);
};
