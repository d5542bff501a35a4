import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { openLevelStore } from "../../src/store/level/open.ts";
import { openPostgresStore } from "../../src/store/postgres/open.ts";
import { pgDatabase } from "../../src/store/postgres/pg-database.ts";
import { putParameters } from "../../src/store/postgres/rows.ts";
import { emptyHead, type Store } from "../../src/store/store.ts";
import { SampleTools } from "../engine/sample-tools.ts";
import { TestEngine } from "../engine/support.ts";
import { type Cluster, postgresPrograms, startCluster } from "../support/postgres-cluster.ts";
import { rate, timed } from "./measure.ts";
import type { BenchRow } from "./row.ts";
import { VariedTools, variedRun } from "./varied-case.ts";

const clock = { now: () => Date.now() };
const runMs = 2_000;
const rounds = 3;
const body = Buffer.alloc(300, 7);
const wholeRuns = 24;
/** V8 compiles either way in the first round or two: whole runs are few a second. */
const warmRuns = 24;
const runRounds = 8;
const seenTimes = 300;

type Rows = readonly (readonly [string, Uint8Array])[];

/**
 * Several servers over PostgreSQL, on a cluster of its own that syncs to this disk: durable commits of one event of 300 bytes by 1, 16 and 64 callers
 * beside the same rows in bare INSERTs, those that wait in one statement; the same with a millisecond each way; whole runs beside those on
 * LevelDB; and how long another server takes to see a commit.
 */
export const benchFirm = async (): Promise<BenchRow[]> => {
  if (!postgresPrograms()) throw new Error("PostgreSQL is not installed: apt-get install postgresql");
  const cluster = await startCluster(["jit=off"]);
  const folder = mkdtempSync(join(tmpdir(), "pincite-bench-firm-"));
  const far = await delayed(cluster, folder);
  try {
    const template = await rowsOfOneCommit(cluster.address());
    const rows: BenchRow[] = [];
    for (const callers of [1, 16, 64]) rows.push(await compared(cluster.address(), callers, template, ""));
    for (const callers of [1, 16, 64]) rows.push(await compared(far.address, callers, template, ", 1 ms each way"));
    rows.push(await comparedProcessor(cluster, template));
    rows.push(await comparedRuns(cluster.address(), folder), await seenElsewhere(cluster.address()));
    return rows;
  } finally {
    far.server.close();
    await cluster.remove();
    rmSync(folder, { recursive: true, force: true });
  }
};

let opened = 0;
const open = (address: string, schema = `bench${++opened}`): Promise<Store> =>
  openPostgresStore({ database: pgDatabase(address), schema, clock });

/** Turns about, and the better of each: the disk of a shared machine drifts more than the ratio does. */
const compared = async (address: string, callers: number, template: Rows, how: string): Promise<BenchRow> => {
  let [ours, bare] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    ours = Math.max(ours, await commitsPerSecond(address, callers));
    bare = Math.max(bare, await insertsPerSecond(address, callers, template));
  }
  return {
    id: "firm",
    what: `commit over PostgreSQL, ${callers} callers${how}`,
    figure: `${Math.round(ours)} /s`,
    floor: `bare INSERTs of the same ${template.length} rows, waiting ones in one statement, ${Math.round(bare)} /s`,
    ratio: ours / bare,
    target: "≥ 0.45×",
  };
};

/**
 * Processor time of a commit by 64 callers, of this process and of the database together, beside bare INSERTs: what the ratio of rates comes to where the disk
 * costs nothing, and, unlike that one, the same whatever else the machine does. The better of each: the first rounds pay for compiling.
 */
const comparedProcessor = async (cluster: Cluster, template: Rows): Promise<BenchRow> => {
  const callers = 64;
  const ours: Processor[] = [];
  const bare: Processor[] = [];
  const measured = async (into: Processor[], work: (used: Used) => Promise<number>) => {
    let found: Processor | undefined;
    await work(async (measure) => {
      const database = cluster.processorFromNow();
      const before = process.cpuUsage();
      const done = await measure();
      const { user, system } = process.cpuUsage(before);
      found = { node: (user + system) / done, database: (database() * 1_000) / done };
    });
    if (found) into.push(found);
  };
  for (let round = 0; round < processorRounds; round++) {
    await measured(ours, (used) => commitsPerSecond(cluster.address(), callers, used));
    await measured(bare, (used) => insertsPerSecond(cluster.address(), callers, template, used));
  }
  const least = (found: readonly Processor[]) => found.toSorted((a, b) => sum(a) - sum(b))[0]!;
  const told = ({ node, database }: Processor) => `${node.toFixed(0)} + ${database.toFixed(0)} µs`;
  const [commit, insert] = [least(ours), least(bare)];
  return {
    id: "firm",
    what: `processor of a commit over PostgreSQL, ${callers} callers, this process + database`,
    figure: told(commit),
    floor: `bare INSERTs of the same ${template.length} rows, ${told(insert)}`,
    ratio: sum(insert) / sum(commit),
    target: "≥ 0.45×",
  };
};

