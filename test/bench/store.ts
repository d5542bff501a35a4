import { fdatasyncSync, openSync, writeSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Level } from "level";
import { openLevelStore } from "../../src/store/level/open.ts";
import type { Operation } from "../../src/store/ordered-map.ts";
import { emptyHead } from "../../src/store/store.ts";
import type { BenchRow } from "./row.ts";

const runMs = 2_000;
const body = Buffer.alloc(300, 7);

/**
 * Durable commits of one event of 300 bytes each, by 1, 16 and 64 callers at once, beside the same keys and values written
 * by a bare loop that gathers the callers into one synced LevelDB batch and checks nothing. Then the disk by itself.
 */
export const benchStore = async (): Promise<BenchRow[]> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-bench-"));
  try {
    const rows: BenchRow[] = [];
    const template = await operationsOfOneCommit(join(dir, "template"));
    for (const callers of [1, 16, 64]) rows.push(await compare(dir, callers, template));
    return [...rows, fsyncRow(dir)];
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};

/** Turns about, twice each, and the better of the two: the disk of a shared machine drifts more than the ratio does. */
const compare = async (dir: string, callers: number, template: readonly Operation[]): Promise<BenchRow> => {
  let [ours, bare] = [0, 0];
  for (const round of ["a", "b"]) {
    ours = Math.max(ours, await commitsPerSecond(join(dir, `store${callers}${round}`), callers));
    bare = Math.max(bare, await batchesPerSecond(join(dir, `bare${callers}${round}`), callers, template));
  }
  return {
    id: "P3",
    what: `store commit, ${callers} callers`,
    figure: `${Math.round(ours)} /s`,
    floor: `bare group-committed batches of the same bytes ${Math.round(bare)} /s`,
    ratio: ours / bare,
    target: "≥ 0.5×",
  };
};

const commitsPerSecond = async (dir: string, callers: number): Promise<number> => {
  const store = await openLevelStore({ dir, clock: { now: () => Date.now() } });
  const rate = await perSecond(callers, (caller) => {
    const stream = `run${caller}`;
    let head = emptyHead;
    return async () => {
      ({ head } = await store.commit({ owner: "ann", stream, expect: head, events: [{ type: "wrote", body }] }));
    };
  });
  await store.close();
  return rate;
};

/** What the store hands to LevelDB for one such commit: record, position, head, owner, totals. */
const operationsOfOneCommit = async (dir: string): Promise<readonly Operation[]> => {
  const store = await openLevelStore({ dir, clock: { now: () => Date.now() } });
  await store.commit({ owner: "ann", stream: "run0", expect: emptyHead, events: [{ type: "wrote", body }] });
  await store.close();
  return entriesOf(dir);
};

/** Everything a closed store has in LevelDB, as operations that would write it. */
export const entriesOf = async (dir: string): Promise<Operation[]> => {
  const db = new Level<string, Uint8Array>(join(dir, "db"), { keyEncoding: "utf8", valueEncoding: "view" });
  const entries = await db.iterator().all();
  await db.close();
  return entries.map(([key, value]) => ({ type: "put", key, value }));
};

/** What the bare batches are beside being written. */
interface BareOptions {
  /** Which keys each commit has for itself. Default: those of records and positions. */
  readonly isOwn?: (key: string) => boolean;
  /** Done with the operations of each commit. Default: nothing. */
  readonly each?: (own: readonly Operation[]) => void;
}

/**
 * Bare group-committed batches a second: for each commit the operations that are its own, under keys of their own; once
 * for each batch those that all commits share (owner, totals).
 */
export const batchesPerSecond = async (
  dir: string,
  callers: number,
  template: readonly Operation[],
  { isOwn = (key) => /!(c|g)!/.test(key), each = () => undefined }: BareOptions = {},
): Promise<number> => {
  const db = new Level<string, Uint8Array>(dir, { keyEncoding: "utf8", valueEncoding: "view" });
  await db.open();
  // Records and positions are there once for each commit; head, owner and totals once for each batch.
  const own = template.filter(({ key }) => isOwn(key));
  const shared = template.filter(({ key }) => !isOwn(key));
  const flush = gathering(async (names) => {
    const operations = names.flatMap((name) => {
      each(own);
      return own.map((operation) => ({ ...operation, key: operation.key + name }));
    });
    await db.batch([...operations, ...shared], { sync: true });
  });
  const rate = await perSecond(callers, (caller) => {
    let n = 0;
    return () => flush(`.${caller}.${n++}`);
  });
  await db.close();
  return rate;
};

/** The least that a group commit can be: one write in flight, everybody who waits goes into the next. */
const gathering = (write: (names: readonly string[]) => Promise<void>) => {
  let waiting: { name: string; resolve: () => void }[] = [];
  let running = false;
  const run = async (): Promise<void> => {
    const taken = waiting;
    waiting = [];
    await write(taken.map(({ name }) => name));
    for (const { resolve } of taken) resolve();
    if (waiting.length > 0) setImmediate(run);
    else running = false;
  };
  return (name: string): Promise<void> =>
    new Promise((resolve) => {
      waiting.push({ name, resolve });
      if (!running) setImmediate(run);
      running = true;
    });
};

const perSecond = async (callers: number, caller: (n: number) => () => Promise<void>): Promise<number> => {
  const begun = performance.now();
  let done = 0;
  const work = async (once: () => Promise<void>): Promise<void> => {
    for (; performance.now() - begun < runMs; done += 1) await once();
  };
  await Promise.all(Array.from({ length: callers }, (_, n) => work(caller(n))));
  return (done * 1_000) / (performance.now() - begun);
};

/** 4 KiB appended and fdatasynced, 500 times: what one durable commit by itself must cost. */
const fsyncRow = (dir: string): BenchRow => {
  const file = openSync(join(dir, "fdatasync"), "w");
  const page = Buffer.alloc(4_096, 1);
  const times = Array.from({ length: 500 }, () => {
    const begun = performance.now();
    writeSync(file, page);
    fdatasyncSync(file);
    return performance.now() - begun;
  }).sort((a, b) => a - b);
  const p50 = times[250]!;
  return {
    id: "disk",
    what: "write 4 KiB + fdatasync, p50",
    figure: `${p50.toFixed(3)} ms`,
    floor: "itself",
    ratio: 1,
    target: "–",
  };
};

if (import.meta.main) console.table(await benchStore());
