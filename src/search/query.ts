import { analyse, type Token } from "./words/analysis.ts";
import { isStopWord } from "./words/stop-words.ts";

/** What one part of a query asks for. */
export interface Clause {
  /** `+` must match, `-` must not, neither: counts when it matches. */
  readonly demand: "must" | "not" | "may";
  /** Words in order of a phrase, or the one word. Folded, never empty. */
  readonly words: readonly Token[];
  /** Other readings of the same characters: the whole of a compound, the ISO form of a date. */
  readonly extras: readonly Token[];
  /** Written in quotation marks: the forms as they are, in this order, no stems. */
  readonly isPhrase: boolean;
  /** Written with `*`: the last word is a beginning. */
  readonly isPrefix: boolean;
}

/** Clauses beyond this number are ignored; nobody types so many, and each costs a lookup. */
const clausesMax = 64;
const item = /([+-]?)(?:["“”„]([^"“”„]*)["“”„]?(\*?)|([^\s"“”„]+))/gu;

/**
 * Reads a query as people write it: words, "phrases", prefix*, +must, -not. Total: what means nothing is left out. Words
 * too common to search by are dropped where others remain, so that a sentence can be a query.
 */
export const parseQuery = (text: string): Clause[] => {
  const clauses: Clause[] = [];
  for (const [, sign = "", phrase, star, bare] of text.matchAll(item)) {
    // Of a phrase the star may stand inside or behind the marks: people write both.
    const isPrefix = star === "*" || (phrase ?? (bare as string)).trimEnd().endsWith("*");
    const tokens = analyse(phrase ?? (bare as string), "both");
    const words = tokens.filter((token) => !token.isExtra);
    if (words.length === 0) continue;
    const demand = sign === "+" ? "must" : sign === "-" ? "not" : "may";
    // Who writes a whole address wants that address, not everybody at the same firm.
    const isAddress = words.some(({ raw }) => raw.includes("@"));
    const extras = isAddress ? [] : tokens.filter((token) => token.isExtra);
    clauses.push({ demand, words, extras, isPhrase: phrase !== undefined, isPrefix });
    if (clauses.length === clausesMax) break;
  }
  return withoutStopWords(clauses);
};

const withoutStopWords = (clauses: readonly Clause[]): Clause[] => {
  const telling = clauses.filter((clause) => !isCommon(clause));
  return telling.some(({ demand }) => demand !== "not") ? telling : [...clauses];
};

const isCommon = ({ demand, words, isPhrase, isPrefix }: Clause): boolean =>
  demand === "may" && !isPhrase && !isPrefix && words.length === 1 && isStopWord(words[0]?.raw ?? "");
