import { writtenDay } from "#kit/months.ts";
import { writtenDays } from "../letter/days.ts";
import { dutch } from "./language/dutch.ts";
import { english } from "./language/english.ts";
import { articleBySuffix, articleOf, isInstrumentNoun, namesDocument } from "./language/paper-nouns.ts";
import { fold } from "./language/words.ts";

/** A paper as a sentence calls it: by what its title says that it is. */
export interface PaperName {
  /** Behind whose it is, without an article: `huurovereenkomst` of `uw huurovereenkomst`. */
  readonly bare: string;
  /** With the article of the language: `de huurovereenkomst`, `the invoice 26-1187`. */
  readonly definite: string;
  /** Whether the name has all words of the title: else the title stands beside it. */
  readonly isWhole: boolean;
}

/** The first word of a name, behind the number or day by which a person ordered the files: `02 huurovereenkomst`. */
const firstWord = (name: string): string => fold(/\p{L}[^\s._-]*/u.exec(name)?.[0] ?? "");

/** Whether a name begins with what the document is: `Factuur wasmachine`, `huurcontract getekend`. */
const saysWhatItIs = (name: string): boolean => namesDocument(fold(name.trim().split(/\s+/u)[0] ?? ""));

/** Whether a name begins with an agreement or another instrument, which its parties made together: `arbeidsovereenkomst_2022.docx`. */
export const namesInstrument = (name: string): boolean => isInstrumentNoun(firstWord(name));

/** A title in words: without the ending that a program gave the file, and without the marks that stand for spaces in its name. */
export const titleInWords = (title: string): string => {
  const stem = title.replace(/^.*[/\\](?=.*\.\p{L}{2,4}\d?$)/u, "").replace(/\.\p{L}{2,4}\d?$/u, "");
  if (stem === title) return title.trim();
  const spaced = stem.replaceAll("_", " ").trim();
  // Between digits a hyphen belongs to the number.
  return /\s/u.test(spaced) ? spaced : spaced.replace(/(?<=\p{L}\p{L})-(?=[\p{L}\d])|(?<=\d)-(?=\p{L}\p{L})/gu, " ");
};

/**
 * A title that says what the paper is, as words of a list have it: without what a computer needs of a file's name, and without the paper's
 * own day (ISO 8601), which stands beside it: `huurovereenkomst getekend`. Undefined for a title that says something else first.
 */
export const listedName = (title: string, iso: string): string | undefined => {
  const called = titleWithoutDay(title, iso);
  return saysWhatItIs(called) ? called.charAt(0).toLowerCase() + called.slice(1) : undefined;
};

/**
 * A title in words without the paper's own day (ISO 8601), which stands beside it, and without the number by which a person ordered the
 * files; the whole title where nothing is left of it.
 */
export const titleWithoutDay = (title: string, iso: string): string =>
  withoutDay(titleInWords(title), iso) || titleInWords(title);

const withoutDay = (title: string, iso: string): string => {
  const day = dayIn(title, iso);
  const rest = day ? `${title.slice(0, day.start)} ${title.slice(day.end)}` : title;
  return rest
    .replaceAll(/\s+/gu, " ")
    .replace(/^[\s\d.,:;()–-]+(?=\p{L})|[\s,:;(–-]+$/gu, "")
    .trim();
};

/** Where a title names a day, with its year or without it. */
const dayIn = (title: string, iso: string): { readonly start: number; readonly end: number } | undefined => {
  const whole = writtenDays(title, true).find(({ day }) => day === iso.slice(0, 10));
  if (whole) return whole;
  const yearless = (["nl", "en"] as const).map((locale) => writtenDay(iso, locale).replace(/\s\d{4}$/u, ""));
  const said = yearless.find((day) => day !== "" && title.toLowerCase().includes(day.toLowerCase()));
  const start = title.toLowerCase().indexOf(said?.toLowerCase() ?? "");
  return said === undefined ? undefined : { start, end: start + said.length };
};

const wordsMax = 6;
const charsMax = 60;
const isPlain = (called: string): boolean => called.length <= charsMax && /^[^()“”"]+$/u.test(called);

/** Without the participle by which a file is told from another at its end: `huurovereenkomst getekend`. */
const withoutState = (words: readonly string[]): readonly string[] =>
  words.length > 1 && [dutch, english].some((one) => one.isParticiple(fold(words.at(-1) ?? ""), ""))
    ? words.slice(0, -1)
    : words;

/**
 * How a sentence of a language calls a paper by its title and day: `het inspectierapport`. A title of one noun is the paper's name, where
 * its suffix gives it an article: `de ontvangstbevestiging`. Undefined where no word of a longer title says what the paper is, or the
 * language has no article for that word.
 */
export const paperNameOf = (title: string, iso: string, locale: "nl" | "en"): PaperName | undefined => {
  const words = withoutState(titleWithoutDay(title, iso).split(/\s+/u));
  const called = words.join(" ");
  const article = (word: string): string | undefined =>
    (namesDocument(fold(word)) ? articleOf(fold(word), locale) : undefined) ??
    (words.length === 1 ? articleBySuffix(fold(word), locale) : undefined);
  const at = words.findIndex((word) => article(word) !== undefined);
  const noun = words[at];
  if (noun === undefined) return undefined;
  const isWhole = at === 0 && words.length <= wordsMax && isPlain(called);
  const named = isWhole ? called : noun;
  const bare = /\p{Ll}/u.test(named) ? named.charAt(0).toLowerCase() + named.slice(1) : named.toLowerCase();
  return { bare, definite: `${article(noun)} ${bare}`, isWhole };
};
