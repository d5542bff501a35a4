import { describe, expect, it } from "vitest";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { openLevelStore } from "../../src/store/level/open.ts";
import { behindItsBack, newFolder } from "../store/folders.ts";
import { TestEngine } from "./support.ts";

const clock = { now: () => Date.now() };

/** A finalised run on disk, and what reads say of it at the moment its finalising is answered. */
const finalised = async () => {
  const dir = newFolder();
  const store = await openLevelStore({ dir, clock });
  const test = await TestEngine.open({ store, clock });
  const run = await (await test.newRun()).to(S.DRAFT);
  await run.settle();
  await run.advance();
  const of = async () => ({
    context: await test.views.run(run.runId),
    artifacts: await test.views.artifacts(run.runId, "", undefined, 1_000),
    calls: await test.views.toolCalls(run.runId, undefined, 100),
  });
  const before = await of();
  return { dir, store, test, run, of, before };
};

const recordsOf = async (dir: string, runId: string): Promise<number> => {
  let count = 0;
  await behindItsBack(dir, async (db) => {
    for await (const key of db.keys()) if (key.includes(`!c!${runId}!`)) count += 1;
  });
  return count;
};

describe("a run that is finalised", () => {
  it("is packed behind the answer, and says what it said", async () => {
    const { dir, store, test, run, of, before } = await finalised();
    await test.engine.runs.packing.settled();
    expect(await of()).toEqual(before);
    await test.restart();
    expect(await of()).toEqual(before);
    expect((await store.verify()).damages).toEqual([]);
    await store.close();
    expect(await recordsOf(dir, run.runId)).toBe(1);
  });

  it("goes on behind its pack when it is rewound, and is packed whole when it is finalised again", async () => {
    const { dir, store, test, run } = await finalised();
    await test.engine.runs.packing.settled();
    const { eventCount } = await run.refresh();
    await run.rewind(S.DRAFT);
    expect((await run.refresh()).eventCount).toBeGreaterThan(eventCount);
    await run.advance();
    await test.engine.runs.packing.settled();
    expect((await store.verify()).damages).toEqual([]);
    await store.close();
    expect(await recordsOf(dir, run.runId)).toBe(1);
  });

  it("is left as it is where another server packs it", async () => {
    const { dir, store, test, run, before, of } = await finalised();
    await store.lease(test.parts.owner, `pack/${run.runId}`, "another", 60_000);
    test.engine.runs.packing.begin(run.runId);
    await test.engine.runs.packing.settled();
    expect(await of()).toEqual(before);
    await store.close();
    expect(await recordsOf(dir, run.runId)).toBeGreaterThan(10);
  });
});
