import { describe, expect, it } from "vitest";
import type { SnapshotRecord } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { Engine } from "../../src/engine/engine.ts";
import { snapshotSpace } from "../../src/engine/run/kept-spaces.ts";
import { foldVersion } from "../../src/run/fold.ts";
import { machineVersion } from "../../src/run/machine.ts";
import { owner, TestEngine } from "./support.ts";

/** The strand of every run of a test. */
const strandId = "default";

/** A run with a stored snapshot, which is changed before a new server reads it; gives the strand that server sees. */
const strandAfter = async (change: Partial<SnapshotRecord>): Promise<string> => {
  const test = await TestEngine.open();
  const run = await (await test.newRun()).to(S.SKELETON);
  const { store } = test.parts;
  while ((await run.refresh()).eventCount < 64) await run.pin("vault:letter-a");
  const bytes = await store.record(owner, "snapshot", run.runId);
  if (!bytes) throw new Error("no snapshot was stored");
  const record = snapshotSpace.value.decode(bytes);
  if (record.snapshot) record.snapshot.strandId = "as stored";
  const value = snapshotSpace.value.encode({ ...record, ...change });
  await store.commit({ owner, records: [{ space: "snapshot", key: run.runId, value }] });
  await test.restart();
  return (await run.refresh()).strandId;
};

const storedSeq = async (test: TestEngine, runId: string): Promise<number> => {
  const bytes = await test.parts.store.record(owner, "snapshot", runId);
  return bytes ? snapshotSpace.value.decode(bytes).seq : 0;
};

describe("the snapshots of a run", () => {
  it("are none while it is small, then never more than eight events old, also after restarts", async () => {
    const test = await TestEngine.open();
    const run = await (await test.newRun()).to(S.SKELETON);
    for (let n = 0; n < 60; n++) {
      if (n % 7 === 0) await test.restart();
      await run.pin("vault:letter-a");
      const { eventCount } = await run.refresh();
      const stored = await storedSeq(test, run.runId);
      if (eventCount < 64) expect(stored).toBe(0);
      else expect(eventCount - stored).toBeLessThan(8);
      expect((await new Engine(test.parts).runs.load(run.runId)).snapshot).toEqual(
        (await test.engine.runs.load(run.runId)).snapshot,
      );
    }
  });

  it("are further apart where one weighs more than the events it spares", async () => {
    const test = await TestEngine.open();
    const run = await (await test.newRun()).to(S.SKELETON);
    const claim = { text: "Een stelling", claimKind: "own" };
    const sections = [{ title: "Feiten", claims: Array.from({ length: 60 }, () => ({ ...claim })) }];
    await run.propose({ case: "skeleton", value: { sections } });
    const seen = new Set<number>();
    for (let n = 0; n < 60; n++) {
      await run.pin("vault:letter-a");
      seen.add(await storedSeq(test, run.runId));
    }
    const places = [...seen].filter((seq) => seq > 0);
    expect(places.length).toBeGreaterThan(1);
    for (const [at, seq] of places.slice(1).entries()) expect(seq - places[at]!).toBeGreaterThan(16);
  });
});

describe("a stored snapshot", () => {
  it("is used while it is of this machine and this fold", async () => {
    expect(await strandAfter({})).toBe("as stored");
  });

  it.each([
    ["of another fold", { foldVersion: foldVersion + 1 }],
    ["of before folds were counted", { foldVersion: 0 }],
    ["of another machine", { machineVersion: machineVersion + 1 }],
    ["of another journal", { headHash: "0".repeat(64) }],
  ])("%s is thrown away, and the run is folded from its events", async (_, change) => {
    expect(await strandAfter(change)).toBe(strandId);
  });
});
