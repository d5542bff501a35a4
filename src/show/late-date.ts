import type { Demand } from "../../gen/pincite/memo/v1/intent_pb.ts";
import type { RunView } from "./run-view.ts";

/** A term of the answered letter with its last day. */
export interface TermDay {
  readonly partId: string;
  /** Its words in the letter. */
  readonly words: string;
  /** ISO 8601 date: the last day that the words name, or that their period comes to. */
  readonly day: string;
}

type Seen = Pick<RunView, "draft" | "intent" | "letterReading">;

/** The day that a memo bears, as far as it is said; without it it bears the day on which it is written. ISO 8601 date. */
export const memoDay = ({ draft, intent }: Pick<Seen, "draft" | "intent">, today: string): string =>
  draft?.frame?.date || intent?.frame?.date || today;

/** The terms that have run out on the day that a memo bears, in the order of the letter. A hint: a term may begin later than it was counted from. */
export const termsBefore = (view: Seen, today: string): TermDay[] => {
  const day = memoDay(view, today);
  return termDays(view).filter((term) => term.day < day);
};

/** The demands of the memo whose own last day lies before the day that it bears, as they stand in it. */
export const demandsBefore = (view: Pick<Seen, "draft" | "intent">, today: string): Demand[] => {
  const day = memoDay(view, today);
  return (view.intent?.demands ?? []).filter(({ dueDate }) => dueDate !== "" && dueDate < day);
};

/** The terms that have not run out today (ISO 8601 date), the one that ends first in front. */
export const termsToCome = (view: Pick<Seen, "letterReading">, today: string): TermDay[] =>
  termDays(view)
    .filter(({ day }) => day >= today)
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));

const termDays = ({ letterReading }: Pick<Seen, "letterReading">): TermDay[] =>
  (letterReading?.terms ?? []).flatMap(({ partId, span, dueDate, countedDate }) => {
    const last = dueDate || countedDate;
    return last === "" ? [] : [{ partId, words: span?.excerpt ?? "", day: last }];
  });
