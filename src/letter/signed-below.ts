import { letterForms } from "./forms.ts";

/** A name, also a first name alone, and what somebody is behind a comma: `Sandra, balie`. No number, and no sentence. */
const nameLine = /^\p{Lu}[\p{L}.'’-]*(?:\s[\p{L}.'’-]+){0,4}(?:,\s\p{L}[\p{L}\s'’/&-]{1,40})?$/u;

/** What stands directly below the last closing words of a message, as a name is written; empty: nothing does. */
export const signedBelow = (text: string): string => {
  const lines = text.split("\n").map((line) => line.trim());
  const closed = lines.findLastIndex((line) => letterForms.closing.test(line));
  const line = closed < 0 ? "" : (lines.slice(closed + 1).find((one) => one !== "") ?? "");
  return nameLine.test(line) && !letterForms.closing.test(line) ? line : "";
};
