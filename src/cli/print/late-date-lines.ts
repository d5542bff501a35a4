import { dayInTheNetherlands } from "#kit/day.ts";
import { dateInWords } from "../../export/days.ts";
import type { Speech } from "../../messages/speech.ts";
import { demandsBefore, memoDay, type TermDay, termsBefore, termsSet, termsToCome } from "../../show/late-date.ts";
import type { RunView } from "../../show/run-view.ts";
import { oneLine, wrap } from "../text/plain.ts";

/** Terms of the answered letter, and of the demands of the memo, that have run out on the day that it bears; no lines where none has. */
export const lateDateLines = (view: RunView, speech: Speech): string[] => {
  const today = dayInTheNetherlands(Date.now());
  const day = memoDay(view, today);
  const own = demandsBefore(view, today).map(({ text, dueDate }) => ({ words: text, day: dueDate }));
  return [
    ...lateBlock("late-date.heading", day, termsBefore(view, today), speech),
    ...lateBlock("late-date.own-heading", day, own, speech),
  ];
};

const lateBlock = (
  heading: "late-date.heading" | "late-date.own-heading",
  day: string,
  terms: readonly WordsDay[],
  speech: Speech,
): string[] => {
  if (terms.length === 0) return [];
  const question = heading === "late-date.heading" ? "late-date.is-it-right" : "late-date.own-is-it-right";
  return [
    speech.phrase(heading),
    `      ${speech.phrase("item.date", { value: dateInWords(day, speech.locale) || day })}`,
    ...terms.flatMap((term) => termLines(term, speech)),
    ...wrap(speech.phrase(question), 92),
    "",
  ];
};

type WordsDay = Pick<TermDay, "words" | "day">;

/** The days that the memo sets, then the terms of the answered letter that still run today, an ISO 8601 date, for whoever sends what is done; no lines where none does. */
export const termsToComeLines = (view: RunView, today: string, speech: Speech): string[] => [
  ...termsBlock("letter.terms-you-set", termsSet(view, today), speech),
  ...termsBlock("letter.terms-in-the-letter", termsToCome(view, today), speech),
];

const termsBlock = (
  heading: "letter.terms-you-set" | "letter.terms-in-the-letter",
  terms: readonly WordsDay[],
  speech: Speech,
): string[] =>
  terms.length === 0 ? [] : [speech.phrase(heading), ...terms.flatMap((term) => termLines(term, speech))];

const termLines = ({ words, day }: WordsDay, { phrase, locale }: Speech): string[] =>
  wrap(phrase("item.term", { value: `${dateInWords(day, locale) || day}, “${oneLine(words, 200)}”` }), 86).map(
    (line) => `      ${line}`,
  );
