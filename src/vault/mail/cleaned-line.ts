import type { BodyLine } from "./body-line.ts";
import { cleanText } from "./clean-text.ts";

/** A line of HTML as canonical text. Where cleaning changes its length, what looks otherwise in it is taken to be all of it. */
export const cleanedLine = ({ text: given, depth, runs }: BodyLine): BodyLine => {
  const text = cleanText(given).replaceAll("\n", " ");
  if (runs === undefined) return { depth, text };
  if (text === given) return { depth, text, runs };
  return { depth, text, runs: runs.map((run) => ({ ...run, start: 0, end: text.length })) };
};
