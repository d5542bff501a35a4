import { useCallback, useEffect, useState } from "react";
import type { PassageCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { ClauseElsewhere, SlotOrder } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { usePapersCame } from "./papers-came.ts";
import { useRun } from "./run-store.ts";

/** What is listed for a slot: by the words of its claim, by a person's own, or as the sentences of one paper. */
export interface Listed {
  readonly slotId: string;
  readonly query?: string;
  readonly evidenceId?: string;
  readonly limit?: number;
  /** Which part of the sentences of the one paper; absent: the best of them. */
  readonly partNumber?: number;
  /** As they stand without a model that orders them. */
  readonly ownOrder?: boolean;
}

/** Passages that may serve a slot. Neither: they are being fetched. */
export interface Passages {
  readonly passages?: readonly PassageCandidate[];
  /** Whose order that is; absent: their own. */
  readonly order?: SlotOrder | undefined;
  /** What other papers say of the clause at hand. */
  readonly elsewhere?: readonly ClauseElsewhere[];
  /** What stands for the slot, listed or not. */
  readonly standing?: PassageCandidate | undefined;
  /** In how many parts the sentences of the one paper come. */
  readonly partCount?: number;
  /** What was thrown where they could not be listed. */
  readonly error?: unknown;
  retry(): void;
}

/** The passages that may serve a slot. */
export const usePassages = ({
  slotId,
  query = "",
  evidenceId = "",
  limit = 0,
  partNumber = 0,
  ownOrder = false,
}: Listed): Passages => {
  const { clients, view } = useRun();
  const { runId, current } = view.context;
  const [found, setFound] = useState<Omit<Passages, "retry"> & { readonly key: string }>();
  const [tries, setTries] = useState(0);
  // Whoever had a model order them, here, in another tab or at the terminal: the run names the order, and another one is listed anew.
  const ranking = current.find(({ role }) => role === "candidate_ranking")?.ref?.digest ?? "";
  const came = usePapersCame();
  const key = `${runId} ${came} ${slotId} ${evidenceId} ${tries} ${ranking} ${ownOrder} ${partNumber} ${query}`;
  useEffect(() => {
    const aside = new AbortController();
    clients.orchestrator
      .listCandidates(
        { runId, slotIds: [slotId], query, evidenceId, limit, partNumber, ownOrder },
        { signal: aside.signal },
      )
      .then(({ slots: [slot] }) =>
        setFound({
          key,
          passages: slot?.candidates ?? [],
          order: slot?.order,
          elsewhere: slot?.clausesElsewhere ?? [],
          standing: slot?.standing,
          partCount: slot?.partCount ?? 0,
        }),
      )
      .catch((error: unknown) => aside.signal.aborted || setFound({ key, error }));
    return () => aside.abort();
  }, [clients, runId, slotId, query, evidenceId, key, limit, partNumber, ownOrder]);
  const retry = useCallback(() => setTries((before) => before + 1), []);
  return found?.key === key ? { ...found, retry } : { retry };
};
