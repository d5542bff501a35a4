/** `at [34]`, `[34]`, `at paras 34-36`, `paragraph 34`, right behind a neutral citation. A year in brackets begins another one. */
const lead =
  /^[\s,;]{0,4}(?:\(?at\s+)?(?:(?:paras?\.?|paragraphs?)\s*(?=\[?\d)|(?=\[\d{1,4}\])(?!\[(?:19|20)\d\d\]\s+[\dA-Z(]))/u;
const number = /^\[?(\d{1,4})(?![\d\p{L}])\]?/u;
const joint =
  /^(?:\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+)(?=\[?\d{1,4}(?:[\]\s,;.)–-]|$))(?!\[(?:19|20)\d\d\]\s+[\dA-Z(])/u;
const range = /^\s*(?:[-–—]|to)\s*(?=\[?\d)/u;
/** Characters behind a citation in which its paragraph must begin. */
const reach = 40;
/** A range is written out no further than this. */
const rangeMax = 50;

/** Numbers of the paragraphs that are named behind a neutral citation, ranges written out, and where the last ends; `at` where none is. */
export const paragraphsBehind = (text: string, at: number): { numbers: readonly string[]; end: number } => {
  const opened = lead.exec(text.slice(at, at + reach));
  if (!opened) return { numbers: [], end: at };
  let rest = text.slice(at + opened[0].length);
  const numbers: string[] = [];
  let end = at;
  for (;;) {
    const found = number.exec(rest);
    if (!found) return { numbers, end };
    rest = rest.slice(found[0].length);
    const through = range.exec(rest);
    const last = through && number.exec(rest.slice(through[0].length));
    if (through && last) rest = rest.slice(through[0].length + last[0].length);
    numbers.push(...between(Number(found[1]), Number(last?.[1] ?? found[1])));
    end = text.length - rest.length;
    const next = joint.exec(rest);
    if (!next) return { numbers, end };
    rest = rest.slice(next[0].length);
  }
};

const between = (first: number, last: number): string[] =>
  last < first || last - first > rangeMax
    ? [String(first), String(last)]
    : Array.from({ length: last - first + 1 }, (_, rank) => String(first + rank));
