import { useEffect, useState } from "react";
import { documentLink } from "#kit/document-link.ts";
import type { LatePaper } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { dateInWords } from "../../export/days.ts";
import { choosesHere, isFinal, latePapersShown } from "../../show/late-papers.ts";
import { lateHeading, latePapersTold } from "../../show/late-told.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { rewind } from "./deeds.ts";
import { useRun } from "./run-store.ts";

addLateTexts();

/**
 * Papers that came into the Vault after passages were chosen, each to be read there, and the way back to the passages. A paper comes by another
 * tab or the terminal as well: they are asked for again whenever somebody comes back to this one.
 */
export const LatePapers = () => {
  const { act, clients, isBusy, view } = useRun();
  const { say, speech } = useWords();
  const { context } = view;
  const { runId, strandId, version } = context;
  const [papers, setPapers] = useState<readonly LatePaper[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each state of the run may rest on other papers
  useEffect(() => {
    const aside = new AbortController();
    const ask = (): void =>
      void clients.orchestrator
        .getRun({ runId, withLatePapers: true }, { signal: aside.signal })
        .then(({ latePapers }) => setPapers(latePapersTold(latePapers, context)))
        // What cannot be said now is no reason to wait.
        .catch(() => undefined);
    ask();
    globalThis.addEventListener("focus", ask, { signal: aside.signal });
    return () => aside.abort();
  }, [clients, runId, version]);
  const { named, more } = latePapersShown(papers);
  if (named.length === 0) return null;
  const count = papers.length;
  return (
    <section className="block" data-late-papers="">
      <h2>{say(lateHeading(papers, context), { count })}</h2>
      <p className="note">{say("late.why", { count })}</p>
      <ul>
        {named.map(({ evidenceId, title, day }) => (
          <li key={evidenceId}>
            <a
              href={documentLink({ strandId, docUid: evidenceId.slice("vault:".length), chunkUid: "" })}
              target="_blank"
              rel="noreferrer"
            >
              {title}
            </a>
            , {dateInWords(day, speech.locale) || say("item.no-date")}
          </li>
        ))}
        {more > 0 ? <li>{say("late.more", { count: more })}</li> : null}
      </ul>
      {choosesHere(context) ? (
        <p className="note">{say("late.choose-here")}</p>
      ) : (
        <p>
          <button
            type="button"
            className="quiet"
            data-to-passages=""
            disabled={isBusy}
            onClick={() => void act((shown) => rewind(clients, shown, OrchestratorState.EVIDENCE_NEEDS))}
          >
            {say("late.to-the-passages")}
          </button>{" "}
          <span className="note">{say(isFinal(context) ? "late.or-leave-it" : "late.what-stays")}</span>
        </p>
      )}
    </section>
  );
};
