import type { DrawnPaper, DrawnSentence, World } from "./draw.ts";
import { fragmentsOf } from "./templates.ts";
import type { Target, Verdict } from "./verdicts.ts";

/**
 * Plain matching of strings: a sentence passes if what it quotes, and each number, sum and day in it, stands in the papers that it cites, in their
 * text, title or day. It is what a figure of any other tool is to be held against.
 */
export const stringsTarget = (): Target => ({
  judge: async (world) => world.drafts.map(({ sentences }) => sentences.map((one) => matched(one, world))),
  stop: async () => {},
});

const matched = ({ seed, text }: DrawnSentence, { key, papers }: World): Verdict => {
  const cited = key.filter(({ id }) => seed.cites.includes(id));
  const sources = [
    ...papers.filter(({ file }) => cited.some((one) => one.file === file)).map(wholeOf),
    ...cited.filter(({ file }) => file === "").map(({ words }) => words),
  ];
  const stands = (words: string): boolean => sources.some((source) => source.includes(words));
  const digits = new Set(sources.flatMap(numbersIn));
  const isMatched = fragmentsOf(text).every(stands) && numbersIn(text).every((one) => digits.has(one));
  return isMatched ? "passed" : "refused";
};

const wholeOf = ({ title, day, named, text }: DrawnPaper): string => [title, day, named, text].join("\n");

/** Numbers as they are written, without the noughts before them: “03” and “3” are the same day. */
const numbersIn = (text: string): string[] =>
  [...text.matchAll(/\d+(?:[.,]\d+)*/gu)].map(([digits]) => digits.replace(/^0+(?=\d)/u, ""));
