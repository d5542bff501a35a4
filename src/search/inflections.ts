import { isInflected, sharesStem } from "./stem.ts";

/** Stems whose words begin otherwise: the English stemmer's exceptions, and Dutch plurals that change their vowel. */
const exceptions: Readonly<Record<string, string>> = {
  die: "dying",
  lie: "lying",
  tie: "tying",
  lid: "leden",
  stad: "steden",
};
/** Letters that a word may have more than its stem (`-lijkheden`, `-isations`). */
const endingMax = 12;

/**
 * Every indexed word that has one of these stems in Dutch or English. Words are indexed as written, and found by their
 * stems when asked for: a stemmer takes tens of microseconds a word, mail is full of words that nobody asks for, and a
 * posting for each stem would be half an index more. Stemmers take endings away and change the last letter at most
 * (Dutch `-heden` becomes `-heid`), so only words that begin like a stem need be looked at.
 */
export const inflectionsOf = (stems: readonly string[], wordsFrom: (prefix: string) => string[]): string[] => {
  const heads = stems.filter(isInflected).map(headOf);
  const apart = new Set(heads.filter((head) => !heads.some((other) => head !== other && head.startsWith(other))));
  const lengthMax = Math.max(...stems.map(({ length }) => length)) + endingMax;
  const candidates = [...apart].flatMap(wordsFrom);
  for (const stem of stems) if (stem in exceptions) candidates.push(exceptions[stem] as string);
  return candidates.filter((word) => word.length <= lengthMax && sharesStem(word, stems));
};

/** What every word of this stem begins with. */
const headOf = (stem: string): string => stem.slice(0, Math.max(2, stem.length - (stem.endsWith("heid") ? 2 : 1)));
