import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import type { LetterPart, LetterReading } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import type { LaterOnLetter } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { AssertionAnswer as Answer } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { ReadingChange } from "../../client/change-reading.ts";
import type { PlainId } from "../../messages/speech.ts";
import { concedes, noteOfAnswer, repliedBy, takesWords } from "../../show/conceded.ts";
import { unanswered } from "../../show/unanswered.ts";
import { LetterWords } from "../parts/letter-words.tsx";
import { useWords } from "../words/use-words.ts";
import { propose } from "./deeds.ts";
import { WrittenLater } from "./later-on-letter.tsx";
import { loadView } from "./load-view.ts";
import { newKey, type Unsent, useRun } from "./run-store.ts";
import { Unanswered } from "./unanswered.tsx";
import { useUnsent } from "./use-unsent.ts";

const HalfTrue = lazy(async () => ({ default: (await import("./half-true.tsx")).HalfTrue }));

type Choices = readonly (readonly [Answer, PlainId])[];

/** The answers to an assertion in the order in which they are offered. */
const answers: Choices = [
  [Answer.RIGHT, "page.right"],
  [Answer.DONE, "page.done-not-allowed"],
  [Answer.WRONG, "page.wrong"],
  [Answer.REPLIED, "page.in-my-words"],
  [Answer.UNKNOWN, "page.i-do-not-know"],
  [Answer.BESIDE, "page.beside-the-point"],
  [Answer.RESTS, "page.it-rests"],
];

/** What can be said to a question besides an answer in words. */
const leavings: Choices = [
  [Answer.LEFT_OPEN, "page.i-leave-it-open"],
  [Answer.RESERVED, "page.i-reserve-all-rights"],
];

interface Said {
  /** Undefined: what was said is taken back. */
  readonly answer?: Answer | undefined;
  readonly why?: string;
}

/** Runs whose letter was read anew here: the way to it leads over another stage, and the answers stand open where it comes back. */
const readAnewIn = new Set<string>();

