import { addLocale, format, getLocale, isDateFormat } from "numfmt";
import shipped from "./number-formats.json" with { type: "json" };

/** The library has the abbreviations of dictionaries (“dec.”); spreadsheet programs write them in Dutch without a stop. */
const dutchWords = getLocale("nl");
if (dutchWords !== null)
  addLocale({ ...dutchWords, mmm: dutchWords.mmm.map((month) => month.replace(/\.$/, "")) }, "nl");

/** The language in which numbers and days of a spreadsheet are written out; its file holds them as bare numbers. */
export type NumbersLanguage = "nl" | "en";

/**
 * English where the formats of a file name that language (its low ten bits, MS-LCID 2.2) and never Dutch; else Dutch, in which a
 * spreadsheet program shows the same file here.
 */
export const numbersLanguage = (patterns: readonly string[]): NumbersLanguage => {
  const named = new Set(
    patterns.flatMap((pattern) =>
      Array.from(
        pattern.matchAll(/\[\$[^\]-]{0,10}-([0-9a-f]{3,8})\]/gi),
        ([, id]) => Number.parseInt(id ?? "", 16) & 0x3ff,
      ),
    ),
  );
  return named.has(english) && !named.has(dutch) ? "en" : "nl";
};

const [english, dutch] = [0x09, 0x13];

/** The pattern of a number format: as the file writes it, else as the standard has it for that number. */
export const patternOf = (id: string, written: ReadonlyMap<string, string>, language: NumbersLanguage): string => {
  const [own, both]: Readonly<Record<string, string>>[] = [shipped[language], shipped.both];
  return written.get(id) ?? own?.[id] ?? both?.[id] ?? "General";
};

/** Days between the two calendars in which programs count (ECMA-376 part 1, 18.17.4.1). */
const from1904 = 1_462;

/** Digits that programs keep of a number before they round it. */
const digits = 15;

/**
 * A number that is rounded as its decimals are: half a cent goes up, though most halves are a little less in binary. One part of 2^51
 * more is less than its fifteenth digit.
 */
const inDecimals = (value: number): number =>
  Number.isInteger(value) ? value : Number(value.toPrecision(digits)) * (1 + 2 ** -51);

/** A number as its program shows it. A pattern that cannot be read shows it plainly. */
export const numberText = (
  value: number,
  pattern: string,
  language: NumbersLanguage,
  countsFrom1904: boolean,
): string => {
  try {
    const days = countsFrom1904 && isDateFormat(pattern) ? from1904 : 0;
    return format(pattern, inDecimals(value + days), { locale: language });
  } catch {
    return format("General", value, { locale: language });
  }
};

/** What a cell says that is either true or false. */
export const truthText = (isTrue: boolean, language: NumbersLanguage): string =>
  format("General", isTrue, { locale: language });
