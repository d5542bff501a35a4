import { fold, wordsIn } from "../language/words.ts";

/** Signs and words of currencies, each as its code. */
const signs: Readonly<Record<string, string>> = {
  "€": "eur",
  $: "usd",
  "£": "gbp",
  dollar: "usd",
  pound: "gbp",
  pond: "gbp",
};
/** The code of a currency as it is written; the word itself where it has none. */
export const currencyOf = (written: string): string => {
  const word = fold(written).replace(/'?s$/u, "");
  return signs[word] ?? (word.startsWith("eur") ? "eur" : word);
};

/** Whether a word names a currency. */
export const isCurrency = (word: string): boolean =>
  /^(?:euro(?:'?s)?|eur|dollars?|ponds?|pounds?|usd|gbp)$/u.test(fold(word));

/**
 * The three words behind a number, as far as its noun can stand: it ends with the clause. Where a preposition other than that
 * of a part ("two of the cells") or a conjunction follows, the noun was named before: "two at check-in, two at check-out". "The
 * other two" are none that were counted before.
 */
export const unitsAfter = (text: string, at: number): string[] => {
  const words = wordsIn(text.slice(at, at + 60).split(/[.;:!?()\n]|,\s/u, 1)[0] ?? "").slice(0, 3);
  const isCounted = nounless.test(words[0]?.folded ?? "") && !others.test(text.slice(Math.max(0, at - 40), at));
  return isCounted ? [] : words.map(({ folded }) => folded);
};
const others = /(?<!\p{L})(?:other|others|remaining|andere|overige|resterende)\s+\S+$/iu;
const nounless = /^(?:and|or|but|so|at|in|on|by|to|for|from|with|en|of|maar|bij|naar|aan|op|met|voor|door)$/u;
