import type { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { stageRecord } from "../fold.ts";
import type { DecisionInput } from "../kernel.ts";

/** Which of the items under review stay although a proposal does not name them. */
export type Keeps = (itemId: string) => boolean;

/**
 * Tells which items of the stage stay beside a proposal that is merged: all but those a person rejected. `merge` false: only
 * those a person confirmed, for the stages in which confirmed work stays by itself.
 */
export const keepsBeside = (input: DecisionInput, state: OrchestratorState, merge: boolean): Keeps => {
  const decided = new Map(
    (stageRecord(input.snapshot, state)?.items ?? []).map(({ itemId, decision }) => [itemId, decision]),
  );
  return (itemId) => {
    const decision = decided.get(itemId);
    return decision === ItemDecision.CONFIRM || (merge && decision === ItemDecision.UNSPECIFIED);
  };
};

/** Keeps everything of an outline or a draft that a person has not rejected, for a proposal that is merged into it. */
export const keepsUnrejected = (input: DecisionInput, state: OrchestratorState): Keeps => {
  const items = stageRecord(input.snapshot, state)?.items ?? [];
  const rejected = new Set(items.filter((one) => one.decision === ItemDecision.REJECT).map(({ itemId }) => itemId));
  return (itemId) => !rejected.has(itemId);
};

/**
 * A list with a part of it put forward anew: what is named takes its old place, and what is new follows the one after which it
 * was put forward, or comes last where there is none.
 */
export const mergedList = <T>(former: readonly T[], made: readonly T[], idOf: (one: T) => string): T[] => {
  const named = new Map(made.map((one) => [idOf(one), one]));
  const known = new Set(former.map(idOf));
  const behind = new Map<string, T[]>();
  let anchor = "";
  for (const one of made) {
    if (known.has(idOf(one))) anchor = idOf(one);
    else behind.set(anchor, [...(behind.get(anchor) ?? []), one]);
  }
  const merged = former.flatMap((one) => [named.get(idOf(one)) ?? one, ...(behind.get(idOf(one)) ?? [])]);
  return [...merged, ...(behind.get("") ?? [])];
};
