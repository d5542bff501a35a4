import { useCallback, useState } from "react";
import { AssertionAnswer as Answer } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { PlainId } from "../../messages/speech.ts";
import { useWords } from "../words/use-words.ts";
import { propose } from "./deeds.ts";
import { type Unsent, useRun } from "./run-store.ts";
import { useUnsent } from "./use-unsent.ts";

/** The four answers in the order in which they are offered. */
const answers: readonly (readonly [Answer, PlainId])[] = [
  [Answer.RIGHT, "page.right"],
  [Answer.WRONG, "page.wrong"],
  [Answer.UNKNOWN, "page.i-do-not-know"],
  [Answer.BESIDE, "page.beside-the-point"],
];

interface Said {
  readonly answer?: Answer;
  readonly why?: string;
}

/** What a person says to each assertion of the letter, with one line why; it is the first half of the outline. */
export const Answers = () => {
  const { clients, view } = useRun();
  const { say } = useWords();
  const assertions = view.letterReading?.assertions ?? [];
  const [said, setSaid] = useState<ReadonlyMap<string, Said>>(new Map());
  const [isOpen, setIsOpen] = useState(false);
  const given = view.context.answeredLetter?.answers ?? [];
  const send = useCallback<Unsent>(
    async (context) => {
      const value = {
        answers: [...said].flatMap(([assertionId, { answer, why = "" }]) =>
          answer === undefined ? [] : [{ assertionId, answer, why: why.trim() }],
        ),
      };
      const after = await propose(clients, context, { case: "skeleton", value });
      setSaid(new Map());
      setIsOpen(false);
      return after;
    },
    [clients, said],
  );
  const isSaid = [...said.values()].some(({ answer }) => answer !== undefined);
  useUnsent(isSaid ? send : undefined);
  if (assertions.length === 0) return null;
  if (given.length > 0 && !isOpen)
    return (
      <button type="button" className="quiet" onClick={() => setIsOpen(true)}>
        {say("page.what-do-you-say-to-this")}
      </button>
    );
  const change = (partId: string, part: Said) =>
    setSaid(new Map([...said, [partId, { ...said.get(partId), ...part }]]));
  return (
    <section className="block" aria-label={say("page.what-it-states")}>
      <h2>{say("page.what-it-states")}</h2>
      {assertions.map(({ partId, span }) => {
        const before = given.find(({ assertionId }) => assertionId === partId)?.answer;
        const now = said.get(partId);
        return (
          <fieldset key={partId} className="assertion">
            <legend>
              <q>{span?.excerpt}</q>
            </legend>
            <div className="choices choices-row">
              {answers.map(([answer, word]) => (
                <label key={word}>
                  <input
                    type="radio"
                    name={partId}
                    checked={(now?.answer ?? before) === answer}
                    onChange={() => change(partId, { answer })}
                  />
                  {say(word)}
                </label>
              ))}
            </div>
            {(now?.answer ?? before) === Answer.WRONG ? (
              <label className="field field-wide">
                {say("page.why-in-one-line")}
                <input
                  maxLength={1000}
                  value={now?.why ?? ""}
                  onChange={(event) => change(partId, { answer: Answer.WRONG, why: event.target.value })}
                />
              </label>
            ) : null}
          </fieldset>
        );
      })}
    </section>
  );
};
