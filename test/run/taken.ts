import { create } from "@bufbuild/protobuf";
import type { RunEvent } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { type RunSnapshot, RunSnapshotSchema } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { emptySnapshot } from "../../src/run/fold.ts";
import { take } from "../../src/run/take.ts";

/** Whether the run can take this event now. */
export const canTake = (run: RunSnapshot, event: RunEvent): boolean => take(run, event) !== undefined;

/** The run folded from all of its events; a journal the machine refuses is damaged. */
export const replay = (events: Iterable<RunEvent>, from: RunSnapshot = create(RunSnapshotSchema, emptySnapshot())) => {
  let run = from;
  for (const event of events) {
    const next = take(run, event);
    if (!next) throw new Error(`the machine refuses event ${run.eventCount + 1} (${event.event.case})`);
    run = next;
  }
  return run;
};
