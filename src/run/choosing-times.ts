import type { RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { OrchestratorState as State } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";

type Times = Pick<RunSnapshot, "choosingBeganIso" | "papersKnownIso">;

const isChoosing = (state: State): boolean => state === State.EVIDENCE_NEEDS || state === State.EVIDENCE_BINDING;

/**
 * When a run began to choose its passages, and until when papers count as known to whoever chose them, after a move between stages. They are
 * known as of the beginning and not of the end: what comes while a screen stands open has been seen by nobody.
 */
export const choosingTimes = (
  { choosingBeganIso, papersKnownIso }: Times,
  { from, to }: { readonly from: State; readonly to: State },
  timeIso: string,
): Partial<Times> => {
  const staysWithin = isChoosing(from) && to > from;
  if (isChoosing(to) && !staysWithin) return { choosingBeganIso: timeIso, papersKnownIso: papersKnownIso || timeIso };
  return isChoosing(from) && to === State.SPAN_RESOLUTION ? { papersKnownIso: choosingBeganIso } : {};
};
