import { monthOf } from "#kit/months.ts";
import { canonicalNumber } from "./canonical-number.ts";

/** What several words say together, as one word: a date in words, an account number or another number in groups. */
export interface Sequence {
  /** Place of its first word, and how many words it has. */
  readonly at: number;
  readonly count: number;
  /** `2025-12-09`, `nl91abna0417164300`, `1250`. */
  readonly reading: string;
  /** True: its words may as well be words of their own, as two years that stand side by side. */
  readonly isLoose: boolean;
}

const ibanHead = /^[a-z]{2}\d{2}$/;
/** Groups of four as it is printed; other groups, or points between them, as people write it: those of letters are the bank's. */
const ibanGroup = /^(?:[a-z0-9]{1,4}|[a-z]{0,6}\d[\d.]{3,})$/;
/** Shortest and longest IBAN there is (ISO 13616): fifteen in Norway, thirty-four allowed. */
const [ibanMin, ibanMax] = [15, 34];
/** Groups of four after the first. */
const groupsMax = 8;

const digits = /^\d+$/;
const headDigitsMax = 4;

/** Whether something that is read as a whole may stand around this word. Asked of every word once, so it must be cheap. */
export const mayBelong = (word: string): boolean =>
  monthOf(word) > 0 || (word.length <= headDigitsMax && (digits.test(word) || ibanHead.test(word)));

/** How far a sequence reaches before and after the word that `mayBelong` names. */
export const reach = { before: 1, after: groupsMax };

/** The sequence around a word that `mayBelong`; `words` are all words in their order, `at` its place among them. */
export const sequenceAt = (words: readonly string[], at: number): Sequence | undefined => {
  const word = words[at] ?? "";
  const month = monthOf(word);
  if (month > 0) return dateAt(words, at, month);
  return digits.test(word) ? numberAt(words, at) : ibanAt(words, at);
};

/** Groups of digits with blanks between them: `1 250,00`, `1234 56 782`, `06 12 34 56 78`. More of them are a row of a table. */
const numberGroupsMax = 6;
const thousands = /^[1-9]\d{0,2}(?: \d{3})*(?: \d{3}(?:[.,]\d{1,2})?)$/;
/** Fewer digits in groups are two numbers; more are a row of a table. */
const [numberMin, numberMax] = [8, 15];

/** A number in groups that begins here, read as one in its usual form is (`canonicalNumber`). Years side by side are none. */
const numberAt = (words: readonly string[], at: number): Sequence | undefined => {
  if (/^\d/.test(words[at - 1] ?? "")) return undefined;
  let end = at + 1;
  while (digits.test(words[end - 1] ?? "") && /^\d+(?:[.,]\d{1,2})?$/.test(words[end] ?? "")) end++;
  const groups = words.slice(at, end);
  if (groups.length < 2 || groups.length > numberGroupsMax) return undefined;
  const written = groups.join(" ");
  // What has cents behind its last group is one sum.
  const told = { at, count: groups.length, isLoose: digits.test(groups.at(-1) ?? "") };
  if (thousands.test(written)) {
    const pointed = written.replace(/\.(?=\d{1,2}$)/, ",").replaceAll(" ", ".");
    return { ...told, reading: canonicalNumber(pointed) ?? pointed };
  }
  const joined = groups.join("");
  const isNumber = joined.length >= numberMin && joined.length <= numberMax && digits.test(joined);
  return isNumber && groups.some((group) => yearOf(group) === undefined) ? { ...told, reading: joined } : undefined;
};

/** `9 december 2025`, `december 9, 2025`. */
const dateAt = (words: readonly string[], at: number, month: number): Sequence | undefined => {
  const year = yearOf(words[at + 1]);
  const before = dayOf(words[at - 1]);
  if (year !== undefined && before !== undefined)
    return { at: at - 1, count: 3, reading: iso(year, month, before), isLoose: false };
  const [after, later] = [dayOf(words[at + 1]), yearOf(words[at + 2])];
  if (after === undefined || later === undefined) return undefined;
  return { at, count: 3, reading: iso(later, month, after), isLoose: false };
};

const dayOf = (word = ""): number | undefined => {
  const day = /^(\d{1,2})(?:e|de|ste|st|nd|rd|th)?$/.exec(word)?.[1];
  return day !== undefined && Number(day) >= 1 && Number(day) <= 31 ? Number(day) : undefined;
};

const yearOf = (word = ""): number | undefined => (/^[12]\d{3}$/.test(word) ? Number(word) : undefined);

const iso = (year: number, month: number, day: number): string =>
  `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** Groups that make an IBAN, told by its check digits. */
const ibanAt = (words: readonly string[], at: number): Sequence | undefined => {
  let reading = words[at] ?? "";
  for (let count = 2; count <= groupsMax + 1; count++) {
    const group = words[at + count - 1] ?? "";
    if (!ibanGroup.test(group)) return undefined;
    reading += group.replaceAll(".", "");
    if (reading.length > ibanMax) return undefined;
    if (reading.length >= ibanMin && isIban(reading)) return { at, count, reading, isLoose: false };
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

/** Every sequence of a list of words, in order; of two that share a word the first. */
export const sequencesIn = (words: readonly string[]): Sequence[] => {
  const found: Sequence[] = [];
  for (const [at, word] of words.entries()) {
    const before = found.at(-1);
    const sequence = mayBelong(word) ? sequenceAt(words, at) : undefined;
    if (sequence !== undefined && sequence.at >= (before ? before.at + before.count : 0)) found.push(sequence);
  }
  return found;
};
