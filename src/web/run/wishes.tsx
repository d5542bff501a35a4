import { isDay } from "#kit/day.ts";
import { writtenDay } from "#kit/months.ts";
import type { IntentSeed } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import type { WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { demandQuestion } from "../../cli/print/wish-lines.ts";
import { sumWritten } from "../../client/sum-written.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { DayField } from "../parts/day-field.tsx";
import { useWords } from "../words/use-words.ts";

/** Something a person wants, as it is typed. */
interface Typed {
  readonly text: string;
  readonly sum: string;
  readonly dueDate: string;
}

/** What a person typed of what is wanted; what is absent stays as it is in the intent. */
export interface SaidWishes {
  readonly typed: readonly Typed[];
  /** Demands of the intent to take out, by their words. */
  readonly dropped: readonly string[];
  /** Lines that must not be said. */
  readonly unsaid?: string;
}

export const nothingWished: SaidWishes = { typed: [], dropped: [] };

const blank: Typed = { text: "", sum: "", dueDate: "" };

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** Each line is a demand with a sum and a day of its own: what was said of the first is not said of the others. */
const rowsOf = (row: Typed): Typed[] => {
  const [first, ...others] = linesOf(row.text);
  if (first === undefined || others.length === 0) return [row];
  return [{ ...row, text: first }, ...others.map((text) => ({ ...blank, text }))];
};

/** Enter begins the next demand, as the row below it. */
const nextOnEnter = (event: React.KeyboardEvent<HTMLTextAreaElement>): void => {
  if (event.key !== "Enter" || event.shiftKey) return;
  event.preventDefault();
  const rows = [...(event.currentTarget.closest(".wishes")?.querySelectorAll<HTMLElement>(".wish textarea") ?? [])];
  rows[rows.indexOf(event.currentTarget) + 1]?.focus();
};

/** Whether anything of it would change the intent. */
export const isWished = ({ typed, dropped, unsaid }: SaidWishes): boolean =>
  dropped.length > 0 || unsaid !== undefined || typed.some(({ text }) => text.trim() !== "");

/** What a person typed, as a change of the intent. Errors: REQUEST_INVALID where words stand for a day that are none. */
export const wishesProposed = ({ typed, dropped, unsaid }: SaidWishes, intent: IntentSeed | undefined) => {
  const noDay = typed.find(({ text, dueDate }) => text.trim() !== "" && dueDate !== "" && !isDay(dueDate));
  if (noDay)
    throw new DomainError(
      "REQUEST_INVALID",
      worded("error.is-no-day-of-the-calendar-write-it-as-2025-12", { day: noDay.dueDate }),
    );
  const before = intent?.unsaid ?? [];
  const lines = unsaid === undefined ? before : linesOf(unsaid);
  return {
    demands: typed.flatMap((row) => linesOf(row.text).map((text) => ({ ...row, text, sum: sumWritten(row.sum) }))),
    dropDemands: [...dropped],
    unsaid: lines.filter((line) => !before.includes(line)),
    dropUnsaid: before.filter((line) => !lines.includes(line)),
  };
};

/** What a person wants to reach, each with its sum and its day, and what must not be said. */
export const Wishes = ({
  intent,
  profile,
  said,
  onSay,
}: {
  readonly intent: IntentSeed | undefined;
  readonly profile: WorkflowProfile | undefined;
  readonly said: SaidWishes;
  readonly onSay: (said: SaidWishes) => void;
}) => {
  const { say, speech } = useWords();
  const there = (intent?.demands ?? []).filter(({ text }) => !said.dropped.includes(text));
  // There is always a line to begin the next one on.
  const rows = said.typed.at(-1)?.text === "" ? said.typed : [...said.typed, blank];
  const change = (at: number, part: Partial<Typed>): void =>
    onSay({ ...said, typed: rows.flatMap((row, n) => (n === at ? rowsOf({ ...row, ...part }) : row)) });
  return (
    <section className="wishes" aria-label={say("wants.what-you-want")}>
      <h2>{say("wants.what-you-want")}</h2>
      <p className="note">{demandQuestion(profile, speech)}</p>
      {there.length === 0 ? null : (
        <ul>
          {there.map(({ text, sum, dueDate }) => (
            <li key={text}>
              {[text, sum, writtenDay(dueDate, speech.locale)].filter(Boolean).join(" · ")}{" "}
              <button
                type="button"
                className="quiet"
                onClick={() => onSay({ ...said, dropped: [...said.dropped, text] })}
              >
                {say("page.take-out")}
              </button>
            </li>
          ))}
        </ul>
      )}
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are added at the end alone
        <div key={at} className="wish">
          <label className="field field-wide">
            {say("page.i-ask-that")}
            <textarea
              rows={2}
              maxLength={1000}
              value={row.text}
              onKeyDown={nextOnEnter}
              onChange={({ target }) => change(at, { text: target.value })}
            />
          </label>
          {row.text === "" ? null : (
            <div className="row">
              <label className="field">
                <span>
                  {say("page.sum")} <small>({say("page.may-stay-empty")})</small>
                </span>
                <input maxLength={60} value={row.sum} onChange={({ target }) => change(at, { sum: target.value })} />
              </label>
              <label className="field">
                <span>
                  {say("page.by-this-day")} <small>({say("page.may-stay-empty")})</small>
                </span>
                <DayField keepsWords day={row.dueDate} onDay={(dueDate) => change(at, { dueDate })} />
              </label>
            </div>
          )}
        </div>
      ))}
      <label className="field field-wide">
        <span>
          {say("wants.what-must-not-be-said")} <small>({say("page.words-one-a-line")})</small>
        </span>
        <textarea
          rows={2}
          value={said.unsaid ?? (intent?.unsaid ?? []).join("\n")}
          onChange={({ target }) => onSay({ ...said, unsaid: target.value })}
        />
      </label>
    </section>
  );
};
