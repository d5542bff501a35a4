import type { Place } from "../../span/occurrences.ts";

/** Cells of the comparison table: provisions of some 1,400 words each. */
const cellsMax = 2_000_000;

interface Text {
  readonly text: string;
  /** The stretch that is compared, in UTF-16 units of the text. */
  readonly stretch: Place;
}

/**
 * The passage of a changed provision that stands where a passage stood: between what is the same before it and what is the
 * same behind it. Undefined where nothing stands there now, or the provisions are too long to be compared.
 */
export const project = (then: Text, place: Place, now: Text): Place | undefined => {
  const [before, after] = [wordsIn(then), wordsIn(now)];
  if (before.length * after.length > cellsMax) return undefined;
  const same = commonWords(before, after);
  const first = before.findIndex(({ end }) => end > place.start);
  const last = before.findLastIndex(({ start }) => start < place.end);
  const left = same.findLast(([from]) => from < first)?.[1] ?? -1;
  const right = same.find(([from]) => from > last)?.[1] ?? after.length;
  const [from, to] = [after[left + 1], after[right - 1]];
  return from && to && left + 1 < right ? { start: from.start, end: to.end } : undefined;
};

interface Word extends Place {
  readonly text: string;
}

const wordsIn = ({ text, stretch }: Text): Word[] =>
  [...text.slice(stretch.start, stretch.end).matchAll(/[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}]/gu)].map((match) => ({
    text: match[0],
    start: stretch.start + match.index,
    end: stretch.start + match.index + match[0].length,
  }));

/** Ranks of the words of a longest common sequence, in order. */
const commonWords = (a: readonly Word[], b: readonly Word[]): [number, number][] => {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] as number;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i]?.text === b[j]?.text ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const found: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i]?.text === b[j]?.text) found.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return found;
};
