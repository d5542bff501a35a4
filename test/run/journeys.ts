import { fromBinary, toBinary } from "@bufbuild/protobuf";
import * as fc from "fast-check";
import { RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { RunSnapshotSchema } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import type { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { finish, runAt, settle } from "./drive.ts";
import { edits } from "./edits.ts";
import { TestRun } from "./support.ts";
import { replay } from "./taken.ts";

export const encodedEvents = (run: TestRun): Uint8Array[] => run.events.map((event) => toBinary(RunEventSchema, event));

export const replayedFrom = (bytes: readonly Uint8Array[]) =>
  replay(bytes.map((one) => fromBinary(RunEventSchema, one)));

/**
 * A run that was finished, went back to some stage, was changed there or not, and was finished again, up to so many times. Told of
 * each is whether its stored events give its live snapshot, byte for byte.
 */
export const replaysAlike = (journeysMax: number, onRun: (events: number) => void = () => undefined) =>
  fc.property(
    fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.nat({ max: edits.length - 1 }), fc.nat({ max: 11 })), {
      maxLength: journeysMax,
    }),
    (journeys) => {
      const run = finish(new TestRun());
      for (const [to, edit, choice] of journeys) {
        run.rewind(to as OrchestratorState);
        const one = edits[edit];
        if (one && one.state >= to) one.make(settle(runAt(one.state, run)), choice);
        finish(run);
      }
      onRun(run.events.length);
      const [replayed, live] = [replayedFrom(encodedEvents(run)), run.snapshot].map((snapshot) =>
        toBinary(RunSnapshotSchema, snapshot),
      );
      return Buffer.compare(replayed as Uint8Array, live as Uint8Array) === 0;
    },
  );
