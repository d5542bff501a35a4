import { dayInTheNetherlands } from "#kit/day.ts";
import { dateInWords } from "../../export/days.ts";
import type { Speech } from "../../messages/speech.ts";
import { memoDay, termsBefore } from "../../show/late-date.ts";
import type { RunView } from "../../show/run-view.ts";
import { oneLine, wrap } from "../text/plain.ts";

/** Terms of the answered letter that have run out on the day that the memo bears; no lines where none has. */
export const lateDateLines = (view: RunView, { phrase, locale }: Speech): string[] => {
  const today = dayInTheNetherlands(Date.now());
  const terms = termsBefore(view, today);
  if (terms.length === 0) return [];
  const inWords = (day: string): string => dateInWords(day, locale) || day;
  return [
    phrase("late-date.heading"),
    `      ${phrase("item.date", { value: inWords(memoDay(view, today)) })}`,
    ...terms.flatMap(({ words, day }) =>
      wrap(phrase("item.term", { value: `${inWords(day)}, “${oneLine(words, 200)}”` }), 86).map(
        (line) => `      ${line}`,
      ),
    ),
    ...wrap(phrase("late-date.is-it-right"), 92),
    "",
  ];
};
