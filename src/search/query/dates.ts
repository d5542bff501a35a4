import { monthOf } from "#kit/months.ts";
import { analyseUnstemmed } from "../words/analysis.ts";
import { sequencesIn } from "../words/sequences.ts";

/** A stretch of days: ISO dates, inclusive, either of them empty for no bound. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/**
 * Reads a date or a range of dates as people write them: `2025`, `2025-03`, `3-2025`, `maart 2025`, `10-3-2025`,
 * `2025/03/10`, `10 maart 2025`, two of them with `..` between them or one open end, and with `>`, `>=`, `<`, `<=` before one.
 * Undefined for anything else.
 */
export const periodOf = (relation: string, value: string): Period | undefined => {
  const [, sign = "", written = ""] = /^([<>]=?|=)?(.*)$/su.exec(value.trim()) ?? [];
  const ends = written.split(/\.\.+|…/u);
  if (ends.length > 2) return undefined;
  if (ends.length === 2) {
    const [first, last] = ends.map((end) => (end.trim() === "" ? "" : isoOf(end)));
    return first === undefined || last === undefined || first + last === "" ? undefined : { from: first, to: last };
  }
  const date = isoOf(written);
  return date === undefined ? undefined : bounded(sign || relation.replace(":", ""), date);
};

/** The same for words that are bounds themselves: `before:`, `after:`. */
export const bounded = (relation: string, date: string): Period | undefined => {
  if (relation === ">=") return { from: date, to: "" };
  if (relation === "<=") return { from: "", to: date };
  if (relation === ">") return { from: shifted(date, 1), to: "" };
  if (relation === "<") return { from: "", to: shifted(date, -1) };
  return { from: date, to: date };
};

const isoOf = (written: string): string | undefined => {
  const text = written.trim().replace(/^["“”„]|["“”„]$/gu, "");
  if (/^[12]\d{3}$/.test(text)) return text;
  const [, year, month, day] = /^([12]\d{3})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?$/.exec(text) ?? [];
  if (year !== undefined) return isoFrom(year, month ?? "", day);
  const [, dayFirst, monthNext, yearLast] = /^(?:(\d{1,2})[-/.])?(\d{1,2})[-/.]([12]\d{3})$/.exec(text) ?? [];
  if (yearLast !== undefined) return isoFrom(yearLast, monthNext ?? "", dayFirst);
  const words = analyseUnstemmed(text).map(({ raw }) => raw);
  if (words.length === 2 && monthOf(words[0] ?? "") > 0 && /^[12]\d{3}$/.test(words[1] ?? ""))
    return isoFrom(words[1] as string, String(monthOf(words[0] as string)), undefined);
  const [sequence] = sequencesIn(words);
  return sequence !== undefined && sequence.count === words.length && sequence.count === 3
    ? sequence.reading
    : undefined;
};

const isoFrom = (year: string, month: string, day: string | undefined): string | undefined => {
  if (Number(month) < 1 || Number(month) > 12) return undefined;
  const start = `${year}-${month.padStart(2, "0")}`;
  if (day === undefined) return start;
  const whole = `${start}-${day.padStart(2, "0")}`;
  return new Date(`${whole}T00:00:00Z`).toISOString().startsWith(whole) ? whole : undefined;
};

/** The day, month or year after (1) or before (-1) one. */
const shifted = (date: string, by: 1 | -1): string => {
  const [year = 0, month, day] = date.split("-").map(Number);
  if (month === undefined) return String(year + by);
  if (day === undefined) return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 7);
  return new Date(Date.UTC(year, month - 1, day + by)).toISOString().slice(0, 10);
};
