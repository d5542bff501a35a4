/** `r.o. 3.4.2`, `rov. 3.4`, `ro 3`, `rechtsoverwegingen 3.4 en 3.5`, `par. 2.3`, `onder 2.3`, `punt 34`, right behind a ruling. */
const word =
  /^[\s,;)(]{0,8}(?:en\s+)?(?:r\.?\s?o\.?(?:\s?v\.?)?|rovv?\.?|rechtsoverweging(?:en)?|overweging(?:en)?|par\.?|paragra(?:af|fen)|onder|punt(?:en)?|sub)\s*(?=\d)/i;
const number = /^(\d{1,3}(?:\.\d{1,3}){0,5})(?![\d])/;
const joint = /^(?:\s*,\s*|\s+en\s+|\s*,\s*en\s+)(?:r\.?o\.?v?\.?\s*)?(?=\d)/i;
const range = /^\s*(?:[-–—]|t\/m|tot en met)\s*(?=\d)/i;
/** Characters behind a citation in which its consideration must begin. */
const reach = 60;
/** A range is written out only within one level, and no further than this. */
const rangeMax = 50;

/** Numbers of the considerations that are named behind a citation, ranges written out: `3.4-3.6` is 3.4, 3.5, 3.6. */
export const considerationsAfter = (text: string, at: number): string[] => [...considerationsBehind(text, at).numbers];

/** The same with where the last of them ends; `at` where none is named. */
export const considerationsBehind = (text: string, at: number): { numbers: readonly string[]; end: number } => {
  const lead = word.exec(text.slice(at, at + reach));
  if (!lead) return { numbers: [], end: at };
  let rest = text.slice(at + lead[0].length);
  const numbers: string[] = [];
  let end = at;
  for (;;) {
    const found = number.exec(rest)?.[1];
    if (!found) return { numbers, end };
    rest = rest.slice(found.length);
    const through = range.exec(rest);
    const last = through && number.exec(rest.slice(through[0].length))?.[1];
    if (through && last) rest = rest.slice(through[0].length + last.length);
    numbers.push(...(last ? between(found, last) : [found]));
    end = text.length - rest.length;
    const next = joint.exec(rest);
    if (!next) return { numbers, end };
    rest = rest.slice(next[0].length);
  }
};

const between = (first: string, last: string): string[] => {
  const [before, from] = split(first);
  const [other, to] = split(last.includes(".") ? last : before + last);
  if (before !== other || to < from || to - from > rangeMax) return [first, last];
  return Array.from({ length: to - from + 1 }, (_, rank) => `${before}${from + rank}`);
};

const split = (text: string): [before: string, last: number] => {
  const at = text.lastIndexOf(".") + 1;
  return [text.slice(0, at), Number(text.slice(at))];
};
