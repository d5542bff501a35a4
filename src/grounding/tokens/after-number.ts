import { fold, wordsIn } from "../language/words.ts";
import { isMeasure } from "./measures.ts";

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
 * The three words behind a number, as far as its noun can stand: it ends with the clause, or with a line that the next one does not go
 * on in small letters, as the lines of a printed page do. A number that comes again in front of a
 * preposition has the noun it had ("two marks at check-in, two at check-out").
 */
export const unitsAfter = (text: string, at: number): string[] => {
  const symbol = powerAfter(text, at);
  if (symbol !== "") return [symbol];
  const words = wordsIn(text.slice(at, at + 60).split(/[.;:!?()|\t]|\n(?!\s*\p{Ll})|,\s/u, 1)[0] ?? "").slice(0, 3);
  const isAgain = nounless.test(words[0]?.folded ?? "") && comesAgain(text.slice(Math.max(0, at - 200), at));
  return isAgain ? [] : words.map(({ folded }) => folded);
};

/** The symbol of a measure that ends in a power, right behind a number: `m3`, also with the figure raised; empty: none stands there. */
const powerAfter = (text: string, at: number): string => {
  const symbol = /^\s?(\p{L}{1,3}[23²³])(?![\p{L}\p{N}])/u.exec(text.slice(at, at + 8))?.[1] ?? "";
  const plain = symbol.normalize("NFKC").toLowerCase();
  return isMeasure(plain) ? plain : "";
};

const nounless = /^(?:at|in|on|by|bij|naar|aan|op|met)$/u;

/** The last word of a text stands in it before, not behind `the other`. */
const comesAgain = (text: string): boolean => {
  const words = wordsIn(text).map(({ folded }) => folded);
  const last = words.at(-1);
  return (
    last !== undefined &&
    words.indexOf(last) < words.length - 1 &&
    !/^(?:other|andere|overige)$/u.test(words.at(-2) ?? "")
  );
};
