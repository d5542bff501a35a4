import { readdirSync, readFileSync } from "node:fs";
import { fromBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { initialTransition, transition } from "xstate";
import { RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { type RunSnapshot, RunSnapshotSchema } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { runMachine } from "../../src/run/machine.ts";
import { machineEvent, stateOf } from "../../src/run/take.ts";
import { readJournal } from "./golden-run.ts";
import { replay } from "./taken.ts";

const folder = new URL("../golden/journal/", import.meta.url);
/** A fold of today without what folds have come to keep since these were recorded: the files stay as they are for ever. */
const asRecorded = (run: RunSnapshot): RunSnapshot => ({ ...run, papersKnownIso: "" });

const journals = readdirSync(folder).filter((name) => name.endsWith(".events.binpb"));

describe("recorded journals", () => {
  it.each(journals)("%s still folds to the snapshot it was recorded with", (name) => {
    const events = readJournal(readFileSync(new URL(name, folder)));
    const recorded = readFileSync(new URL(name.replace(".events.", ".snapshot."), folder));
    expect(asRecorded(replay(events))).toEqual(fromBinary(RunSnapshotSchema, recorded));
  });

  it.each(journals)("%s folds to that snapshot by XState's own transition alone, event by event", (name) => {
    const events = readJournal(readFileSync(new URL(name, folder)));
    let [state] = initialTransition(runMachine);
    for (const [at, event] of events.entries()) {
      expect([at, event.event.case, state.can(machineEvent(event))]).toEqual([at, event.event.case, true]);
      [state] = transition(runMachine, state, machineEvent(event));
    }
    const recorded = readFileSync(new URL(name.replace(".events.", ".snapshot."), folder));
    expect(asRecorded(state.context.run)).toEqual(fromBinary(RunSnapshotSchema, recorded));
    expect(state.value).toEqual(stateOf(state.context.run).value);
  });

  // The turns' own recordings have the attempt; what is said of an erased run stands beside the runs, in no journal of one.
  it("hold every kind of event of a run but a model's attempt", () => {
    const seen = new Set(
      journals.flatMap((name) => readJournal(readFileSync(new URL(name, folder)))).map((e) => e.event.case),
    );
    const all = RunEventSchema.oneofs[0]?.fields.map((field) => field.localName) ?? [];
    expect(all.filter((name) => !seen.has(name as never))).toEqual([
      "attemptRecorded",
      "runErased",
      "storeAccepted",
      "relationGranted",
      "relationRevoked",
      "accessNoted",
      "invitationMade",
      "invitationTakenBack",
    ]);
  });
});
