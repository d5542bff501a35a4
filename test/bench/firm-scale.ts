import { create } from "@bufbuild/protobuf";
import pg from "pg";
import { CreateRunRequestSchema } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { openPostgresStore } from "../../src/store/postgres/open.ts";
import { pgDatabase } from "../../src/store/postgres/pg-database.ts";
import { SampleTools } from "../engine/sample-tools.ts";
import { TestEngine } from "../engine/support.ts";
import { postgresPrograms, startCluster } from "../support/postgres-cluster.ts";
import { engineOver } from "./engine-fixture.ts";
import { benchFirmStrands } from "./firm-strands.ts";
import { medianMs, rate } from "./measure.ts";
import type { BenchRow } from "./row.ts";
import { VariedTools, variedRun } from "./varied-case.ts";

const clock = { now: () => Date.now() };
const fewRuns = 100;
/** PINCITE_BENCH_RUNS makes it smaller where there is less time; the row says how many there were. */
const manyRuns = Number(process.env.PINCITE_BENCH_RUNS ?? 100_000);
const wholeRuns = 24;
const pageSize = 50;
const bytesMost = 60_000;

/** What a store over PostgreSQL is like when it is full: bytes of a whole run, tables and indexes, how long searches take in many strands, and how long a page of runs and a run take among so many beside a hundred. */
export const benchFirmScale = async (): Promise<BenchRow[]> => {
  if (!postgresPrograms()) throw new Error("PostgreSQL is not installed: apt-get install postgresql");
  const cluster = await startCluster(["jit=off"]);
  try {
    const address = cluster.address();
    return [await bytesRow(address), ...(await benchFirmStrands(address)), ...(await manyRows(address))];
  } finally {
    await cluster.remove();
  }
};

const open = (address: string, schema: string) => openPostgresStore({ database: pgDatabase(address), schema, clock });

const bytesRow = async (address: string): Promise<BenchRow> => {
  const store = await open(address, "bytes");
  const engine = await TestEngine.open({ store, clock, tools: new VariedTools(new SampleTools()) });
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const bytes = async (): Promise<number> => {
    await engine.engine.runs.packing.settled();
    await client.query("VACUUM FULL bytes.entry");
    const { rows } = await client.query("SELECT pg_total_relation_size('bytes.entry') AS bytes");
    return Number(rows[0].bytes);
  };
  await variedRun(engine, "first");
  const before = await bytes();
  for (let n = 0; n < wholeRuns; n++) await variedRun(engine, `run-${n}`);
  const each = ((await bytes()) - before) / wholeRuns;
  await client.end();
  await store.close();
  return {
    id: "firm",
    what: `bytes of a whole run in PostgreSQL, vacuumed, its index with it, mean of ${wholeRuns}`,
    figure: `${(each / 1_000).toFixed(0)} kB`,
    floor: `the most allowed, ${bytesMost / 1_000} kB`,
    ratio: each / bytesMost,
    target: "≤ 1×",
  };
};

/** Each call by an engine of its own, so that nothing is remembered of the run. */
const manyRows = async (address: string): Promise<BenchRow[]> => {
  const store = await open(address, "many");
  const { engine } = engineOver(store);
  const ids: string[] = [];
  const profileId = engine.runs.parts.profiles[0]?.profileId ?? "";
  const fill = (count: number) =>
    rate(count, 64, async () => {
      const request = { idempotencyKey: `make-${ids.length}-${crypto.randomUUID()}`, profileId, title: "Zaak" };
      const { runContext } = await engine.create(create(CreateRunRequestSchema, request));
      ids.push(runContext!.runId);
    });
  const some = (n: number) => ids[(n * 7_919) % ids.length]!;
  const measured = async () => ({
    page: await medianMs(60, () => engineOver(store).views.runs(undefined, pageSize)),
    open: await medianMs(200, (n) => engineOver(store).views.run(some(n))),
  });
  await fill(fewRuns);
  const few = await measured();
  await fill(manyRuns - fewRuns);
  const many = await measured();
  await store.close();
  const row = (what: string, name: "page" | "open"): BenchRow => ({
    id: "firm",
    what: `${what} among ${manyRuns.toLocaleString("en")} runs over PostgreSQL, first call of a server, p50`,
    figure: `${many[name].toFixed(2)} ms`,
    floor: `among ${fewRuns}, ${few[name].toFixed(2)} ms`,
    ratio: many[name] / few[name],
    target: "≤ 2×",
  });
  return [row(`a page of ${pageSize}`, "page"), row("a run", "open")];
};
