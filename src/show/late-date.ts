import type { Demand } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { AssertionAnswer } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { SpanRef } from "../../gen/pincite/span/v1/span_pb.ts";
import type { RunView } from "./run-view.ts";

/** A term of the answered letter with its last day. */
export interface TermDay {
  readonly partId: string;
  /** Its words in the letter. */
  readonly words: string;
  /** ISO 8601 date: the last day that the words name, or that their period comes to. */
  readonly day: string;
}

type Seen = Pick<RunView, "draft" | "intent" | "letterReading" | "skeleton">;

/** The day that a memo bears, as far as it is said; without it it bears the day on which it is written. ISO 8601 date. */
export const memoDay = ({ draft, intent }: Pick<Seen, "draft" | "intent">, today: string): string =>
  draft?.frame?.date || intent?.frame?.date || today;

/** The terms that have run out on the day that a memo bears, in the order of the letter. A hint: a term may begin later than it was counted from. */
export const termsBefore = (view: Omit<Seen, "skeleton">, today: string): TermDay[] => {
  const day = memoDay(view, today);
  return termDays(view).filter((term) => term.day < day);
};

/** The demands of the memo whose own last day lies before the day that it bears, as they stand in it. */
export const demandsBefore = (view: Pick<Seen, "draft" | "intent">, today: string): Demand[] => {
  const day = memoDay(view, today);
  return (view.intent?.demands ?? []).filter(({ dueDate }) => dueDate !== "" && dueDate < day);
};

/** The days that the memo itself sets for what it asks, each once with the words that ask first for it, as far as they are to come; the first in front. */
export const termsSet = ({ intent }: Pick<Seen, "intent">, today: string): Pick<TermDay, "words" | "day">[] => {
  const asked = (intent?.demands ?? []).filter(({ dueDate }) => dueDate !== "" && dueDate >= today);
  const days = new Map(asked.toReversed().map(({ dueDate, text }) => [dueDate, text]));
  return [...days].map(([day, words]) => ({ words, day })).toSorted((one, other) => (one.day < other.day ? -1 : 1));
};

/**
 * The terms of the answered letter that have not run out today (ISO 8601 date), the one that ends first in front. A day in what the memo calls
 * wrong is none: nothing ends on it by the memo's own words.
 */
export const termsToCome = (view: Pick<Seen, "letterReading" | "skeleton">, today: string): TermDay[] => {
  const denied = deniedSpans(view);
  return termDays(view)
    .filter(({ day, span }) => day >= today && !denied.some((one) => overlap(one, span)))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
};

/** The spans of what the letter states and the memo says is wrong. */
const deniedSpans = ({ letterReading, skeleton }: Pick<Seen, "letterReading" | "skeleton">): SpanRef[] => {
  const wrong = new Set(
    (skeleton?.sections ?? [])
      .flatMap(({ claims }) => claims.flatMap(({ answers }) => answers))
      .flatMap(({ assertionId, answer }) => (answer === AssertionAnswer.WRONG ? [assertionId] : [])),
  );
  return (letterReading?.assertions ?? []).flatMap(({ partId, span }) => (span && wrong.has(partId) ? [span] : []));
};

const overlap = (one: SpanRef, other: SpanRef | undefined): boolean =>
  other !== undefined && one.startChar < other.endChar && other.startChar < one.endChar;

const termDays = ({
  letterReading,
}: Pick<Seen, "letterReading">): (TermDay & { readonly span: SpanRef | undefined })[] =>
  (letterReading?.terms ?? []).flatMap(({ partId, span, dueDate, countedDate }) => {
    const last = dueDate || countedDate;
    return last === "" ? [] : [{ partId, words: span?.excerpt ?? "", day: last, span }];
  });
