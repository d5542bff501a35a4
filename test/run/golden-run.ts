import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { sizeDelimitedEncode, sizeDelimitedPeek } from "@bufbuild/protobuf/wire";
import { type RunEvent, RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { RunSnapshotSchema } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { decideUnpin } from "../../src/run/decide/evidence.ts";
import { Steps } from "../../src/run/decide/steps.ts";
import { decideTurnStarted, turnEnded } from "../../src/run/decide/turn.ts";
import { EventDraft } from "../../src/run/kernel.ts";
import { finish, runAt } from "./drive.ts";
import { edits } from "./edits.ts";
import { letterCandidate, letters } from "./sample-content.ts";
import { TestRun } from "./support.ts";

/** A run that met every kind of event but a model's attempt: pins, a turn, a finalised draft, a rewind and an edit. */
export const goldenRun = (): TestRun => {
  const run = new TestRun().pin(letterCandidate(letters[1]!), "", "de brief");
  run.do((input) => decideUnpin(input, "vault:letter-b"));
  run.do((input) => decideTurnStarted(input, "turn:1", new EventDraft(input)));
  run.do((input) => turnEnded(decideNothing(input), new EventDraft(input), "turn:1", "completed"));
  finish(run).rewind(S.SKELETON);
  edits.find((edit) => edit.name === "claim text")?.make(runAt(S.SKELETON, run), 1);
  return finish(run);
};

const decideNothing = (input: ConstructorParameters<typeof Steps>[0]) => new Steps(input);

/** Events one after the other, each behind its length as a varint: protobuf's own delimited form. */
export const writeJournal = (events: readonly RunEvent[]): Uint8Array =>
  Buffer.concat(events.map((event) => sizeDelimitedEncode(RunEventSchema, event)));

export const readJournal = (bytes: Uint8Array): RunEvent[] => {
  const events: RunEvent[] = [];
  for (let at = 0; at < bytes.length; ) {
    const { offset, size } = sizeDelimitedPeek(bytes.subarray(at));
    if (offset === null || size === null) throw new Error("the journal ends inside a length");
    events.push(fromBinary(RunEventSchema, bytes.subarray(at + offset, at + offset + size)));
    at += offset + size;
  }
  return events;
};

export const snapshotBytes = (run: { readonly snapshot: TestRun["snapshot"] }): Uint8Array =>
  toBinary(RunSnapshotSchema, run.snapshot);
