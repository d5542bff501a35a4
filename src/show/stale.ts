import { RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemKind, type RunContext, type StaleItem } from "../../gen/pincite/run/v1/run_context_pb.ts";

/** The stage whose items are of a kind, 1 to 6; 0: of none. */
export const stageOfKind = (kind: ItemKind): number => Math.min(kind, ItemKind.SENTENCE);

/** What no longer holds and is asked again: of a stage that is behind, everything was decided anew. */
export const staleAhead = ({
  staleItems,
  state,
  lifecycle,
}: Pick<RunContext, "staleItems" | "state" | "lifecycle">): StaleItem[] =>
  lifecycle === RunLifecycle.FINALISED ? [] : staleItems.filter(({ kind }) => stageOfKind(kind) >= state);
