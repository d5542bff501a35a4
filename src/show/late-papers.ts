import type { LatePaper } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState, RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { RunContext } from "../../gen/pincite/run/v1/run_context_pb.ts";

/** So many are named: the block stands above everything else that a step shows. */
const namedMost = 5;

export type Place = Pick<RunContext, "state" | "lifecycle">;

/** Whether late papers are told of where the run stands: while passages are chosen and after. */
export const tellsLatePapers = ({ state }: Pick<Place, "state">): boolean => state >= OrchestratorState.EVIDENCE_NEEDS;

/** Whether the letter is final: only what came since is news then. */
export const isFinal = ({ lifecycle }: Pick<Place, "lifecycle">): boolean => lifecycle === RunLifecycle.FINALISED;

/** Whether what a late paper says can be chosen where the run stands; else the way leads back to the passages. */
export const choosesHere = ({ state }: Place): boolean => state === OrchestratorState.EVIDENCE_NEEDS;

/** Whether a person can say where the run stands that she keeps what she chose, by choosing it again: until the letter is final. */
export const keepsHere = (place: Place): boolean => tellsLatePapers(place) && !isFinal(place);

/** The papers that are named, and how many are not. */
export const latePapersShown = (
  papers: readonly LatePaper[],
): { readonly named: readonly LatePaper[]; readonly more: number } => ({
  named: papers.slice(0, namedMost),
  more: Math.max(0, papers.length - namedMost),
});
