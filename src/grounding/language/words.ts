import { byText } from "#kit/by-text.ts";

/** A word of a text with its place in UTF-16 units, half-open. */
export interface Word {
  readonly text: string;
  /** Lower case without accents. */
  readonly folded: string;
  readonly start: number;
  readonly end: number;
}

const pattern = /[\p{L}\p{M}]+(?:[-‐‑'’][\p{L}\p{M}]+)*/gu;

/** Folds a text into the form in which words are compared. */
export const fold = (text: string): string => {
  const small = text.toLowerCase();
  // Nothing else can be found in a text of ASCII alone, which most words are.
  if (!/[^ -~]/.test(small)) return small;
  return small
    .normalize("NFD")
    .replaceAll(/[\p{M}\u00ad\u200b-\u200d]/gu, "")
    .replaceAll("’", "'");
};

/** Finds the words made of letters in a text, in order. */
export const wordsIn = byText((text): readonly Word[] =>
  Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
    text: found,
    folded: fold(found),
    start: index,
    end: index + found.length,
  })),
);
