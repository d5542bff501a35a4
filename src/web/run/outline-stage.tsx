import { useCallback, useState } from "react";
import { textIn } from "#kit/localised.ts";
import { dateInWords } from "../../export/days.ts";
import { saysNotShown } from "../../show/absence-note.ts";
import { noteOfClaim } from "../../show/conceded.ts";
import { laterOnClaim } from "../../show/letter-later.ts";
import { ItemCard } from "../parts/item-card.tsx";
import { useWords } from "../words/use-words.ts";
import { Answers, Noted } from "./answers.tsx";
import { LateDate } from "./late-date.tsx";
import { useLetterLater, WrittenLater } from "./later-on-letter.tsx";
import { LetterApart } from "./letter-apart.tsx";
import { Missing } from "./missing.tsx";
import { OutlineForm } from "./outline-form.tsx";
import { useRun } from "./run-store.ts";

/** The second stage: what a person says to the letter, and the outline that comes of it. */
export const OutlineStage = () => {
  const { act, unsent, view } = useRun();
  const { say, speech } = useWords();
  const letterLater = useLetterLater();
  const [isChanging, setIsChanging] = useState(false);
  const [addsKind, setAddsKind] = useState<string>();
  const adverse = view.profile?.adversePoints ?? [];
  const done = useCallback(() => {
    setIsChanging(false);
    setAddsKind(undefined);
  }, []);
  // The form begins from the outline with what was said to the letter.
  const changing = async (kind?: string) => {
    if (unsent && !(await act(unsent))) return;
    setAddsKind(kind);
    setIsChanging(true);
  };
  const sections = view.skeleton?.sections ?? [];
  const kindOf = (name: string): string =>
    name === ""
      ? say("page.one-quote-is-enough")
      : (view.profile?.claimKinds
          .find((kind) => kind.name === name)
          ?.label.find(({ locale }) => locale === speech.locale)?.text ?? name);
  return (
    <>
      {isChanging ? null : <Answers later={letterLater} />}
      {view.skeleton && isChanging ? (
        <OutlineForm skeleton={view.skeleton} addsKind={addsKind} onDone={done} />
      ) : sections.length === 0 ? null : (
        <section className="block">
          <h2>{say("page.your-outline")}</h2>
          {sections.map(({ sectionId, title, claims }) => (
            <div key={sectionId}>
              <h3>{title}</h3>
              {claims.map(({ claimId, text, claimKind, lawDate, answers }) => (
                <ItemCard key={claimId} itemId={claimId}>
                  <p>{text}</p>
                  <Noted note={noteOfClaim({ text, answers })} />
                  <Noted note={saysNotShown({ claimKind }, view.profile) ? "absent.it-says" : undefined} />
                  <WrittenLater all={laterOnClaim({ ...view, letterLater }, claimId)} />
                  <p className="note">
                    {kindOf(claimKind)}
                    {lawDate && ` · ${say("item.law-of", { day: dateInWords(lawDate, speech.locale) })}`}
                  </p>
                </ItemCard>
              ))}
            </div>
          ))}
          <button type="button" className="quiet" onClick={() => void changing()}>
            {say("page.change-the-outline")}
          </button>
        </section>
      )}
      {adverse.length === 0 || sections.length === 0 || isChanging ? null : (
        <section className="block" data-adverse="">
          <h2>{say("wants.what-the-other-side-will-say")}</h2>
          <ul>
            {adverse.map(({ text, claimKind }) => (
              <li key={textIn(text, speech.locale)}>
                {textIn(text, speech.locale)}{" "}
                <button type="button" className="quiet" onClick={() => void changing(claimKind)}>
                  {say("page.i-take-this-up")}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <LateDate />
      <Missing />
      <LetterApart isAnswered />
    </>
  );
};
