import { dateInWords } from "../export/days.ts";
import type { Speech } from "../messages/speech.ts";

/** The day of a term in words, with whether it is the day of the memo or lies behind it; `day`, `today`: ISO 8601, empty: not known. */
export const termDay = (day: string, today: string, { locale, phrase }: Speech): string => {
  const words = dateInWords(day, locale) || day;
  if (words === "" || today === "" || day > today) return words;
  return phrase(day === today ? "letter.day-today" : "letter.day-past", { day: words });
};
