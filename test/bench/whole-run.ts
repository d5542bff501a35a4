import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fromBinary, toJson } from "@bufbuild/protobuf";
import { Level } from "level";
import { EvidenceSearchResultSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { EvidenceNeedsSchema } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { IntentSeedSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { EvidenceNeedMapSchema } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { ResolveOutputSchema, SpansOutputSchema } from "../../gen/pincite/tool/v1/tool_output_pb.ts";
import { ToolResultSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { kindRegistry } from "../../src/cli/proto/files.ts";
import { openLevelStore } from "../../src/store/level/open.ts";
import { SampleTools } from "../engine/sample-tools.ts";
import { owner, TestEngine } from "../engine/support.ts";
import { timed } from "./measure.ts";
import type { BenchRow } from "./row.ts";
import { VariedTools, variedRun } from "./varied-case.ts";
import { benchWholeRunCpu } from "./whole-run-cpu.ts";

const runs = 128;
const atOnce = 16;
const warmRuns = 16;
const openRuns = 64;
const clock = { now: () => Date.now() };
const peers = fileURLToPath(new URL("peers", import.meta.url));

/**
 * P4, P5: the sample run (9 claims) from intent to confirmed draft, in process and on disk, 16 at once: its rate, its CPU, and
 * the bytes it leaves once LevelDB has compacted them. Contents differ by run. The peer, warmed up by as many runs as we are,
 * does the same steps on contents of the same size: a node for each tool result and each stage, an interrupt where a person
 * confirms. Without the peer's packages (`npm ci` in test/bench/peers) its place says so.
 */
export const benchWholeRun = async (): Promise<BenchRow[]> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-bench-"));
  try {
    const store = await openLevelStore({ dir: join(dir, "runs"), clock });
    const engine = await TestEngine.open({ store, clock, tools: new VariedTools(new SampleTools()) });
    const steps = await stepsOf(engine, await variedRun(engine, "warm"));
    await Promise.all(Array.from({ length: warmRuns }, (_, n) => variedRun(engine, `warm-${n}`)));
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let n = next++; n < runs; n = next++) await variedRun(engine, `run-${n}`);
    };
    const begun = process.cpuUsage();
    const ms = await timed(() => Promise.all(Array.from({ length: atOnce }, worker)));
    await engine.engine.runs.packing.settled();
    const { user, system } = process.cpuUsage(begun);
    await store.close();
    await compact(join(dir, "runs", "db"));
    const cpuMs = (user + system) / 1_000 / runs;
    const ended = bytesIn(join(dir, "runs")) / (runs + warmRuns + 1);
    const ours = { rate: (runs / ms) * 1_000, cpuMs, bytes: await bytesOpen(join(dir, "open")), ended };
    return [...rowsOf(ours, await peerOf(dir, steps), steps), ...(await benchWholeRunCpu())];
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};

/** Bytes of a run that is not finalised, by a store of such runs. */
const bytesOpen = async (dir: string): Promise<number> => {
  const store = await openLevelStore({ dir, clock });
  const engine = await TestEngine.open({ store, clock, tools: new VariedTools(new SampleTools()) });
  for (let n = 0; n < openRuns; n++) await variedRun(engine, `open-${n}`, true);
  await store.close();
  await compact(join(dir, "db"));
  return bytesIn(dir) / openRuns;
};

/** Writes what was overwritten and what only the log holds where they stay: only then do bytes say what a run costs. */
const compact = async (folder: string): Promise<void> => {
  const db = new Level<string, Uint8Array>(folder, { keyEncoding: "utf8", valueEncoding: "view" });
  await db.open();
  await (db as unknown as { compactRange(start: string, end: string): Promise<void> }).compactRange("", "\u{10ffff}");
  await db.close();
};

interface Figures {
  readonly rate: number;
  readonly cpuMs: number;
  /** Of a run that goes on. */
  readonly bytes: number;
  /** Of a run that has ended. */
  readonly ended: number;
}

/** One step of the peer's graph. */
interface Step {
  readonly kind: "tool" | "stage";
  readonly name: string;
  readonly content: unknown;
}

const toolKinds = new Set<string>(
  [ToolResultSchema, EvidenceSearchResultSchema, ResolveOutputSchema, SpansOutputSchema].map(
    ({ typeName }) => typeName,
  ),
);
const stageKinds = [
  IntentSeedSchema,
  MessageSkeletonSchema,
  EvidenceNeedsSchema,
  EvidenceNeedMapSchema,
  CitationLedgerSchema,
  DraftTextSchema,
].map(({ typeName }) => typeName as string);

/** What a run stored, as the peer would store it: the same contents as JSON. The last artifact of a stage is its content. */
const stepsOf = async ({ views, parts }: TestEngine, runId: string): Promise<Step[]> => {
  const registry = kindRegistry();
  const { rows } = await views.artifacts(runId, "", undefined, 1_000);
  const contents = rows.map(async ({ ref }) => {
    const desc = registry.getMessage(ref?.kind ?? "");
    if (!ref || !desc) return [];
    const bytes = await parts.store.getBlob(owner, ref.digest);
    return [{ kind: ref.kind, content: toJson(desc, fromBinary(desc, bytes), { registry }) }];
  });
  const all = (await Promise.all(contents)).flat();
  const tools = all.filter(({ kind }) => toolKinds.has(kind)).map(({ content }) => content);
  const stages = stageKinds.map((kind) => ({
    kind: "stage" as const,
    name: kind,
    content: all.findLast((one) => one.kind === kind)?.content,
  }));
  return [
    ...stages.slice(0, 2),
    ...tools.map((content, n) => ({ kind: "tool" as const, name: `tool-${n}`, content })),
    ...stages.slice(2),
  ];
};

/** The peer's figures for as many runs, or why there are none. */
const peerOf = async (dir: string, steps: readonly Step[]): Promise<Figures | string> => {
  if (!existsSync(join(peers, "node_modules"))) return "is not installed; `npm ci` in test/bench/peers brings it";
  const file = join(dir, "steps.json");
  await writeFile(file, JSON.stringify(steps));
  // Its native module is made for the Node that ran npm there, which is the one that runs npm here.
  const node = process.env.npm_node_execpath ?? process.execPath;
  const args = [
    join(peers, "langgraph.mjs"),
    file,
    join(dir, "peer.sqlite"),
    String(runs),
    String(atOnce),
    String(warmRuns + 1),
  ];
  const { stdout, stderr } = spawnSync(node, args, { encoding: "utf8", maxBuffer: 1 << 24 });
  try {
    const { ms, cpuMs, ended, bytes } = JSON.parse(stdout);
    if (ended !== runs) return `ended only ${ended} of ${runs} runs`;
    return {
      rate: (runs / ms) * 1_000,
      cpuMs: cpuMs / runs,
      bytes: bytes / (runs + warmRuns + 1),
      ended: bytes / (runs + warmRuns + 1),
    };
  } catch {
    return `did not run: ${reasonIn(stderr)}`;
  }
};

/** What a program that failed says of why: the line that names the error, and those below it until it tells where. */
const reasonIn = (stderr: string): string => {
  const lines = stderr.split("\n").map((line) => line.trim());
  const from = lines.findIndex((line) => /Error/.test(line));
  if (from < 0) return "it said nothing";
  const to = lines.findIndex((line, at) => at > from && (line === "" || line.startsWith("at ")));
  return lines.slice(from, to < 0 ? from + 3 : to).join(" ");
};

const rowsOf = (ours: Figures, peer: Figures | string, steps: readonly Step[]): BenchRow[] => {
  const content = steps.reduce((sum, step) => sum + JSON.stringify(step.content).length, 0);
  const row = (
    id: string,
    what: string,
    of: (one: Figures) => number,
    show: (n: number) => string,
    target: string,
  ) => ({
    ...{ id, what, figure: show(of(ours)), target },
    floor: typeof peer === "string" ? `LangGraph.js ${peer}` : `${show(of(peer))} (LangGraph.js, SqliteSaver)`,
    ratio: typeof peer === "string" ? Number.NaN : of(ours) / of(peer),
  });
  return [
    row(
      "P4",
      `whole six-stage run, ${steps.length} tool results and stages, in process, 16 at once`,
      (one) => one.rate,
      (n) => `${n.toFixed(0)} runs/s`,
      "≥ 3×",
    ),
    row(
      "P4",
      "CPU of that run, all threads, 16 at once",
      (one) => one.cpuMs,
      (n) => `${n.toFixed(1)} ms`,
      "≤ 0.25×",
    ),
    row(
      "P5",
      `bytes stored for that run while it is open, compacted, whose contents are ${(content / 1_000).toFixed(1)} kB as JSON`,
      (one) => one.bytes,
      (n) => `${(n / 1_000).toFixed(1)} kB`,
      "≤ 50 kB",
    ),
    row(
      "P5",
      "bytes stored for that run once it has ended and was packed, compacted",
      (one) => one.ended,
      (n) => `${(n / 1_000).toFixed(1)} kB`,
      "≤ 20 kB",
    ),
  ];
};

const bytesIn = (dir: string): number =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
