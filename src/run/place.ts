import type { RunEvent } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import type { RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import type { OrchestratorState, RunLifecycle, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";

/** Where a run stands. The machine's states write it (machine.ts); before its first event a run stands nowhere. */
export interface Place {
  readonly state: OrchestratorState;
  readonly phase: StagePhase;
  readonly lifecycle: RunLifecycle;
}

/** Number of a place, for looking it up: 0 before the first event. */
export const placeKey = ({ state, phase, lifecycle }: Place): number => lifecycle * 100 + state * 10 + phase;

/** The place of a run. */
export const placeKeyOf = (run: RunSnapshot): number => (run.eventCount === 0 ? 0 : placeKey(run));

/** The stage that an event was recorded for: the one it leads to, or the one whose items it tells of. Undefined: it names none. */
export const recordedStage = ({ event }: RunEvent): OrchestratorState | undefined => {
  switch (event.case) {
    case "stageAdvanced":
    case "runRewound":
      return event.value.to;
    case "proposalRecorded":
    case "itemsDecided":
      return event.value.state;
    default:
      return undefined;
  }
};
