import { useEffect, useState } from "react";
import type { PassageCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { useRun } from "./run-store.ts";

/** So many are laid before a person at once. */
const shown = 3;

/** The passages that may serve a slot, for its claim's words or for those given; undefined while they are fetched. */
export const usePassages = (slotId: string, query: string): readonly PassageCandidate[] | undefined => {
  const { clients, view } = useRun();
  const { runId } = view.context;
  const [found, setFound] = useState<{ readonly key: string; readonly passages: readonly PassageCandidate[] }>();
  const key = `${runId} ${slotId} ${query}`;
  useEffect(() => {
    const aside = new AbortController();
    clients.orchestrator
      .listCandidates({ runId, slotIds: [slotId], query, limit: shown }, { signal: aside.signal })
      .then(({ slots }) => setFound({ key, passages: slots[0]?.candidates ?? [] }))
      // What cannot be listed can still be searched for: the search of the slot tells what is wrong.
      .catch(() => aside.signal.aborted || setFound({ key, passages: [] }));
    return () => aside.abort();
  }, [clients, runId, slotId, query, key]);
  return found?.key === key ? found.passages : undefined;
};
