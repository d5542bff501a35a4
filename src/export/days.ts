import { dayInTheNetherlands } from "#kit/day.ts";
import { writtenDay } from "#kit/months.ts";
import type { Locale } from "../messages/locale.ts";

/** An ISO date or instant as people write its day, `9 december 2025`; empty where the text begins with no date. */
export const dateInWords = (iso: string, locale: Locale): string => {
  const day = dayWritten(iso);
  return /^\d{4}-\d{2}-\d{2}/.test(day) ? writtenDay(day, locale) : "";
};

/** A first and a last day in words, as one where they are: `3 maart 2026 – 5 mei 2026`. Empty where they are none. */
export const daysInWords = (first: string, last: string, locale: Locale): string =>
  [...new Set([first, last])].map((day) => dateInWords(day, locale)).join(" – ");

/** The day of an instant in UTC; what has a zone of its own, or is a date alone, stays as it is written. */
const dayWritten = (iso: string): string => {
  const instant = /T.*Z$/.test(iso) ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(instant) ? iso : dayInTheNetherlands(instant);
};
