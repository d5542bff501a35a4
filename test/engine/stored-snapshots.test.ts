import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { type SnapshotRecord, SnapshotRecordSchema } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { foldVersion } from "../../src/run/fold.ts";
import { machineVersion } from "../../src/run/machine.ts";
import { owner, TestEngine } from "./support.ts";

/** A run with a stored snapshot, which is changed before a new server reads it; gives the title that server sees. */
const titleAfter = async (change: Partial<SnapshotRecord>): Promise<string> => {
  const test = await TestEngine.open();
  const run = await (await test.newRun()).to(S.DRAFT);
  const { store } = test.parts;
  const bytes = await store.record(owner, "snapshot", run.runId);
  if (!bytes) throw new Error("no snapshot was stored");
  const record = fromBinary(SnapshotRecordSchema, bytes);
  if (record.snapshot) record.snapshot.title = "as stored";
  const value = toBinary(SnapshotRecordSchema, { ...record, ...change });
  await store.commit({ owner, records: [{ space: "snapshot", key: run.runId, value }] });
  await test.restart();
  return (await run.refresh()).title;
};

describe("a stored snapshot", () => {
  it("is used while it is of this machine and this fold", async () => {
    expect(await titleAfter({})).toBe("as stored");
  });

  it.each([
    ["of another fold", { foldVersion: foldVersion + 1 }],
    ["of before folds were counted", { foldVersion: 0 }],
    ["of another machine", { machineVersion: machineVersion + 1 }],
    ["of another journal", { headHash: "0".repeat(64) }],
  ])("%s is thrown away, and the run is folded from its events", async (_, change) => {
    expect(await titleAfter(change)).toBe("Sample");
  });
});
