import { canonicalNumber } from "./canonical-number.ts";
import { foldWord } from "./fold-word.ts";
import { type Language, stemsOf } from "./stem.ts";
import { isStopWord } from "./stop-words.ts";

export type { Language } from "./stem.ts";

/** One word of a text, or a second reading of some of its words. */
export interface Token {
  /** Folded: lower case, no accents. Letters, digits and `: . , - / @ _ +` only; at most 64 characters. */
  readonly raw: string;
  /** Stems of the word; the raw form itself where the word has no stem. Never empty. */
  readonly stems: readonly string[];
  /** UTF-16 units of the input, half-open. */
  readonly start: number;
  readonly end: number;
  /**
   * True for a reading beside the sequence of words: the whole of a hyphenated compound, a part of a mail address, the
   * ISO form of a date, a number without the signs that group it. It has no place in a phrase.
   */
  readonly isExtra: boolean;
}

/** Longest raw form, in UTF-16 units: longer runs are data, not words. */
const rawMax = 64;

/** Alternatives in this order: a form that must stay in one piece comes before a form that would split it. */
const pattern = new RegExp(
  [
    String.raw`(?<ecli>ecli:[a-z]{2}:[a-z][a-z0-9]{0,6}:\d{4}:[a-z0-9](?:[a-z0-9.]{0,23}[a-z0-9])?)`,
    String.raw`(?<mail>[\p{L}\p{N}_+-]+(?:\.[\p{L}\p{N}_+-]+)*@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)`,
    String.raw`(?<date>(?<![\p{N}.:/-])(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}(?:-\d{1,2}-|/\d{1,2}/|\.\d{1,2}\.)\d{4})(?![\p{L}\p{N}]))`,
    String.raw`(?<number>\d+[a-z]{0,3}(?:[:.,]\d+[a-z]{0,3})+(?![\p{L}\p{N}]))`,
    String.raw`(?<word>[\p{L}\p{N}][\p{L}\p{N}\p{M}\u00ad\u200b-\u200d]*(?:['’]\p{L}[\p{L}\p{M}]*)*(?:[-‐‑][\p{L}\p{N}][\p{L}\p{N}\p{M}\u00ad]*(?:['’]\p{L}+)*)*)`,
  ].join("|"),
  "giu",
);

/**
 * Splits Dutch or English text into the tokens that are searched. `7:611`, `658a`, dates and ECLIs stay whole;
 * `re-integratie`, `reïntegratie` and `reintegratie` are one word; other compounds are indexed by their parts and as a
 * whole; mail addresses as a whole and by their parts. Deterministic, and total for any string.
 */
export const analyse = (text: string, language: Language): Token[] => read(text, (raw) => stemsOf(raw, language));

/** Splits text into the same tokens without stems, for raw forms: stemming is most of the work on new words. */
export const analyseUnstemmed = (text: string): Omit<Token, "stems">[] => read(text, () => noStems);

type StemsOf = (raw: string) => readonly string[];
const noStems: readonly string[] = [];

const read = (text: string, stems: StemsOf): Token[] => {
  const tokens: Token[] = [];
  for (const match of text.matchAll(pattern)) addTokens(tokens, match, stems);
  return tokens;
};

/** Stems of the words of a query or passage, stop words dropped unless there is nothing else; for ranking passages. */
export const queryTerms = (text: string): string[] => {
  const tokens = analyse(text, "both");
  const telling = tokens.filter((token) => !isStopWord(token.raw));
  return (telling.length > 0 ? telling : tokens).flatMap((token) => [...token.stems]);
};

const addTokens = (tokens: Token[], match: RegExpExecArray, stems: StemsOf): void => {
  const found = match[0];
  const start = match.index;
  const add = (raw: string, from: number, to: number, isExtra: boolean): void => {
    const short = raw.slice(0, rawMax);
    if (short !== "") tokens.push({ raw: short, stems: stems(short), start: from, end: to, isExtra });
  };
  const { mail, date, number, word } = match.groups as Record<string, string | undefined>;
  if (word !== undefined) {
    addWord(word, start, add);
    return;
  }
  add(found.toLowerCase(), start, start + found.length, false);
  if (mail !== undefined) for (const part of partsOf(mail, start)) add(foldWord(part.text), part.start, part.end, true);
  const other = date === undefined ? number && canonicalNumber(number) : isoDate(date);
  if (other && other !== found) add(other, start, start + found.length, true);
};

type Add = (raw: string, from: number, to: number, isExtra: boolean) => void;

/** Prefixes that are written with a hyphen or with a diaeresis, and that form one word with the next letters either way. */
const joiningPrefix = /^(?:re|e)[-‐‑](?=\p{L})/iu;

const addWord = (word: string, start: number, add: Add): void => {
  const end = start + word.length;
  if (!/[-‐‑]/.test(word)) {
    add(foldWord(word), start, end, false);
    return;
  }
  const cut = joiningPrefix.exec(word)?.[0].length ?? 0;
  const whole = foldWord(word.replaceAll(/[-‐‑]/g, ""));
  const parts = partsOf(word.slice(cut), start + cut);
  if (parts.length < 2) {
    add(whole, start, end, false);
    return;
  }
  parts.forEach((part, number) => {
    if (number > 0 || cut === 0) add(foldWord(part.text), part.start, part.end, false);
    else add(foldWord(word.slice(0, cut - 1) + part.text), start, part.end, false);
  });
  add(whole, start, end, true);
  const iso = shortDate.test(word) ? isoDate(word) : undefined;
  if (iso !== undefined) add(iso, start, end, true);
};

/** `9-12-25`: read as a date beside its numbers, since it may as well be the number of a file. */
const shortDate = /^\d{1,2}-\d{1,2}-\d{2}$/;

const partsOf = (text: string, start: number): { text: string; start: number; end: number }[] =>
  [...text.matchAll(/[\p{L}\p{N}\p{M}\u00ad\u200b-\u200d'’]+/gu)].map((match) => ({
    text: match[0],
    start: start + match.index,
    end: start + match.index + match[0].length,
  }));

/** Rewrites `9-12-2025` and `09/12/2025` as `2025-12-09`; day before month, as everywhere in Europe. */
const isoDate = (date: string): string | undefined => {
  const numbers = date.split(/[-/.]/);
  const [year, month, day] = (numbers[0] as string).length === 4 ? numbers : numbers.toReversed();
  if (!year || !month || !day || Number(month) > 12 || Number(day) > 31) return undefined;
  return `${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
};
