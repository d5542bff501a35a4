import { dayInTheNetherlands } from "#kit/day.ts";
import { dateInWords } from "../../export/days.ts";
import { memoDay, termsBefore } from "../../show/late-date.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { useRun } from "./run-store.ts";

addLateTexts();

/** Terms of the answered letter that have run out on the day that the memo bears. */
export const LateDate = () => {
  const { view } = useRun();
  const { say, speech } = useWords();
  const today = dayInTheNetherlands(Date.now());
  const terms = termsBefore(view, today);
  if (terms.length === 0) return null;
  const inWords = (day: string): string => dateInWords(day, speech.locale) || day;
  return (
    <section className="block" data-late-date="">
      <h2>{say("late-date.heading")}</h2>
      <p>{say("item.date", { value: inWords(memoDay(view, today)) })}</p>
      <ul>
        {terms.map(({ partId, words, day }) => (
          <li key={partId}>
            {inWords(day)}: <q>{words}</q>
          </li>
        ))}
      </ul>
      <p className="note">{say("late-date.is-it-right")}</p>
    </section>
  );
};
