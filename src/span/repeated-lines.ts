import type { Place } from "./occurrences.ts";

/** Lines of fewer words are too short to be known again: amounts, names. */
const wordsLeast = 3;

/**
 * Lines that stand in the text more than once, but for their numbers: the heads and feet of pages. Lines that end a sentence are
 * none. Answers whether a stretch, in UTF-16 units, lies in one of them.
 */
export const repeatedLines = (text: string): ((place: Place) => boolean) => {
  const known = new Map<string, number[]>();
  let at = 0;
  for (const line of text.split("\n")) {
    const start = at;
    at += line.length + 1;
    const words = line.trim().replace(/\d+/gu, "0");
    if (/[.!?]["'”’)]*$/u.test(words) || words.split(/\s+/u).length < wordsLeast) continue;
    const same = known.get(words);
    if (same) same.push(start);
    else known.set(words, [start]);
  }
  const starts = new Set([...known.values()].flatMap((same) => (same.length > 1 ? same : [])));
  return ({ start, end }) => {
    if (!starts.has(text.lastIndexOf("\n", start - 1) + 1)) return false;
    const lineEnd = text.indexOf("\n", start);
    return lineEnd < 0 || end <= lineEnd;
  };
};
