import { isDay } from "#kit/day.ts";

/** A day as people type it, `30-11-2026`, or as ISO 8601 writes it; undefined: it is none of the calendar. */
export const dayTyped = (words: string): string | undefined => {
  const {
    day = "",
    month = "",
    year = "",
  } = /^(?<day>\d{1,2})-(?<month>\d{1,2})-(?<year>\d{4})$/u.exec(words)?.groups ?? {};
  const iso = day === "" ? words : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(iso) ? iso : undefined;
};
