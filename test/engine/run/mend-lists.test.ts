import { join } from "node:path";
import { create, fromBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { GuideRequestSchema } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { Engine } from "../../../src/engine/engine.ts";
import { openTurnList } from "../../../src/engine/run/kept-spaces.ts";
import { RunIndex } from "../../../src/engine/run/run-index.ts";
import { indexEntries } from "../../../src/engine/run/spaces.ts";
import { entryKey, listKey } from "../../../src/store/level/keys.ts";
import { emptyHead } from "../../../src/store/store.ts";
import { behindItsBack, crashCopy, newFolder, openIn } from "../../store/folders.ts";
import { owner, TestEngine } from "../support.ts";

const names = ["a", "b", "c", "d", "e"];

/** A folder with five runs; gives their ids, newest first. */
const withRuns = async () => {
  const dir = newFolder();
  const store = await openIn(join(dir, "runs"));
  const test = await TestEngine.open({ store });
  const ids: string[] = [];
  for (const name of names) ids.unshift((await (await test.newRun(name)).to(S.SKELETON)).runId);
  await store.close();
  return { dir: join(dir, "runs"), ids };
};

type Damage = Parameters<typeof behindItsBack>[1];

/** One bit of a key turned over: the record is then under another key, with the check of the one it had. */
const wandered =
  (key: string, bit: number): Damage =>
  async (db) => {
    const value = await db.get(key);
    const bytes = Buffer.from(key);
    bytes[bytes.length - 1]! ^= 1 << bit;
    await db.del(key);
    await db.put(bytes.toString(), value!);
  };

describe("the list of runs, of which an entry was damaged", () => {
  for (const what of ["number", "entry"] as const)
    for (const bit of [0, 1, 2])
      it(`is whole for whoever reads it, when bit ${bit} in the key of the ${what} turned over, and that is told`, async () => {
        const { dir, ids } = await withRuns();
        const key = what === "number" ? listKey(owner, "run", 3) : entryKey(owner, "run", ids[2]!);
        await behindItsBack(dir, wandered(key, bit));
        const store = await openIn(dir);
        const told: string[] = [];
        const index = new RunIndex(store, owner, (sentence) => told.push(sentence));
        const runs = await index.runs({ newestFirst: true });
        expect(runs.map((row) => row.key)).toEqual(ids);
        expect(told).toEqual([expect.stringMatching(/^the list run was damaged and [12] of its entries/)]);
        expect((await index.runs()).map((row) => row.key)).toEqual(ids.toReversed());
        expect(told).toHaveLength(1);
        await store.close();
      });

  it("is made again while others create runs", async () => {
    const { dir, ids } = await withRuns();
    await behindItsBack(dir, (db) => db.del(listKey(owner, "run", 2)));
    const store = await openIn(dir);
    const [created] = await store.read(owner, ids[0]!, { limit: 1 });
    const begin = (stream: string) =>
      store.commit({
        ...{ owner, stream, expect: emptyHead, events: [created!] },
        entries: indexEntries(stream, 1, fromBinary(RunEventSchema, created!.body)),
      });
    const [listed] = await Promise.all([new RunIndex(store, owner).runs(), begin("run-x"), begin("run-y")]);
    const keys = listed.map((row) => row.key);
    expect(keys.slice(0, 5)).toEqual(ids.toReversed());
    expect(await new RunIndex(store, owner).runs()).toHaveLength(7);
    await store.close();
  });
});

describe("the list of turns under way, of which an entry was damaged", () => {
  it("is made again from where the runs stand, so that the turn is ended and the run can go on", async () => {
    const dir = newFolder();
    const store = await openIn(dir);
    const test = await TestEngine.open({ store });
    const run = await (await test.newRun("a")).to(S.EVIDENCE_NEEDS);
    test.model.say(() => new Promise(() => undefined) as never);
    void test.engine.guide(create(GuideRequestSchema, run.command())).catch(() => undefined);
    while ((await store.entries(owner, openTurnList.name)).length === 0)
      await new Promise((next) => setImmediate(next));
    const copy = await crashCopy(dir);
    await store.close();
    await behindItsBack(copy, (db) => db.del(listKey(owner, openTurnList.name, 1)));
    const again = await openIn(copy);
    const engine = new Engine({ ...test.parts, store: again });
    expect(await engine.recover()).toBe(1);
    expect((await engine.runs.load(run.runId)).snapshot.turnId).toBe("");
    await again.close();
  });
});
