import { dayInTheNetherlands } from "#kit/day.ts";
import { dateInWords } from "../../export/days.ts";
import type { Speech } from "../../messages/speech.ts";
import { memoDay, type TermDay, termsBefore, termsToCome } from "../../show/late-date.ts";
import type { RunView } from "../../show/run-view.ts";
import { oneLine, wrap } from "../text/plain.ts";

/** Terms of the answered letter that have run out on the day that the memo bears; no lines where none has. */
export const lateDateLines = (view: RunView, speech: Speech): string[] => {
  const { phrase, locale } = speech;
  const today = dayInTheNetherlands(Date.now());
  const terms = termsBefore(view, today);
  if (terms.length === 0) return [];
  const day = memoDay(view, today);
  return [
    phrase("late-date.heading"),
    `      ${phrase("item.date", { value: dateInWords(day, locale) || day })}`,
    ...terms.flatMap((term) => termLines(term, speech)),
    ...wrap(phrase("late-date.is-it-right"), 92),
    "",
  ];
};

/** Terms of the answered letter that still run today, an ISO 8601 date, for whoever sends what is done; no lines where none does. */
export const termsToComeLines = (view: RunView, today: string, speech: Speech): string[] => {
  const terms = termsToCome(view, today);
  return terms.length === 0
    ? []
    : [speech.phrase("letter.terms-in-the-letter"), ...terms.flatMap((term) => termLines(term, speech))];
};

const termLines = ({ words, day }: TermDay, { phrase, locale }: Speech): string[] =>
  wrap(phrase("item.term", { value: `${dateInWords(day, locale) || day}, “${oneLine(words, 200)}”` }), 86).map(
    (line) => `      ${line}`,
  );
