import { useCallback, useEffect, useState } from "react";
import type { PassageCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { ClauseElsewhere, SlotCandidates } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { claimOfSlot, type Lacking, lackingWords, passagesMost } from "../../client/passages.ts";
import { statedSlots } from "../../show/open-slots.ts";
import { usePapersCame } from "./papers-came.ts";
import { useRun } from "./run-store.ts";

/** What is told of the words that a slot rests on. */
export interface Told {
  /** Words of the claim that they do not say; undefined for what the answered letter states, and while it is read. */
  readonly lacking: Lacking | undefined;
  /** What other papers say of the clause that they stand in. */
  readonly elsewhere: readonly ClauseElsewhere[];
  /** The passage that they are, as it is listed; undefined as above. */
  readonly passage: PassageCandidate | undefined;
}

/** What is listed for every slot of the run as it stands; nothing while that is being read. */
export const useListed = (): readonly SlotCandidates[] => {
  const { clients, view } = useRun();
  const { runId, version } = view.context;
  const [found, setFound] = useState<{ readonly key: string; readonly slots: readonly SlotCandidates[] }>();
  const came = usePapersCame();
  // Another choice changes what is listed, and so does another paper.
  const key = `${runId} ${version} ${came}`;
  useEffect(() => {
    const aside = new AbortController();
    clients.orchestrator
      .listCandidates({ runId, limit: passagesMost }, { signal: aside.signal })
      .then(({ slots }) => setFound({ key, slots }))
      .catch(() => undefined);
    return () => aside.abort();
  }, [clients, runId, key]);
  return found?.key === key ? found.slots : nothing;
};
const nothing: readonly SlotCandidates[] = [];

/** What is told of the words that a slot rests on, by the slot and these words; nothing while that is being read. */
export const useTold = (): ((slotId: string, quote: string) => Told) => {
  const { view } = useRun();
  const slots = useListed();
  return useCallback(
    (slotId, quote) => {
      if (statedSlots(view).has(slotId)) return { lacking: undefined, elsewhere: [], passage: undefined };
      const { candidates = [], clausesElsewhere = [], standing } = slots.find((one) => one.slotId === slotId) ?? {};
      const passage = [standing, ...candidates].find((one) => one?.locator?.exactQuote === quote);
      const lacking = passage && lackingWords(passage, claimOfSlot(view.needs, slotId));
      return { lacking, elsewhere: clausesElsewhere, passage };
    },
    [slots, view],
  );
};
