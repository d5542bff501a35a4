import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Level } from "level";
import { type Database, writeSynced } from "../../src/store/level/database.ts";
import { openLevelStore } from "../../src/store/level/open.ts";
import type { Operation } from "../../src/store/ordered-map.ts";
import { SampleTools } from "../engine/sample-tools.ts";
import { TestEngine } from "../engine/support.ts";
import { batchesOf } from "./batches-of.ts";
import { codedOnce } from "./coded-once.ts";
import type { BenchRow } from "./row.ts";
import { VariedTools, variedRun } from "./varied-case.ts";

const clock = { now: () => Date.now() };
const rounds = 3;
const runs = 30;

/**
 * CPU of the sample run from intent to confirmed draft, on disk and one after the other, beside the very batches that it hands
 * to LevelDB, written by a bare loop that decides and checks nothing, and that compresses, encrypts and hashes each batch once. CPU, because the wall's clock of a shared machine is
 * mostly other people's. The two take turns, and the least of each counts.
 */
export const benchWholeRunCpu = async (): Promise<BenchRow[]> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-bench-"));
  try {
    const store = await openLevelStore({ dir: join(dir, "runs"), clock });
    const engine = await TestEngine.open({ store, clock, tools: new VariedTools(new SampleTools()) });
    for (let n = 0; n < runs; n++) await variedRun(engine, `warm-${n}`);
    const batches = await batchesOf(() => variedRun(engine, "template"));
    const bare: Database = new Level(join(dir, "bare"), { keyEncoding: "utf8", valueEncoding: "view" });
    await bare.open();
    let [ours, floor] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < rounds; round++) {
      ours = Math.min(ours, await cpuMs((n) => variedRun(engine, `run-${round}-${n}`)));
      floor = Math.min(floor, await cpuMs((n) => written(bare, batches, `.${round}.${n}`)));
    }
    await bare.close();
    await store.close();
    return [rowOf(ours, floor, batches)];
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};

/** CPU of one of `runs`, in milliseconds, of all threads. */
const cpuMs = async (work: (n: number) => Promise<unknown>): Promise<number> => {
  const begun = process.cpuUsage();
  for (let n = 0; n < runs; n++) await work(n);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000 / runs;
};

const written = async (db: Database, batches: readonly (readonly Operation[])[], name: string): Promise<void> => {
  for (const batch of batches) {
    codedOnce(batch);
    await writeSynced(
      db,
      batch.map((operation) => ({ ...operation, key: operation.key + name })),
    );
  }
};

const rowOf = (ours: number, floor: number, batches: readonly (readonly Operation[])[]): BenchRow => {
  const operations = batches.reduce((sum, batch) => sum + batch.length, 0);
  return {
    id: "P3",
    what: "CPU of that run, one after the other, on disk",
    figure: `${ours.toFixed(1)} ms`,
    floor: `${floor.toFixed(1)} ms (its ${batches.length} batches of ${operations} operations, bare, each coded once)`,
    ratio: ours / floor,
    target: "≤ 5×",
  };
};
