import { useEffect, useState } from "react";
import type { SlotCandidates } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { uncited, uncitedAmong } from "../../show/uncited.ts";
import { ToldOfPassage } from "../parts/about-paper.tsx";
import { PassageWords } from "../parts/passage-words.tsx";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { PutIntoLetter } from "./put-into-letter.tsx";
import { useRun } from "./run-store.ts";

addLateTexts();

/**
 * What papers that the letter rests nothing on say about its claims, folded: it may help them or gainsay them, and a press puts it into the letter. Nothing is
 * shown where they cannot be listed: the letter does not wait for it.
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
  if (found.length === 0) return null;
  return (
    <details className="block more" data-uncited="">
      <summary>
        {say("uncited.heading")} ({found.length})
      </summary>
      <p className="note">{say("uncited.why")}</p>
      <ul className="candidates">
        {found.map(({ claimId, claimText, passage }) => (
          <li key={passage.evidence?.evidenceId} className="candidate">
            <PassageWords passage={passage} />
            <ToldOfPassage passage={passage} />
            <p>{say("uncited.beside", { claim: claimText })}</p>
            <PutIntoLetter claimId={claimId} passage={passage} />
          </li>
        ))}
      </ul>
    </details>
  );
};
