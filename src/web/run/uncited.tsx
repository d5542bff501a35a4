import { useEffect, useState } from "react";
import type { SlotCandidates } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { type Uncited, uncited, uncitedAmong } from "../../show/uncited.ts";
import { ToldOfPassage } from "../parts/about-paper.tsx";
import { PassageWords } from "../parts/passage-words.tsx";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { PutIntoLetter } from "./put-into-letter.tsx";
import { useRun } from "./run-store.ts";

addLateTexts();

/**
 * Passages that the letter rests nothing on and that are about its claims: those that may gainsay them in view, the others folded, with a press that
 * puts one into the letter where it may help. Nothing is shown where they cannot be listed: the letter does not wait for it.
 */
export const UncitedPapers = () => {
  const { clients, view } = useRun();
  const { say } = useWords();
  const { runId } = view.context;
  const [slots, setSlots] = useState<readonly SlotCandidates[]>([]);
  useEffect(() => {
    const aside = new AbortController();
    clients.orchestrator
      .listCandidates({ runId, limit: uncitedAmong }, { signal: aside.signal })
      .then((listed) => setSlots(listed.slots))
      .catch(() => setSlots([]));
    return () => aside.abort();
  }, [clients, runId]);
  const found = uncited(view, slots);
  const against = found.filter(({ gainsays }) => gainsays);
  const others = found.filter(({ gainsays }) => !gainsays);
  return (
    <>
      {against.length === 0 ? null : (
        <section className="block" data-gainsaying="">
          <h2>{say("uncited.denied-heading")}</h2>
          <p className="note">{say("uncited.denied-why")}</p>
          <Passages all={against} />
        </section>
      )}
      {others.length === 0 ? null : (
        <details className="block more" data-uncited="">
          <summary>
            {say("uncited.heading")} ({others.length})
          </summary>
          <p className="note">{say("uncited.why")}</p>
          <Passages all={others} />
        </details>
      )}
    </>
  );
};

/** Passages with the claim that each is about, and a press where they may help it. */
const Passages = ({ all }: { readonly all: readonly Uncited[] }) => {
  const { say } = useWords();
  return (
    <ul className="candidates">
      {all.map(({ claimId, claimText, passage, mayHelp }) => (
        <li key={`${passage.evidence?.evidenceId} ${claimId}`} className="candidate">
          <PassageWords passage={passage} />
          <ToldOfPassage passage={passage} />
          <p>{say("uncited.beside", { claim: claimText })}</p>
          {mayHelp ? <PutIntoLetter claimId={claimId} passage={passage} /> : null}
        </li>
      ))}
    </ul>
  );
};
