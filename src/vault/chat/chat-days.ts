import { chatForms } from "./chat-forms.ts";

type Order = readonly [year: number, month: number, day: number];
const yearFirst: Order = [0, 1, 2];
const dayFirst: Order = [2, 1, 0];
const monthFirst: Order = [2, 0, 1];

const lastYear = 2100;

/**
 * Each way in which the dates of a chat can be read: their days, ISO 8601, in their order. Of month and day the order is one that makes
 * every date a day; those that let none come before the one above it go before others, if both are of what somebody said. Empty: they
 * are no days. A message without a date has an empty one.
 */
export const dayReadings = (dates: readonly string[], isSaidAt: readonly boolean[]): readonly (readonly string[])[] => {
  const readings = ordersOf(dates.find((date) => date !== "") ?? "").flatMap((order) => {
    const days = dates.map((date) => dayBy(date, order));
    return days.some((day, at) => day === "" && dates[at] !== "") ? [] : [days];
  });
  const inTime = readings.filter((days) =>
    days
      .filter((day, at) => isSaidAt[at] && day !== "")
      .every((day, at, said) => at === 0 || (said[at - 1] as string) <= day),
  );
  return inTime.length > 0 ? inTime : readings;
};

const ordersOf = (date: string): readonly Order[] => {
  if (/^\d{4}/u.test(date)) return [yearFirst];
  const between = /\D/u.exec(date)?.[0] ?? "";
  return chatForms.monthFirst.has(between) ? [dayFirst, monthFirst] : [dayFirst];
};

const dayBy = (date: string, [yearAt, monthAt, dayAt]: Order): string => {
  const numbers = date.split(/\D/u);
  const written = numbers[yearAt] ?? "";
  const year = written.length === 2 ? 2000 + Number(written) : Number(written);
  const [month, day] = [Number(numbers[monthAt]), Number(numbers[dayAt])];
  const made = new Date(Date.UTC(year, month - 1, day));
  const isDay = month >= 1 && month <= 12 && made.getUTCDate() === day && year >= chatForms.firstYear;
  return isDay && year <= lastYear ? made.toISOString().slice(0, 10) : "";
};

/** A time of day as 24 hours, `09:32` or `09:32:45`; empty for what is none. */
export const hourOf = (time: string): string => {
  const [, hours = "", minutes = "", seconds = ""] = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?/u.exec(time) ?? [];
  const half = /[ap](?=\.?\s?m)/iu.exec(time)?.[0].toLowerCase();
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === "p" ? 12 : 0);
  if (minutes === "" || hour > 23 || Number(minutes) > 59) return "";
  return [String(hour).padStart(2, "0"), minutes, seconds].filter((part) => part !== "").join(":");
};
