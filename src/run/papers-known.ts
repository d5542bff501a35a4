import type { RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { OrchestratorState as State } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";

/**
 * Until when papers count as known to whoever chose the passages, after a move between stages: as of the beginning and not of the end, since
 * what comes while a screen stands open has been seen by nobody, and of the first time, since who goes back may do so for another reason.
 */
export const papersKnownFrom = (
  { papersKnownIso }: Pick<RunSnapshot, "papersKnownIso">,
  to: State,
  timeIso: string,
): string => papersKnownIso || (to === State.EVIDENCE_NEEDS ? timeIso : "");
