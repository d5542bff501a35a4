import { monthForms, monthOf as monthOfWord } from "#kit/months.ts";
import { fold } from "./words.ts";

const weekdays = [
  "zondag sunday",
  "maandag monday",
  "dinsdag tuesday",
  "woensdag wednesday",
  "donderdag thursday",
  "vrijdag friday",
  "zaterdag saturday",
].map((row) => row.split(" "));

/** The words that name a month, longest first, for a pattern. */
export const monthWords = monthForms.join("|");
/** The same for weekdays. */
export const weekdayWords = weekdays.flat().join("|");

/** 1 to 12; 0: no month. */
export const monthOf = (word: string): number => monthOfWord(fold(word).replace(".", ""));

/** A plural (`vrijdagen`, `Fridays`) names the day too. */
const weekdayForms: ReadonlyMap<string, number> = new Map(
  weekdays.flatMap((row, at) =>
    row.flatMap((name) => [name, `${name}en`, `${name}s`].map((form) => [form, at] as const)),
  ),
);

/** 0 for Sunday to 6; -1: no weekday. */
export const weekdayOf = (word: string): number => weekdayForms.get(fold(word)) ?? -1;

/** A day of the calendar, or what is known of one. */
export interface PartialDay {
  readonly year?: number;
  readonly month?: number;
  readonly day?: number;
}

/** Days since 1970, for a whole day that exists. */
export const dayNumber = ({ year, month, day }: PartialDay): number | undefined => {
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const time = Date.UTC(year, month - 1, day);
  const date = new Date(time);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? time / 86_400_000 : undefined;
};

/** 0 for Sunday to 6, by the Gregorian calendar. */
export const weekdayOfDay = (days: number): number => (((days + 4) % 7) + 7) % 7;

/** The day an ISO 8601 date or instant begins with; undefined: it begins with none. */
export const isoDay = (iso: string): PartialDay | undefined => {
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?/u.exec(iso) ?? [];
  if (year === undefined || month === undefined) return undefined;
  return { year: Number(year), month: Number(month), ...(day === undefined ? {} : { day: Number(day) }) };
};

/** The day as an ISO 8601 date; undefined: it is not whole, or no calendar has it. */
export const isoOf = (day: PartialDay): string | undefined => {
  const number = dayNumber(day);
  return number === undefined ? undefined : new Date(number * 86_400_000).toISOString().slice(0, 10);
};
