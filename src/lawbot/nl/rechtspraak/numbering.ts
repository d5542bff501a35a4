/** A consideration's number taken apart: `3.4.2` is [3, 4, 2]. */
export type Numbers = readonly number[];

/** The number that a line begins with, and where its words begin. */
export interface LineNumber {
  readonly numbers: Numbers;
  readonly text: string;
  readonly end: number;
}

const several = /^(\d{1,2}(?:\.\d{1,3}){1,4})(?:\.(?!\d)|(?=[\s\p{Lu}]|$))\s*/u;
const single = /^(\d{1,2})\.(?!\d)\s*/;
/** `2 Beoordeling van de middelen`: without a full stop only as a heading. */
const heading = /^(\d{1,2})\s+(?=\p{Lu}[^.]{2,100}$)/u;

/** Reads the number at the beginning of a line: `3.4.2.`, `2.1`, `4.`; undefined where there is none. */
export const numberOfLine = (line: string): LineNumber | undefined => {
  const match = several.exec(line) ?? single.exec(line) ?? heading.exec(line);
  return match ? { numbers: numbersOf(match[1] ?? ""), text: match[1] ?? "", end: match[0].length } : undefined;
};

/** The number that markup sets apart, `5.3.1.` or `5 `; undefined for what is none (`a.`, `I`). */
export const numberOfMarkup = (written: string): Numbers | undefined => {
  const text = written.trim().replace(/\.$/, "");
  return /^\d{1,3}(?:\.\d{1,3}){0,5}[a-z]?$/.test(text) ? numbersOf(text) : undefined;
};

const numbersOf = (text: string): Numbers => text.split(".").map((part) => Number.parseInt(part, 10));

/** Whether one number lies inside another: 3.4.2 in 3.4. */
export const isInside = (inner: Numbers, outer: Numbers): boolean =>
  inner.length > outer.length && outer.every((part, level) => part === inner[level]);

/** Whether a number is what a reader expects after another: the next one beside it or around it, or the first one in it. */
export const isNext = (candidate: Numbers, last: Numbers): boolean => {
  if (last.length === 0) return candidate[0] === 1 && candidate.every((part) => part === 1);
  if (isInside(candidate, last)) return candidate.slice(last.length).every((part) => part === 1);
  const level = candidate.findIndex((part, at) => part !== last[at]);
  return (
    level >= 0 && candidate[level] === (last[level] ?? -1) + 1 && candidate.slice(level + 1).every((part) => part === 1)
  );
};

/** Whether a number comes after another at all. */
export const isAfter = (candidate: Numbers, last: Numbers): boolean => {
  const level = candidate.findIndex((part, at) => part !== last[at]);
  return level >= 0 && (candidate[level] ?? 0) > (last[level] ?? -1);
};
