import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { type NextAction, NextAction_Kind } from "../../gen/pincite/run/v1/run_context_pb.ts";

/** Whether a draft stands whose check found something that a person has to settle first. */
export const settlesDraft = (next: NextAction | undefined, state: OrchestratorState): boolean =>
  state === OrchestratorState.DRAFT && next?.kind === NextAction_Kind.PROPOSE && next.rpc.endsWith("/Propose");
