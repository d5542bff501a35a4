import { useEffect, useState } from "react";
import { dayInTheNetherlands } from "#kit/day.ts";
import { exhibitsSaying, unsaidOf } from "../../client/exhibits-saying.ts";
import { dateInWords } from "../../export/days.ts";
import { exhibitTitle } from "../../export/exhibit-names.ts";
import { isExtractUnasked, type TellingExhibit, tellingExhibits } from "../../export/telling-exhibits.ts";
import type { PlainId } from "../../messages/speech.ts";
import { termsSet, termsToCome } from "../../show/late-date.ts";
import { isLetterToOthers } from "../../show/letter-to-others.ts";
import { DayField } from "../parts/day-field.tsx";
import { Paper } from "../parts/paper.tsx";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { dayToCome, dueDaysFile } from "./due-date-file.ts";
import { useRun } from "./run-store.ts";
import { saveFile } from "./save-file.ts";
import { takeAlong } from "./take-along.ts";

addLateTexts();

/** What can be taken along, in the order in which it is needed. */
const files: readonly (readonly [format: string, name: PlainId])[] = [
  ["docx", "page.word-file"],
  ["pdf", "page.pdf-file"],
  ["zip", "page.the-exhibits"],
  ["proof", "page.the-proof"],
];

/** Which exhibits say what must not be said; undefined while they are read. */
const useSaying = (): ReadonlyMap<string, readonly string[]> | undefined => {
  const { clients, view } = useRun();
  const [saying, setSaying] = useState<ReadonlyMap<string, readonly string[]> | undefined>(() =>
    unsaidOf(view).length === 0 ? new Map() : undefined,
  );
  useEffect(() => {
    if (unsaidOf(view).length === 0) return;
    void exhibitsSaying(clients.docs, view).then(setSaying);
  }, [clients, view]);
  return saying;
};

/** Days by which something ends, with the words that say so. */
const Terms = ({ heading, terms }: { readonly heading: PlainId; readonly terms: readonly Term[] }) => {
  const { say, speech } = useWords();
  return terms.length === 0 ? null : (
    <>
      <h3>{say(heading)}</h3>
      <ul data-terms="">
        {terms.map(({ words, day }) => (
          <li key={`${day} ${words}`}>
            {dateInWords(day, speech.locale) || day}: <q>{words}</q>
          </li>
        ))}
      </ul>
    </>
  );
};
type Term = ReturnType<typeof termsSet>[number];

/** The letter is final: it and what goes with it as files. */
export const Finish = () => {
  const { act, clients, isBusy, setProgress, view } = useRun();
  const { say, speech } = useWords();
  const [saved, setSaved] = useState<readonly string[]>([]);
  const { runId } = view.context;
  const saying = useSaying();
  const telling = tellingExhibits(view, saying);
  const [chosen, setChosen] = useState<ReadonlyMap<number, boolean>>(new Map());
  const isExtract = (one: TellingExhibit): boolean => chosen.get(one.number) ?? isExtractUnasked(one);
  const extracts = telling.filter(isExtract).map(({ number }) => number);
  const today = dayInTheNetherlands(Date.now());
  const [day, setDay] = useState(() => dayToCome(view, new Date()));
  // The terms of the letter that is answered go on beside what this one sets: an objection is in by its own day.
  const due = [
    ...(day === "" ? [] : [{ day, text: say("page.an-answer-is-due") }]),
    ...termsToCome(view, today).map((term) => ({
      day: term.day,
      text: say("page-letter.term-of", { words: term.words }),
    })),
  ];
  const save = (format: string) =>
    void act(async () => {
      setProgress(say("page.it-is-being-made"));
      const name = await takeAlong(clients, runId, { format, extracts: format === "zip" ? extracts : [] });
      setSaved((before) => [...before, name]);
      return undefined;
    });
  return (
    <section className="block finish">
      <h2>{say(isLetterToOthers(view) ? "page.your-letter-is-done" : "page-letter.your-document-is-done")}</h2>
      <p>{say("page.take-it-with-you")}:</p>
      <ul className="downloads">
        {files.map(([format, name]) => (
          <li key={format}>
            <button
              type="button"
              data-format={format}
              disabled={isBusy || (format === "zip" && saying === undefined)}
              onClick={() => save(format)}
            >
              {say(name)}
            </button>
          </li>
        ))}
        <li>
          <label className="row">
            {say("page.reminder-of-the-date")}
            <DayField day={day} onDay={setDay} />
          </label>
          <button
            type="button"
            data-format="ics"
            disabled={due.length === 0}
            onClick={() => saveFile(`${say("page.answer-file")}.ics`, dueDaysFile(runId, due))}
          >
            {say("page.put-it-in-your-calendar")}
          </button>
        </li>
      </ul>
      <Terms heading="page-letter.terms-you-set" terms={termsSet(view, today)} />
      <Terms heading="page-letter.terms" terms={termsToCome(view, today)} />
      {telling.length === 0 ? null : (
        <fieldset className="choices" data-extracts="">
          <legend>{say("exhibit.say-more")}</legend>
          {telling.map((exhibit) => (
            <label key={exhibit.number}>
              <input
                type="checkbox"
                checked={isExtract(exhibit)}
                onChange={({ target }) => setChosen(new Map([...chosen, [exhibit.number, target.checked]]))}
              />
              {say("exhibit.numbered", { number: exhibit.number, title: exhibitTitle(exhibit, speech) })}
              {exhibit.unsaid.map((words) => (
                <em key={words}> {say("exhibit.says-unsaid", { words })}</em>
              ))}
            </label>
          ))}
        </fieldset>
      )}
      <p role="status" className="note">
        {saved.join(", ")}
      </p>
      {view.draft ? (
        <Paper draft={view.draft} of={(sentences) => <p>{sentences.map(({ text }) => text).join(" ")}</p>} />
      ) : null}
    </section>
  );
};
