import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { SaxesParser } from "saxes";
import { openLawBot } from "../../src/lawbot/lawbot.ts";
import { readBwb } from "../../src/lawbot/nl/bwb/read-bwb.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import { sharedData } from "../support/shared-data.ts";
import { benchLawSearch } from "./law-search.ts";
import type { BenchRow } from "./row.ts";

const rounds = 15;
const claim = { path: "BWBR0005290.xml", validFrom: "2012-10-01" };

/** The middle of several durations, in milliseconds. */
const median = (durations: number[]): number =>
  durations.sort((a, b) => a - b)[Math.floor(durations.length / 2)] ?? Number.NaN;

/** The floor: the parser alone, its text collected and its elements counted. */
const parseOnly = (bytes: Uint8Array): number => {
  const parts: string[] = [];
  const parser = new SaxesParser({ position: false });
  parser.on("opentag", () => undefined);
  parser.on("closetag", () => undefined);
  parser.on("text", (text) => void parts.push(text));
  parser.write(new TextDecoder().decode(bytes)).close();
  return parts.join("").length;
};

const importOnce = async (bytes: Uint8Array): Promise<number> => {
  const options = {
    store: await openMemoryStore(),
    owner: "bench",
    indexFile: ":memory:",
    clock: { now: () => 0 },
    tokenKey: new Uint8Array(32),
  };
  const lawbot = await openLawBot(options);
  const start = performance.now();
  await lawbot.importer.importFile(claim, bytes);
  const duration = performance.now() - start;
  lawbot.close();
  return duration;
};

/**
 * P15, on BW Boek 7 whole (1.1 MB of XML): reading into canonical text with addresses, and the import with store and
 * index, each beside the bare parser. Floor and figure take turns, so that a busy machine slows both. No rows without the data.
 */
export const benchLawbot = async (): Promise<BenchRow[]> => {
  const file = sharedData("law-bwb-2012/BWBR0005290.xml");
  if (!file) return [];
  const bytes = new Uint8Array(readFileSync(file));
  const [floors, reads, imports]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    floors.push(timed(() => parseOnly(bytes)));
    reads.push(timed(() => readBwb(bytes, claim)));
    imports.push(await importOnce(bytes));
  }
  const rate = (durationMs: number): number => bytes.length / 1_000 / durationMs;
  const [floor, read, whole] = [median(floors), median(reads), median(imports)].map(rate) as [number, number, number];
  const seconds = (median(imports) / 1_000).toFixed(2);
  return [
    row(
      "P15",
      "statute read: XML to canonical text with addresses",
      read,
      floor,
      "≥ 0.8× of saxes with text collected",
    ),
    row(
      "P15b",
      `BW Boek 7 imported whole, stored and indexed in memory (${seconds} s)`,
      whole,
      floor,
      "≤ 1 s for BW Boek 7",
    ),
    ...largeRows(file),
    ...(await benchLawSearch()),
  ];
};

/** What the launcher begins a server with; without it V8 takes memory that no server takes. */
const asLaunched = { flags: ["--max-semi-space-size=8"], env: { ...process.env, MALLOC_ARENA_MAX: "2" } };

/** Peak memory of importing a regulation of 49 MB beside one of 12, above the start of the process: flat when both are the same. */
const largeRows = (file: string): BenchRow[] => {
  const script = fileURLToPath(new URL("large-law.ts", import.meta.url));
  const peakOf = (megabytes: number): number => {
    const args = [...asLaunched.flags, "--expose-gc", script, file, String(megabytes)];
    const run = spawnSync(process.execPath, args, { encoding: "utf8", env: asLaunched.env });
    return Number(run.stdout.trim().split(" ")[1] ?? Number.NaN);
  };
  const [small, large] = [peakOf(12), peakOf(49)];
  return [
    {
      id: "P15c",
      what: "peak memory of importing 49 MB of XML made of real parts, stored and indexed on disk, above the start",
      figure: `${large.toFixed(0)} MiB`,
      floor: `${small.toFixed(0)} MiB (12 MB)`,
      ratio: large / small,
      target: "1×: memory flat",
    },
  ];
};

const timed = (work: () => unknown): number => {
  const start = performance.now();
  work();
  return performance.now() - start;
};

const row = (id: string, what: string, figure: number, floor: number, target: string): BenchRow => ({
  id,
  what,
  figure: `${figure.toFixed(1)} MB/s`,
  floor: `${floor.toFixed(1)} MB/s (saxes)`,
  ratio: figure / floor,
  target,
});