const processorRounds = 5;

/** Microseconds of a commit. */
interface Processor {
  readonly node: number;
  readonly database: number;
}

const sum = ({ node, database }: Processor): number => node + database;

/** Does what is measured, which gives how often it did it, while what it uses is counted. */
type Used = (measure: () => Promise<number>) => Promise<void>;

const perSecond = async (
  callers: number,
  caller: (n: number) => () => Promise<unknown>,
  used: Used = async (measure) => void (await measure()),
): Promise<number> => {
  let [done, ms] = [0, 0];
  const until = performance.now() + runMs;
  await used(async () => {
    ms = await timed(() =>
      Promise.all(
        Array.from({ length: callers }, async (_, n) => {
          const once = caller(n);
          for (; performance.now() < until; done++) await once();
        }),
      ),
    );
    return done;
  });
  return (done / ms) * 1_000;
};

const commitsPerSecond = async (address: string, callers: number, used?: Used): Promise<number> => {
  const store = await open(address);
  const caller = (n: number) => {
    let head = emptyHead;
    return async () => {
      const events = [{ type: "wrote", body }];
      ({ head } = await store.commit({ owner: "ann", stream: `run${n}`, expect: head, events }));
    };
  };
  const found = await perSecond(callers, caller, used);
  await store.close();
  return found;
};

/** What the store hands to the database for one such commit, as far as it is rows. */
const rowsOfOneCommit = async (address: string): Promise<Rows> => {
  const schema = `bench${++opened}`;
  const store = await open(address, schema);
  const one = { owner: "ann", stream: "run1", events: [{ type: "wrote", body }] };
  const { head } = await store.commit({ ...one, expect: emptyHead });
  const all = async () => {
    const database = pgDatabase(address);
    const rows = await database.query(`SELECT key, value FROM ${schema}.entry`);
    await database.close();
    return new Map(rows.map(({ key, value }) => [(key as Buffer).toString(), value as Uint8Array]));
  };
  const before = await all();
  await store.commit({ ...one, expect: head });
  const after = await all();
  await store.close();
  return [...after].filter(([key, value]) => !Buffer.from(before.get(key) ?? []).equals(value));
};

/** A table like ours that nothing is read from, compared with or checked in; its rows under keys of their own. */
const insertsPerSecond = async (address: string, callers: number, template: Rows, used?: Used): Promise<number> => {
  const table = `bare${++opened}`;
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(`CREATE TABLE ${table} (key bytea PRIMARY KEY, value bytea NOT NULL)`);
  const insert = `INSERT INTO ${table} (key, value) SELECT key, substring($2::bytea FROM start FOR length)
    FROM unnest($1::bytea[], $3::int[], $4::int[]) AS given (key, start, length)`;
  let waiting: { rows: Rows; resolve: () => void; reject: (error: unknown) => void }[] = [];
  let isRunning = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const taken = waiting;
      waiting = [];
      try {
        await client.query(insert, putParameters(taken.flatMap(({ rows }) => rows)) as unknown[]);
        for (const { resolve } of taken) resolve();
      } catch (error) {
        for (const { reject } of taken) reject(error);
      }
    }
    isRunning = false;
  };
  let made = 0;
  const caller = () => () => {
    const number = ++made;
    const rows = template.map(([key, value]) => [`${key}!${number}`, value] as const);
    return new Promise<void>((resolve, reject) => {
      waiting.push({ rows, resolve, reject });
      if (!isRunning) run().catch(reject);
    });
  };
  const found = await perSecond(callers, caller, used);
  await client.end();
  return found;
};

