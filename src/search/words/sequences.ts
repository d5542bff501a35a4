import { monthOf } from "#kit/months.ts";

/** What several words say together, as one word: a date in words, an account number in groups. */
export interface Sequence {
  /** Place of its first word, and how many words it has. */
  readonly at: number;
  readonly count: number;
  /** `2025-12-09`, `nl91abna0417164300`. */
  readonly reading: string;
}

const ibanHead = /^[a-z]{2}\d{2}$/;
const ibanGroup = /^[a-z0-9]{1,4}$/;
/** Shortest and longest IBAN there is (ISO 13616): fifteen in Norway, thirty-four allowed. */
const [ibanMin, ibanMax] = [15, 34];
/** Groups of four after the first. */
const groupsMax = 8;

/** Whether something that is read as a whole may stand around this word. Asked of every word once, so it must be cheap. */
export const mayBelong = (word: string): boolean => monthOf(word) > 0 || (word.length === 4 && ibanHead.test(word));

/** How far a sequence reaches before and after the word that `mayBelong` names. */
export const reach = { before: 1, after: groupsMax };

/** The sequence around a word that `mayBelong`; `words` are all words in their order, `at` its place among them. */
export const sequenceAt = (words: readonly string[], at: number): Sequence | undefined => {
  const month = monthOf(words[at] ?? "");
  return month > 0 ? dateAt(words, at, month) : ibanAt(words, at);
};

/** `9 december 2025`, `december 9, 2025`. */
const dateAt = (words: readonly string[], at: number, month: number): Sequence | undefined => {
  const year = yearOf(words[at + 1]);
  const before = dayOf(words[at - 1]);
  if (year !== undefined && before !== undefined) return { at: at - 1, count: 3, reading: iso(year, month, before) };
  const [after, later] = [dayOf(words[at + 1]), yearOf(words[at + 2])];
  if (after === undefined || later === undefined) return undefined;
  return { at, count: 3, reading: iso(later, month, after) };
};

const dayOf = (word = ""): number | undefined => {
  const day = /^(\d{1,2})(?:e|de|ste|st|nd|rd|th)?$/.exec(word)?.[1];
  return day !== undefined && Number(day) >= 1 && Number(day) <= 31 ? Number(day) : undefined;
};

const yearOf = (word = ""): number | undefined => (/^[12]\d{3}$/.test(word) ? Number(word) : undefined);

const iso = (year: number, month: number, day: number): string =>
  `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** Groups of four that make an IBAN, told by its check digits. */
const ibanAt = (words: readonly string[], at: number): Sequence | undefined => {
  let reading = words[at] ?? "";
  for (let count = 2; count <= groupsMax + 1; count++) {
    const group = words[at + count - 1] ?? "";
    if (!ibanGroup.test(group) || (words[at + count - 2]?.length ?? 0) !== 4) return undefined;
    reading += group;
    if (reading.length > ibanMax) return undefined;
    if (reading.length >= ibanMin && isIban(reading)) return { at, count, reading };
  }
  return undefined;
};

/** ISO 7064, modulus 97: the remainder of the whole, its first four signs put last and letters as numbers, is 1. */
const isIban = (reading: string): boolean => {
  let rest = 0;
  for (const sign of reading.slice(4) + reading.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
};

/** Every sequence of a list of words, in order. */
export const sequencesIn = (words: readonly string[]): Sequence[] =>
  words.flatMap((word, at) => (mayBelong(word) ? (sequenceAt(words, at) ?? []) : []));