/** What a person says to each assertion and question of the letter; it is the first half of the outline. */
export const Answers = ({ later }: { readonly later: readonly LaterOnLetter[] }) => {
  const { act, clients, isBusy, view } = useRun();
  const { say } = useWords();
  const { assertions = [], questions = [] } = view.letterReading ?? {};
  const parts = [...assertions, ...questions];
  const [said, setSaid] = useState<ReadonlyMap<string, Said>>(new Map());
  const [isOpen, setIsOpen] = useState(() => readAnewIn.has(view.context.runId));
  const given = view.context.answeredLetter?.answers ?? [];
  const claims = (view.skeleton?.sections ?? []).flatMap((section) => section.claims);
  const reasons = new Map(
    claims.flatMap(({ answers: some }) => some.map((one) => [one.assertionId, one.why] as const)),
  );
  const send = useCallback<Unsent>(
    async (context) => {
      const value = {
        answers: [...said].flatMap(([assertionId, { answer, why = "" }]) =>
          answer === undefined || (answer === Answer.REPLIED && why.trim() === "")
            ? []
            : [
                {
                  assertionId,
                  answer,
                  why: answer === Answer.REPLIED || takesWords(answer, view.profile) ? why.trim() : "",
                },
              ],
        ),
      };
      const after = await propose(clients, context, { case: "skeleton", value });
      setSaid(new Map());
      setIsOpen(false);
      readAnewIn.delete(context.runId);
      return after;
    },
    [clients, said, view.profile],
  );
  const noFacts = useNoFacts(view.letterReading);
  const isSaid = [...said.values()].some(({ answer }) => answer !== undefined);
  useUnsent(isSaid ? send : undefined);
  if (assertions.length + questions.length === 0) return null;
  if (given.length > 0 && !isOpen)
    return unanswered(view).open.length > 0 ? (
      <Unanswered onAnswer={() => setIsOpen(true)} />
    ) : (
      <button type="button" className="quiet" onClick={() => setIsOpen(true)}>
        {say("page.what-do-you-say-to-this")}
      </button>
    );
  // What was said before stays with an answer that is changed.
  const change = (partId: string, part: Said) =>
    setSaid(new Map([...said, [partId, { why: why(partId), ...said.get(partId), ...part }]]));
  const before = (partId: string) => given.find(({ assertionId }) => assertionId === partId)?.answer;
  /** What was said of the others is kept first: the letter is read anew behind it. */
  const readAnew = async (wanted: ReadingChange): Promise<void> => {
    if (isSaid && !(await act(send))) return;
    readAnewIn.add(view.context.runId);
    await act(async (context) => {
      const { changeReading } = await import("../../client/change-reading.ts");
      const seen = isSaid ? await loadView(clients, context) : { ...view, context };
      return (await changeReading(clients.orchestrator, newKey, seen, wanted)) ?? context;
    });
    setIsOpen(true);
  };
  const halves = (part: LetterPart) => (
    <Suspense fallback={null}>
      <HalfTrue part={part} all={parts} isBusy={isBusy} onChange={(wanted) => void readAnew(wanted)} />
    </Suspense>
  );
  const why = (partId: string) => said.get(partId)?.why ?? reasons.get(partId) ?? "";
  return (
    <>
      {assertions.length === 0 ? null : (
        <section className="block" aria-label={say("page.what-it-states")}>
          <h2>{say("page.what-it-states")}</h2>
          {assertions.map((part) => {
            const { partId } = part;
            const answer = said.get(partId)?.answer ?? before(partId);
            return (
              <fieldset key={partId} className="assertion">
                <legend>
                  <LetterWords part={part} all={parts} />
                </legend>
                <WrittenLater all={later.filter((one) => one.partId === partId)} />
                <Choice
                  partId={partId}
                  of={noFacts.has(partId) ? answers.filter(([one]) => one !== Answer.UNKNOWN) : answers}
                  chosen={answer}
                  onChoose={(one) => change(partId, { answer: one })}
                />
                <Noted note={noteOfAnswer(answer)} />
                {answer && (answer === Answer.REPLIED || takesWords(answer, view.profile)) ? (
                  <label className="field field-wide">
                    {say(
                      answer === Answer.REPLIED
                        ? "page.my-answer"
                        : concedes(answer)
                          ? "page.if-half-true"
                          : "page.why-in-one-line",
                    )}
                    <input
                      maxLength={1000}
                      value={why(partId)}
                      onChange={({ target }) => change(partId, { answer, why: target.value })}
                    />
                  </label>
                ) : null}
                {halves(part)}
              </fieldset>
            );
          })}
        </section>
      )}
      {questions.length === 0 ? null : (
        <section className="block" aria-label={say("page.what-it-asks")}>
          <h2>{say("page.what-it-asks")}</h2>
          {questions.map((part) => (
            <fieldset key={part.partId} className="assertion" data-question="">
              <legend>
                <LetterWords part={part} all={parts} />
              </legend>
              <WrittenLater all={later.filter((one) => one.partId === part.partId)} />
              <label className="field field-wide">
                {say("page.my-answer")}
                <textarea
                  rows={2}
                  maxLength={1000}
                  value={why(part.partId)}
                  onChange={({ target }) => change(part.partId, repliedBy(target.value))}
                />
              </label>
              <Choice
                partId={part.partId}
                of={leavings}
                chosen={said.get(part.partId)?.answer ?? before(part.partId)}
                onChoose={(answer) => change(part.partId, { answer, why: "" })}
              />
              {halves(part)}
            </fieldset>
          ))}
        </section>
      )}
    </>
  );
};

/** The statements that tell no fact, which nobody knows or does not know; read behind the first page. */
const useNoFacts = (reading: LetterReading | undefined): ReadonlySet<string> => {
  const [noFacts, setNoFacts] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    let isGone = false;
    void import("../../show/cut-parts.ts").then(({ isMisfit }) => {
      const found = (reading?.assertions ?? []).filter((part) => isMisfit(Answer.UNKNOWN, part));
      if (!isGone) setNoFacts(new Set(found.map(({ partId }) => partId)));
    });
    return () => {
      isGone = true;
    };
  }, [reading]);
  return noFacts;
};

/** What the letter will say by an answer. */
export const Noted = ({ note }: { readonly note: PlainId | undefined }) => {
  const { say } = useWords();
  return note ? <p className="note">{say(note)}</p> : null;
};

const Choice = ({
  partId,
  of,
  chosen,
  onChoose,
}: {
  readonly partId: string;
  readonly of: Choices;
  readonly chosen: Answer | undefined;
  readonly onChoose: (answer: Answer) => void;
}) => {
  const { say } = useWords();
  return (
    <div className="choices choices-row">
      {of.map(([answer, word]) => (
        <label key={word}>
          <input type="radio" name={partId} checked={chosen === answer} onChange={() => onChoose(answer)} />
          {say(word)}
        </label>
      ))}
    </div>
  );
};
