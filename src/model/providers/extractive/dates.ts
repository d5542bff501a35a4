import { monthForms, monthOf } from "#kit/months.ts";

const month = `(${monthForms.join("|")})`;
const iso = /\b(\d{4})-(\d{2})-(\d{2})(?!\d)/u;
const numeric = /\b(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})\b/u;
const dayFirst = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th|e)?\\s+${month}\\.?(?:,?\\s+(\\d{4}))?\\b`, "iu");
const monthFirst = new RegExp(`\\b${month}\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b(?:,?\\s+(\\d{4}))?`, "iu");

/**
 * The first date a text names, as an ISO 8601 date; undefined: none. A date without a year is the last such day that is
 * not after the reference date, since letters that are answered have been written.
 */
export const dateIn = (text: string, referenceDate: string): string | undefined => {
  const whole = iso.exec(text);
  if (whole) return dateOf(whole[1] as string, Number(whole[2]), Number(whole[3]));
  const dutch = numeric.exec(text);
  if (dutch) return dateOf(dutch[3] as string, Number(dutch[2]), Number(dutch[1]));
  const day = dayFirst.exec(text);
  if (day) return withYear(day[3], monthOf((day[2] as string).toLowerCase()), Number(day[1]), referenceDate);
  const named = monthFirst.exec(text);
  return named
    ? withYear(named[3], monthOf((named[1] as string).toLowerCase()), Number(named[2]), referenceDate)
    : undefined;
};

const withYear = (
  year: string | undefined,
  monthNumber: number,
  day: number,
  reference: string,
): string | undefined => {
  if (year !== undefined) return dateOf(year, monthNumber, day);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(reference)) return undefined;
  const same = dateOf(reference.slice(0, 4), monthNumber, day);
  return same !== undefined && same > reference
    ? dateOf(String(Number(reference.slice(0, 4)) - 1), monthNumber, day)
    : same;
};

const dateOf = (year: string, monthNumber: number, day: number): string | undefined => {
  if (monthNumber < 1 || monthNumber > 12 || day < 1 || day > 31) return undefined;
  return `${year.padStart(4, "0")}-${String(monthNumber).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
};
