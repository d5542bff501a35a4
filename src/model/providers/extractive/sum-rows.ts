import type { Place } from "../../../span/occurrences.ts";

/** A sum: with its sign of money, or to the cent; `1.240` and `23.11.2026` are none. */
const sum = String.raw`(?:\p{Sc}\s*[-–−]?\s*\d(?:[\d.,'’ ]*\d)?(?:,[-–−=]{1,2})?|(?<![\d.,-])(?:\d{1,3}(?:[.,'’ ]\d{3})+|\d+)(?:[.,]\d{2}(?!\d)|,[-–−=]{1,2}))`;
/** What may stand behind the last sum of a row: a sign of what is added or taken off, and the edge of a table that is drawn in bars. */
const behind = String.raw`(?:\s*[-–−+])?(?:\s*\|)?\s*$`;
const endsInSum = new RegExp(`${sum}${behind}`, "u");
const isSumAlone = new RegExp(`^\\s*[-–−]?\\s*${sum}${behind}`, "u");

/** Longer lines are paragraphs. */
const lineMost = 200;
/** A row names what its sum is for: letters, and no whole line of prose before it. */
const labelMost = 90;
/** One line that ends in a sum is a sentence that was broken there; so many under one another are a table. */
const rowsLeast = 2;

interface Line extends Place {
  readonly words: string;
}

/**
 * The rows of a text's tables that name sums, as UTF-16 places: lines under one another that end in a sum, however their columns are parted, by
 * tabs, dots or spaces, and lines of which the sum stands on the next one. What a row says of the sum is read by a person.
 */
export const sumRows = (text: string): Place[] => {
  const rows: Place[] = [];
  let run: Place[] = [];
  let label: Line | undefined;
  const close = (): void => {
    if (run.length >= rowsLeast) rows.push(...run);
    run = [];
  };
  for (const line of linesOf(text)) {
    if (line.words === "") continue;
    if (isRow(line.words)) {
      // What stood open before it was no label of a sum, but what the table stands under.
      if (label) close();
      label = undefined;
      run.push(line);
    } else if (label && line.words.length <= lineMost && isSumAlone.test(line.words)) {
      run.push({ start: label.start, end: line.end });
      label = undefined;
    } else {
      if (label) close();
      label = isLabel(line.words) ? line : undefined;
      if (!label) close();
    }
  }
  close();
  return rows;
};

const linesOf = (text: string): Line[] => {
  let at = 0;
  return text.split("\n").map((whole) => {
    const start = at + (whole.length - whole.trimStart().length);
    at += whole.length + 1;
    return { start, end: start + whole.trim().length, words: whole.trim() };
  });
};

const isRow = (words: string): boolean => {
  if (words.length > lineMost) return false;
  const { index = -1 } = endsInSum.exec(words) ?? {};
  const label = words.slice(0, Math.max(0, index));
  return /\p{L}{2}/u.test(label) && label.length <= labelMost && !saysMore.test(label);
};
/** The end of a sentence within a line: what follows it is prose. */
const saysMore = /[\p{L})][.?!]\s+\p{Lu}/u;

const isLabel = (words: string): boolean =>
  /\p{L}{2}/u.test(words) && words.length <= labelMost && !/[.?!:;,]$/u.test(words);
