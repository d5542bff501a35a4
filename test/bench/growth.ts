import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { create } from "@bufbuild/protobuf";
import { type EvidenceCandidate, EvidenceCandidateSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { Engine } from "../../src/engine/engine.ts";
import { bytesInMemory } from "../../src/engine/run/run-store.ts";
import { openLevelStore } from "../../src/store/level/open.ts";
import { SampleDirectory, SampleTools } from "../engine/sample-tools.ts";
import { owner, TestEngine } from "../engine/support.ts";
import { batchesOf } from "./batches-of.ts";
import { median } from "./measure.ts";
import type { BenchRow } from "./row.ts";
import { asideOf, VariedTools, variedRun } from "./varied-case.ts";

const clock = { now: () => Date.now() };
const pinsMax = 500;
/** Pins that one figure is the median of. */
const window = 21;
/** Numbers of the pin that a figure is about: the last one of its window. */
const pinsShown = [100, 200, pinsMax];
const watchersShown = [0, 1, 16, 64];
const commandsWatched = 60;
const runsKept = 100;
/** Artifacts of a packed run that are opened. */
const openingsShown = 60;

/**
 * P20: what one more pin costs where many are made, in bytes handed to LevelDB and in CPU. Then a pin while up to 64 watchers
 * of its run are told of it. P22: what a run kept in memory takes. All in process and on disk; CPU of all threads.
 */
export const benchGrowth = async (): Promise<BenchRow[]> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-bench-"));
  try {
    const rows = [...(await pinRows(join(dir, "pins"))), ...(await watcherRows(join(dir, "watchers")))];
    return [...rows, await memoryRow(join(dir, "runs"))];
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};

/** Every document is one of its own, described at the length of a real one: a title, people, and words around a match. */
class ManyDocuments extends SampleDirectory {
  override async lookUp(evidenceId: string): Promise<EvidenceCandidate> {
    const aside = asideOf(evidenceId);
    return create(EvidenceCandidateSchema, {
      evidenceId,
      docType: "email",
      title: `Gesprek over de uitbetaling.${aside}`,
      snippet: `Wij hebben u toegezegd dat het bedrag in december wordt uitbetaald, mits u dan in dienst bent.${aside}`,
      occurredAtIso: "2025-12-09T10:00:00Z",
      participants: ["werkgever@example.org", "werknemer@example.org"],
      sourceLink: evidenceId,
      sourceDigest: createHash("sha256").update(evidenceId).digest("hex"),
    });
  }
}

const openRun = async (dir: string) => {
  const store = await openLevelStore({ dir, clock });
  const engine = await TestEngine.open({ store, clock, directory: new ManyDocuments() });
  const run = await (await engine.newRun()).to(OrchestratorState.EVIDENCE_BINDING);
  return { store, engine, run };
};

interface Cost {
  readonly bytes: number;
  readonly cpuMs: number;
}

const pinRows = async (dir: string): Promise<BenchRow[]> => {
  const warm = await openRun(join(dir, "warm"));
  for (let n = 0; n < pinsShown[0]!; n++) await warm.run.pin(`vault:warm-${n}`);
  await warm.store.close();
  const { store, run } = await openRun(join(dir, "many"));
  const costs: Cost[] = [];
  for (let n = 1; n <= pinsMax; n++) costs.push(await costOf(() => run.pin(`vault:document-${n}`)));
  await store.close();
  const opening = await openingRow(join(dir, "many"), run.runId);
  const first = medianOf(costs.slice(0, window));
  const rows = pinsShown.flatMap((n) => {
    const last = medianOf(costs.slice(n - window, n));
    return [
      rowOf(`bytes of pin ${n}`, last.bytes, first.bytes, (bytes) => `${(bytes / 1_000).toFixed(2)} kB`),
      rowOf(`CPU of pin ${n}`, last.cpuMs, first.cpuMs, (cpu) => `${cpu.toFixed(2)} ms`),
    ];
  });
  return [...rows, opening];
};

/**
 * One artifact of a run whose records were packed, so many that its packs are as large as they become; before and after, each
 * artifact the only one that a store reads since it was opened.
 */
const openingRow = async (dir: string, runId: string): Promise<BenchRow> => {
  const opened = async <T>(work: (store: Awaited<ReturnType<typeof openLevelStore>>) => Promise<T>): Promise<T> => {
    const store = await openLevelStore({ dir, clock });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  };
  const digests = await opened((store) => store.artifactsOf(owner, runId));
  const asked = digests.filter((_, at) => at % Math.ceil(digests.length / openingsShown) === 0);
  const times = async (): Promise<number[]> => {
    const all: number[] = [];
    for (const digest of asked)
      all.push(
        await opened(async (store) => {
          // The locator's block is read before: what is measured is the pack.
          await store.blobSize(owner, digest);
          const begun = performance.now();
          await store.getBlob(owner, digest);
          return performance.now() - begun;
        }),
      );
    return all.sort((a, b) => a - b);
  };
  await times();
  const before = await times();
  const packed = await opened((store) => store.pack(owner, runId));
  if (packed === 0) throw new Error("nothing was packed");
  const after = await times();
  const at = (all: readonly number[], share: number): number => all[Math.floor((all.length - 1) * share)] ?? Number.NaN;
  const show = (all: readonly number[]) =>
    `${at(all, 0.5).toFixed(2)} ms (95 in 100 below ${at(all, 0.95).toFixed(2)})`;
  return {
    id: "P5",
    what: `one artifact of a packed run of ${digests.length} in a store just opened`,
    figure: show(after),
    floor: `${show(before)} (not packed)`,
    ratio: at(after, 0.5) / at(before, 0.5),
    target: "≤ 1 ms",
  };
};

const rowOf = (what: string, figure: number, floor: number, show: (n: number) => string): BenchRow => ({
  id: "P20",
  what,
  figure: show(figure),
  floor: `${show(floor)} (the first ${window}, median)`,
  ratio: figure / floor,
  target: "≤ 1.5×",
});

const costOf = async (work: () => Promise<unknown>): Promise<Cost> => {
  const begun = process.cpuUsage();
  const batches = await batchesOf(work);
  const { user, system } = process.cpuUsage(begun);
  const bytes = batches
    .flat()
    .reduce((sum, operation) => sum + operation.key.length + ("value" in operation ? operation.value.length : 0), 0);
  return { bytes, cpuMs: (user + system) / 1_000 };
};

const medianOf = (costs: readonly Cost[]): Cost => ({
  bytes: median(costs.map(({ bytes }) => bytes)),
  cpuMs: median(costs.map(({ cpuMs }) => cpuMs)),
});

/** The same document is pinned again and again, so that only the number of watchers differs. */
const watcherRows = async (dir: string): Promise<BenchRow[]> => {
  const { store, engine, run } = await openRun(dir);
  for (let n = 0; n < commandsWatched; n++) await run.pin("vault:letter");
  const figures: number[] = [];
  for (const watchers of watchersShown) {
    const stop = new AbortController();
    const { eventCount } = await engine.views.run(run.runId);
    const told = Array.from({ length: watchers }, () => 0);
    const watches = told.map(async (_, watcher) => {
      for await (const _told of engine.views.watchRun(run.runId, eventCount, stop.signal)) told[watcher]! += 1;
    });
    const costs: Cost[] = [];
    for (let n = 0; n < commandsWatched; n++)
      costs.push(
        await costOf(async () => {
          await run.pin("vault:letter");
          // The watchers are told behind the answer.
          for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
        }),
      );
    figures.push(medianOf(costs).cpuMs);
    stop.abort();
    await Promise.all(watches);
    const { eventCount: now } = await engine.views.run(run.runId);
    if (told.some((count) => count < now - eventCount)) throw new Error(`watchers were told ${told} of ${now} events`);
  }
  await store.close();
  const [none = Number.NaN] = figures;
  return watchersShown.slice(1).map((watchers, at) => {
    const figure = figures[at + 1] ?? Number.NaN;
    return {
      id: "P16",
      what: `CPU of a pin that is told to ${watchers} ${watchers === 1 ? "watcher" : "watchers"} in process`,
      figure: `${figure.toFixed(2)} ms, ${(((figure - none) / watchers) * 1_000).toFixed(0)} µs a watcher`,
      floor: `${none.toFixed(2)} ms (nobody watches)`,
      ratio: figure / none,
      target: "none",
    };
  });
};

/** Whole runs, half of them finalised, loaded by an engine that has just started, beside what the bound on memory reckons them at. */
const memoryRow = async (dir: string): Promise<BenchRow> => {
  const store = await openLevelStore({ dir, clock });
  const engine = await TestEngine.open({ store, clock, tools: new VariedTools(new SampleTools()) });
  const ids: string[] = [];
  for (let n = 0; n < runsKept; n++) ids.push(await variedRun(engine, `run-${n}`, n % 2 === 0));
  await engine.engine.runs.packing.settled();
  // What the store itself keeps of what was read is there before.
  const loadAll = async (): Promise<void> => {
    const { runs } = new Engine(engine.parts);
    for (const id of ids) await runs.load(id);
  };
  await loadAll();
  const { runs } = new Engine(engine.parts);
  const before = memoryUsed();
  let reckoned = 0;
  for (const id of ids) reckoned += bytesInMemory(await runs.load(id)) / runsKept;
  const taken = (memoryUsed() - before) / runsKept;
  await runs.load(ids[0]!);
  await store.close();
  const show = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
  return {
    id: "P22",
    what: "memory of a run that is kept loaded, whole, beside what the bound of 128 MiB reckons it at",
    figure: show(taken),
    floor: `${show(reckoned)} reckoned`,
    ratio: taken / reckoned,
    target: "≤ 1×",
  };
};

const memoryUsed = (): number => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