/** The sample run from intent to confirmed draft, 16 at once, on either store: turns about, and the better of each. */
const comparedRuns = async (address: string, folder: string): Promise<BenchRow> => {
  const warmed = async (store: Store) => {
    const engine = await TestEngine.open({ store, clock, tools: new VariedTools(new SampleTools()) });
    await Promise.all(Array.from({ length: warmRuns }, (_, n) => variedRun(engine, `warm-${n}`)));
    return { engine, store };
  };
  const perSecondOn = async ({ engine }: Awaited<ReturnType<typeof warmed>>, round: number): Promise<number> => {
    const found = await rate(wholeRuns, 16, (n) => variedRun(engine, `run-${round}-${n}`));
    await engine.engine.runs.packing.settled();
    return found;
  };
  const onLevel = await warmed(await openLevelStore({ dir: join(folder, "level"), clock }));
  const onOurs = await warmed(await open(address));
  let [level, ours] = [0, 0];
  for (let round = 0; round < runRounds; round++) {
    level = Math.max(level, await perSecondOn(onLevel, round));
    ours = Math.max(ours, await perSecondOn(onOurs, round));
  }
  for (const { store } of [onLevel, onOurs]) await store.close();
  return {
    id: "firm",
    what: "whole run over PostgreSQL, 16 at once",
    figure: `${ours.toFixed(1)} /s`,
    floor: `on LevelDB ${level.toFixed(1)} /s`,
    ratio: ours / level,
    target: "≥ 0.7×",
  };
};

/** From acknowledged at one server to seen by who watches at another; turns about with a bare row that somebody else asks for every 50 ms. */
const seenElsewhere = async (address: string): Promise<BenchRow> => {
  const schema = `bench${++opened}`;
  const [one, other] = [await open(address, schema), await open(address, schema)];
  let head = emptyHead;
  const append = async (): Promise<number> => {
    ({ head } = await one.commit({ owner: "ann", stream: "run", expect: head, events: [{ type: "wrote", body }] }));
    return performance.now();
  };
  await append();
  const enough = new AbortController();
  let seen = Promise.withResolvers<number>();
  const watching = (async () => {
    for await (const { seq } of other.watch("ann", { after: 1n, signal: enough.signal }))
      if (seq > 1) seen.resolve(performance.now());
  })();
  const bare = await bareRow(address);
  const [took, tookBare]: [number[], number[]] = [[], []];
  for (let n = 0; n < seenTimes; n++) {
    const acknowledged = await append();
    took.push(Math.max(0, (await seen.promise) - acknowledged));
    seen = Promise.withResolvers();
    tookBare.push(await bare.seenAfter());
  }
  enough.abort();
  await watching.catch(() => undefined);
  for (const store of [one, other]) await store.close();
  await bare.close();
  const at = (figures: readonly number[], share: number) =>
    figures.toSorted((a, b) => a - b)[Math.floor(figures.length * share)] ?? 0;
  return {
    id: "firm",
    what: `seen at another server, p99 of ${seenTimes} (p50 ${at(took, 0.5).toFixed(0)} ms)`,
    figure: `${at(took, 0.99).toFixed(0)} ms`,
    floor: `the longest time allowed, 100 ms; a bare row asked for every ${bareEveryMs} ms, p99 ${at(tookBare, 0.99).toFixed(0)} ms (p50 ${at(tookBare, 0.5).toFixed(0)} ms)`,
    ratio: at(took, 0.99) / 100,
    target: "≤ 1×",
  };
};

const bareEveryMs = 50;

/** One row that one connection moves on and another asks for. */
const bareRow = async (address: string) => {
  const table = `bare${++opened}`;
  const [writer, reader] = [new pg.Client({ connectionString: address }), new pg.Client({ connectionString: address })];
  for (const client of [writer, reader]) await client.connect();
  await writer.query(`CREATE TABLE ${table} AS SELECT 0 AS version`);
  let written = 0;
  return {
    seenAfter: async (): Promise<number> => {
      const next = ++written;
      let isSeen = false;
      const asking = (async () => {
        while (!isSeen) {
          await delay(bareEveryMs);
          const { rows } = await reader.query(`SELECT version FROM ${table}`);
          isSeen = rows[0].version === next;
        }
      })();
      // Anywhere between two questions.
      await delay(Math.random() * bareEveryMs);
      await writer.query(`UPDATE ${table} SET version = ${next}`);
      const acknowledged = performance.now();
      await asking;
      return Math.max(0, performance.now() - acknowledged);
    },
    close: () => Promise.all([writer.end(), reader.end()]),
  };
};

/** The cluster behind a millisecond each way. */
const delayed = async (cluster: Cluster, folder: string): Promise<{ address: string; server: Server }> => {
  const near = new URL(cluster.address());
  const socket = join(near.searchParams.get("host") ?? "", ".s.PGSQL.5432");
  const server = createServer((client) => {
    const database = connect(socket);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      from.on("data", (piece) => setTimeout(() => to.write(piece), 1));
      from.on("close", () => setTimeout(() => to.destroy(), 1));
      from.on("error", () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(join(folder, ".s.PGSQL.5432"), resolve));
  near.searchParams.set("host", folder);
  return { address: near.href, server };
};
