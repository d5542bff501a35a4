import { AsyncLocalStorage } from "node:async_hooks";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import {
  CreateRunRequestSchema,
  GuideRequestSchema,
} from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { Engine } from "../../src/engine/engine.ts";
import type { ModelProvider } from "../../src/model/provider.ts";
import { openLevelStore } from "../../src/store/level/open.ts";
import { UsageSums } from "../../src/usage/usage.ts";
import { engineOver } from "./engine-fixture.ts";
import { medianMs, rate, timed } from "./measure.ts";
import type { BenchRow } from "./row.ts";

const people = 200;
/** PINCITE_BENCH_RUNS makes it smaller where there is less time; the row says how many there were. */
const runs = Number(process.env.PINCITE_BENCH_RUNS ?? 2_000);
const turns = 3;
const aSecondMs = 1_000;

/** A model that counts tokens, and whose answers are in no form. */
const counting: ModelProvider = {
  name: "extractive",
  generate: async () => ({ raw: new TextEncoder().encode("No."), inputTokens: 1_000, outputTokens: 200 }),
};

/** How long what a month used takes by person, of 200 people and 2,000 runs: asked for the first time ever, again, and by a server that has just started. */
export const benchUsage = async (): Promise<BenchRow[]> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-bench-"));
  const store = await openLevelStore({ dir, clock: { now: () => Date.now() } });
  const caller = new AsyncLocalStorage<string>();
  const signedIn = () => ({ issuer: "https://login.example", subject: caller.getStore() ?? "nobody" });
  const { parts } = engineOver(store, counting).engine.runs;
  const engine = new Engine({ ...parts, signedIn });
  await rate(runs, 8, async (n) => {
    const asked = create(CreateRunRequestSchema, { idempotencyKey: `c${n}`, title: `Run ${n}` });
    const { runContext } = await caller.run(`person-${n % people}`, () => engine.create(asked));
    for (let turn = 0; turn < turns; turn++) {
      const said = { runId: runContext?.runId ?? "", idempotencyKey: `g${n}-${turn}`, userPrompt: "Begin." };
      const guide = create(GuideRequestSchema, said);
      await caller.run(`person-${(n + turn) % people}`, () => engine.guide(guide).catch(() => undefined));
    }
  });
  const sums = () => {
    const { runs } = new Engine(parts);
    const ofRun = (runId: string) => runs.usage.ofRun(runId);
    return new UsageSums({ runs: { ofRun, all: () => runs.usage.all(runs.index.runIds()) }, account: "bench" });
  };
  const month = new Date().toISOString().slice(0, 7);
  const filter = { subject: "", issuer: "", month };
  const asked = { runId: "", filter, prices: undefined, onlyOf: undefined };
  const first = sums();
  const firstMs = await timed(() => first.rows(asked, "person"));
  const rows = await first.rows(asked, "person");
  if (rows.length !== Math.min(people, runs)) throw new Error(`${rows.length} people`);
  const againMs = await medianMs(10, () => first.rows(asked, "person"));
  const startedMs = await medianMs(5, () => sums().rows(asked, "person"));
  await store.close();
  await rm(dir, { recursive: true });
  const row = (what: string, ms: number): BenchRow => ({
    id: "usage",
    what: `a month by person, ${people} people, ${runs.toLocaleString("en")} runs of ${turns} turns, ${what}`,
    figure: `${ms.toFixed(0)} ms`,
    floor: "a second",
    ratio: ms / aSecondMs,
    target: "≤ 1×",
  });
  return [row("the first time ever", firstMs), row("again, p50", againMs), row("after a start, p50", startedMs)];
};
