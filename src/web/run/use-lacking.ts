import { useCallback, useEffect, useState } from "react";
import type { SlotCandidates } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { claimOfSlot, type Lacking, lackingWords, passagesMost } from "../../client/passages.ts";
import { statedSlots } from "../../show/open-slots.ts";
import { useRun } from "./run-store.ts";

/**
 * Which words of its claim the passage of a slot does not say, by the slot and the passage's words; undefined while that is being read, for what
 * the answered letter states, and for words that are no whole sentence of a paper.
 */
export const useLacking = (): ((slotId: string, quote: string) => Lacking | undefined) => {
  const { clients, view } = useRun();
  const { runId, version } = view.context;
  const [found, setFound] = useState<{ readonly key: string; readonly slots: readonly SlotCandidates[] }>();
  // Another choice changes what is lacking.
  const key = `${runId} ${version}`;
  useEffect(() => {
    const aside = new AbortController();
    clients.orchestrator
      .listCandidates({ runId, limit: passagesMost }, { signal: aside.signal })
      .then(({ slots }) => setFound({ key, slots }))
      .catch(() => undefined);
    return () => aside.abort();
  }, [clients, runId, key]);
  return useCallback(
    (slotId, quote) => {
      if (statedSlots(view).has(slotId)) return undefined;
      const slots = found?.key === key ? found.slots : [];
      const candidates = slots.find((one) => one.slotId === slotId)?.candidates ?? [];
      const passage = candidates.find(({ locator }) => locator?.exactQuote === quote);
      return passage && lackingWords(passage, claimOfSlot(view.needs, slotId));
    },
    [found, key, view],
  );
};
