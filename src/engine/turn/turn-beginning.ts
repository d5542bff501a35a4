import { type Decision, decideTurnStarted } from "../../run/decide.ts";
import type { DecisionInput, EventDraft } from "../../run/kernel.ts";
import type { CommandKey } from "../run/command-key.ts";
import type { Runs } from "../run/runs.ts";
import { type OpenTurn, turnLease } from "./turn.ts";
import { openTurnRecord } from "./turn-records.ts";

/** A call that begins a turn and waits for what comes of it. */
export interface TurnCall {
  readonly key: CommandKey;
  readonly runId: string;
  /** The version the caller saw; empty: any. */
  readonly expected: string;
}

/** What stands before the beginning of a turn in its commit, what is recorded with it, and what the turn is to know. */
export interface Opening<T> {
  readonly decision: Decision;
  readonly draft: EventDraft;
  readonly about: T;
}

/**
 * Records that a turn of the user began: from here on only it writes. `open` throws where the run forbids it. `kind`: as of
 * decideTurnStarted. Errors:
 * RUN_VERSION_STALE, RUN_FINALISED, RUN_BUSY, FENCED.
 */
export const beginTurn = async <T>(
  runs: Runs,
  { key, runId, expected }: TurnCall,
  signal: AbortSignal,
  open: (input: DecisionInput, turnId: string) => Opening<T> | Promise<Opening<T>>,
  kind: { readonly ranksCandidates?: boolean } = {},
): Promise<OpenTurn & T> =>
  runs.leases.begin(turnLease(runId), (take) =>
    runs.write(runId, { as: runs.user, key, expected }, async (input) => {
      const turnId = `turn:${runs.parts.ids.next()}`;
      const { decision, draft, about } = await open(input, turnId);
      decision.append(decideTurnStarted(decision.input, turnId, draft, kind));
      const fence = await take();
      runs.progress.begin(key, runId);
      const turn = { runId, turnId, key, signal, fence, ...about };
      return { decision, records: [openTurnRecord(runId, turnId, key)], fence, answer: () => turn };
    }),
  );
