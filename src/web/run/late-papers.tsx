import { useEffect, useState } from "react";
import { documentLink } from "#kit/document-link.ts";
import {
  type LateChange,
  LateChange_Kind,
  type LatePaper,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { changeSaid, standingSaid } from "../../cli/print/late-change-lines.ts";
import { lateOf } from "../../client/late-papers.ts";
import { bindingAgain } from "../../client/passages.ts";
import { dateInWords } from "../../export/days.ts";
import { type ChangedClaim, changedClaims, changedMost, keptSlots } from "../../show/late-changes.ts";
import { choosesHere, isFinal, keepsHere, latePapersShown } from "../../show/late-papers.ts";
import { lateHeading, nothingLate } from "../../show/late-told.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { askForClaim } from "./asked-claim.ts";
import { choose, rewind } from "./deeds.ts";
import { usePapersCame } from "./papers-came.ts";
import { useRun } from "./run-store.ts";

addLateTexts();

/**
 * Papers that came into the Vault after passages were chosen, each to be read there, what they change in claims, and the way back to the
 * passages. A paper comes by another tab or the terminal as well: they are asked for again whenever somebody comes back to this one.
 */
export const LatePapers = () => {
  const { clients, view } = useRun();
  const { context } = view;
  const { runId, version } = context;
  const came = usePapersCame();
  const [{ papers, changes }, setLate] = useState(nothingLate);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each state of the run may rest on other papers
  useEffect(() => {
    const aside = new AbortController();
    const ask = (): void =>
      void lateOf(clients.orchestrator, context, aside.signal).then((late) => aside.signal.aborted || setLate(late));
    ask();
    globalThis.addEventListener("focus", ask, { signal: aside.signal });
    return () => aside.abort();
  }, [clients, runId, version, came]);
  if (papers.length + changes.length === 0) return null;
  return (
    <section className="block" data-late-papers="">
      <Papers papers={papers} />
      <Changes changes={changes} />
      <WayBack />
    </section>
  );
};

const Papers = ({ papers }: { readonly papers: readonly LatePaper[] }) => {
  const { say, speech } = useWords();
  const { context } = useRun().view;
  const { named, more } = latePapersShown(papers);
  const count = papers.length;
  if (count === 0) return null;
  return (
    <>
      <h2>{say(lateHeading(papers, context), { count })}</h2>
      <p className="note">{say("late.why", { count })}</p>
      <ul>
        {named.map(({ evidenceId, title, day }) => (
          <li key={evidenceId}>
            <ToPaper evidenceId={evidenceId} title={title} />, {dateInWords(day, speech.locale) || say("item.no-date")}
          </li>
        ))}
        {more > 0 ? <li>{say("late.more", { count: more })}</li> : null}
      </ul>
    </>
  );
};

const ToPaper = ({ evidenceId, title }: Pick<LatePaper, "evidenceId" | "title">) => {
  const { strandId } = useRun().view.context;
  const href = documentLink({ strandId, docUid: evidenceId.slice("vault:".length), chunkUid: "" });
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {title}
    </a>
  );
};

/** What late papers change, claim by claim; nothing is undone. */
const Changes = ({ changes }: { readonly changes: readonly LateChange[] }) => {
  const { say } = useWords();
  const claims = changedClaims(changes);
  if (claims.length === 0) return null;
  const more = claims.length - changedMost;
  return (
    <section data-late-changes="">
      <h2>{say("late.changes", { count: claims.length })}</h2>
      <p className="note">{say("late.choice-stays")}</p>
      <ul>
        {claims.slice(0, changedMost).map((claim) => (
          <Changed key={claim.claimId} claim={claim} />
        ))}
        {more > 0 ? <li>{say("late.more", { count: more })}</li> : null}
      </ul>
    </section>
  );
};

const Changed = ({ claim: { claimId, claimText, changes } }: { readonly claim: ChangedClaim }) => {
  const { act, clients, isBusy, view } = useRun();
  const { say, speech } = useWords();
  const isChosen = changes.some(({ kind }) => kind !== LateChange_Kind.OWN_STATEMENT);
  const kept = keepsHere(view.context) ? keptSlots(changes, view.choices) : [];
  /** What she chose is chosen again, by which she says that she keeps it. */
  const keep = async (shown: RunContext): Promise<RunContext> => {
    let context = shown;
    for (const slotId of kept) {
      const chosen = view.choices.get(slotId);
      if (chosen) context = await choose(clients, context, bindingAgain(chosen));
    }
    return context;
  };
  /** To the claim's passages: in their own step at once, from a later one by the way back. */
  const show = (): void => {
    askForClaim(claimId);
    if (!choosesHere(view.context)) void act((shown) => rewind(clients, shown, OrchestratorState.EVIDENCE_NEEDS));
  };
  return (
    <li data-changed={claimId}>
      <strong>{claimText}</strong>
      {changes.map((change) => (
        <p key={`${change.kind} ${change.slotId} ${change.evidenceId}`}>
          {changeSaid(change, speech)} <span className="note">{standingSaid(change, speech)}</span>
        </p>
      ))}
      {kept.length > 0 ? (
        <p>
          <button type="button" className="quiet" data-keep="" disabled={isBusy} onClick={() => void act(keep)}>
            {say("late.keep")}
          </button>{" "}
          <span className="note">{say("late.keep-why")}</span>
        </p>
      ) : null}
      {isChosen ? (
        <button type="button" className="quiet" data-to-claim="" disabled={isBusy} onClick={show}>
          {say("late.show-claim")}
        </button>
      ) : null}
    </li>
  );
};

const WayBack = () => {
  const { act, clients, isBusy, view } = useRun();
  const { say } = useWords();
  if (choosesHere(view.context)) return <p className="note">{say("late.choose-here")}</p>;
  return (
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
      <span className="note">{say(isFinal(view.context) ? "late.or-leave-it" : "late.what-stays")}</span>
    </p>
  );
};
