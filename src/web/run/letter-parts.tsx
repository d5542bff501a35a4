import { type LetterPart, ReferenceSide } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { termDay } from "../../client/term-day.ts";
import { LetterWords } from "../parts/letter-words.tsx";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { useRun } from "./run-store.ts";

addLateTexts();

/** The letter that is answered, taken apart: what it states, asks and sets, in its own words. */
export const LetterParts = ({ isAnswered }: { readonly isAnswered: boolean }) => {
  const { say, speech } = useWords();
  const { letterReading: reading, context } = useRun().view;
  if (!context.answeredLetter) return null;
  if (!reading)
    return context.answeredLetter.leftUnread ? (
      <p className="note">{say("page-letter.the-letter-was-not-taken-apart")}</p>
    ) : null;
  const { assertions, questions, terms, references } = reading;
  // A heading with nothing below it tells nothing.
  const isBare = questions.length + terms.length + references.length === 0;
  if (isBare && isAnswered) return null;
  return (
    <section className="block letter-parts">
      <h2>{say("page-letter.the-letter-taken-apart")}</h2>
      {isBare && assertions.length === 0 ? <p className="note">{say("page-letter.nothing-in-it-to-answer")}</p> : null}
      {references.map(({ side, value }) => (
        <p key={value} className="badge">
          {say(side === ReferenceSide.READER ? "page-letter.our-reference" : "page-letter.your-reference", { value })}
        </p>
      ))}
      {isAnswered ? null : (
        <Parts name={say("page.what-it-states")} parts={assertions} all={[...assertions, ...questions]} />
      )}
      <Parts name={say("page.what-it-asks")} parts={questions} all={[...assertions, ...questions]} />
      {terms.length === 0 ? null : (
        <>
          <h3>{say("page-letter.terms")}</h3>
          <ul className="quotes">
            {terms.map(({ partId, span, dueDate, countedDate }) => (
              <li key={partId}>
                <q>{span?.excerpt}</q>
                {dueDate === "" ? null : (
                  <span className="badge">
                    {say("page-letter.before", { dateInWords: termDay(dueDate, context.referenceDate, speech) })}
                  </span>
                )}
                {countedDate === "" ? null : (
                  <span className="badge">
                    {say("letter.counted-from-the-letter", {
                      day: termDay(countedDate, context.referenceDate, speech),
                    })}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
};

const Parts = ({
  name,
  parts,
  all,
}: {
  readonly name: string;
  readonly parts: readonly LetterPart[];
  readonly all: readonly LetterPart[];
}) =>
  parts.length === 0 ? null : (
    <>
      <h3>{name}</h3>
      <ul className="quotes">
        {parts.map((part) => (
          <li key={part.partId}>
            <LetterWords part={part} all={all} />
          </li>
        ))}
      </ul>
    </>
  );
