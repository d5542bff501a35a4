import { wordsOf } from "#kit/lexicon.ts";
import { ordinalWord } from "../language/numbers.ts";
import { fold } from "../language/words.ts";
import { partsOfTheText } from "./number-words.ts";
import { amountOf } from "./quantity.ts";
import type { Scan } from "./scan.ts";
import type { Token } from "./token.ts";

const rank =
  /(?<![\p{L}\p{N}])(?<rank>\p{L}{4,18}(?:-\p{L}+)?|\d{1,3}(?:e|de|ste|nd|rd|th|st))\s+(?<noun>\p{L}[\p{L}-]{2,})(?!\p{L})/giu;
/**
 * What ranks without counting: a third party, a place in an argument, and the terms of law that are made so (eerste en tweede
 * spoor: Werkwijzer Poortwachter; aanleg, instantie: Rv; Kamer: Grondwet). Little words count nothing.
 */
const uncounted = wordsOf("nl en", "uncounted-by-rank");
/** Parts of a year, of which the first is told by its rank too. */
const parts = wordsOf("nl en", "part-of-year");

/** `de derde waarschuwing`, `the eighth letter`, `het eerste kwartaal`: a rank counts those before it. The first of things is told as easily as any. */
export const readRanks = (scan: Scan): Token[] => [
  ...scan.take(/(?<![\p{L}\p{N}])(?<part>[QKH])(?<rank>[1-4])(?![\p{L}\p{N}])/gu, ({ groups: g }) =>
    ranked(Number(g?.rank), g?.part === "H" ? "halfjaar" : "kwartaal"),
  ),
  ...scan.take(rank, ({ groups: g }) => {
    const noun = fold(g?.noun ?? "");
    const value = /^\d/u.test(g?.rank ?? "") ? Number.parseInt(g?.rank ?? "", 10) : ordinalWord(g?.rank ?? "");
    if (value === undefined || (value < 2 && !parts.has(noun))) return undefined;
    if (uncounted.has(noun) || partsOfTheText.has(noun)) return undefined;
    return ranked(value, noun === "quarter" ? "kwartaal" : noun);
  }),
];

const ranked = (value: number, noun: string) => ({ ...amountOf(value, [noun], false), isRank: true });
