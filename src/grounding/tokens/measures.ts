import { classesOf, countsIn } from "#kit/lexicon.ts";

/** Time and measure: what one counts off, with the smallest of its kind and how many of these each is. */
const measures: ReadonlyMap<string, readonly [unit: string, factor: number]> = new Map(
  [...classesOf("unit-")].flatMap(([unit, words]) =>
    [...countsIn(words)].map(([word, factor]): [string, [string, number]] => [word, [unit, factor]]),
  ),
);

/** Whether a word is one. */
export const isMeasure = (word: string): boolean => measures.has(word);

/** The measure among the words behind a number and how much of its smallest unit one is; undefined: it counts things. */
export const measureOf = (units: readonly string[]): readonly [unit: string, factor: number] | undefined => {
  const at = units.findIndex(isMeasure);
  return at < 0 ? undefined : measures.get(units[at] ?? "");
};
