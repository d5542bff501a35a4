import { dayInTheNetherlands, isDay } from "#kit/day.ts";
import { monthOf } from "#kit/months.ts";

const forms = [
  /^(?<day>\d{1,2})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<year>\d{4})$/u,
  /^(?<day>\d{1,2})\.?\s+(?<name>\p{L}+)\.?,?\s+(?<year>\d{4})$/u,
  /^(?<name>\p{L}+)\.?\s+(?<day>\d{1,2}),?\s+(?<year>\d{4})$/u,
];

/**
 * A day as people type it, `30-11-2026`, `30 november 2026` or `November 30, 2026`, or as ISO 8601 writes it; undefined: it is none of the
 * calendar.
 */
export const dayTyped = (words: string): string | undefined => {
  const form = forms.find((one) => one.test(words));
  const { day = "", month = "", name = "", year = "" } = form?.exec(words)?.groups ?? {};
  const number = name === "" ? month : String(monthOf(name.toLowerCase()));
  const iso = form ? `${year}-${number.padStart(2, "0")}-${day.padStart(2, "0")}` : words;
  return isDay(iso) ? iso : undefined;
};

/** A day two weeks from an instant in the Netherlands, as people type it: an example of a term that is not over. `millis`: since 1970. */
export const dayAhead = (millis: number): string =>
  dayInTheNetherlands(millis + 14 * 86_400_000)
    .split("-")
    .toReversed()
    .join("-");
