import { dayInTheNetherlands } from "#kit/day.ts";
import { dateInWords } from "../../export/days.ts";
import type { PlainId } from "../../messages/speech.ts";
import { demandsBefore, memoDay, type TermDay, termsBefore } from "../../show/late-date.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { useRun } from "./run-store.ts";

addLateTexts();

/** Terms of the answered letter, and of the demands of the memo, that have run out on the day that it bears. */
export const LateDate = () => {
  const { view } = useRun();
  const today = dayInTheNetherlands(Date.now());
  const own = demandsBefore(view, today).map(({ text, dueDate }) => ({ words: text, day: dueDate }));
  return (
    <>
      <Late terms={termsBefore(view, today)} heading="late-date.heading" question="late-date.is-it-right" />
      <Late terms={own} heading="late-date.own-heading" question="late-date.own-is-it-right" />
    </>
  );
};

interface LateProps {
  readonly terms: readonly Pick<TermDay, "words" | "day">[];
  readonly heading: PlainId;
  readonly question: PlainId;
}

const Late = ({ terms, heading, question }: LateProps) => {
  const { view } = useRun();
  const { say, speech } = useWords();
  if (terms.length === 0) return null;
  const inWords = (day: string): string => dateInWords(day, speech.locale) || day;
  return (
    <section className="block" data-late-date={heading}>
      <h2>{say(heading)}</h2>
      <p>{say("item.date", { value: inWords(memoDay(view, dayInTheNetherlands(Date.now()))) })}</p>
      <ul>
        {terms.map(({ words, day }) => (
          <li key={`${day} ${words}`}>
            {inWords(day)}: <q>{words}</q>
          </li>
        ))}
      </ul>
      <p className="note">{say(question)}</p>
    </section>
  );
};
