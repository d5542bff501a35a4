import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fromBinary, toJson } from "@bufbuild/protobuf";
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
import { owner, TestEngine } from "../engine/support.ts";
import { timed } from "./measure.ts";
import type { BenchRow } from "./row.ts";
import { benchWholeRunCpu } from "./whole-run-cpu.ts";

const runs = 128;
const atOnce = 16;
const clock = { now: () => Date.now() };
const peers = fileURLToPath(new URL("peers", import.meta.url));

/**
 * P4, P5: the sample run (9 claims) from intent to confirmed draft, in process and on disk, 16 at once: its rate, and the
 * bytes it leaves. The peer does the same steps on the same contents: a node for each tool result and each stage, an
 * interrupt where a person confirms. Without the peer's packages (`npm ci` in test/bench/peers) its place says so.
 */
export const benchWholeRun = async (): Promise<BenchRow[]> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-bench-"));
  try {
    const store = await openLevelStore({ dir: join(dir, "runs"), clock });
    const engine = await TestEngine.open({ store, clock });
    const steps = await stepsOf(engine, await wholeRun(engine, "warm"));
    await Promise.all(Array.from({ length: atOnce }, (_, n) => wholeRun(engine, `warm-${n}`)));
    const before = bytesIn(dir);
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let n = next++; n < runs; n = next++) await wholeRun(engine, `run-${n}`);
    };
    const ms = await timed(() => Promise.all(Array.from({ length: atOnce }, worker)));
    await store.close();
    const ours = { rate: (runs / ms) * 1_000, bytes: (bytesIn(dir) - before) / runs };
    return [...rowsOf(ours, await peerOf(dir, steps), steps), ...(await benchWholeRunCpu(wholeRun))];
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};

interface Figures {
  readonly rate: number;
  readonly bytes: number;
}

const wholeRun = async (engine: TestEngine, key: string): Promise<string> => {
  const run = await engine.newRun(key);
  await run.to(6);
  await run.settle();
  await run.advance();
  return run.runId;
};

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
  if (!existsSync(join(peers, "node_modules"))) return "not installed: npm ci in test/bench/peers";
  const file = join(dir, "steps.json");
  await writeFile(file, JSON.stringify(steps));
  // Its native module is made for the Node that ran npm there, which is the one that runs npm here.
  const node = process.env.npm_node_execpath ?? process.execPath;
  const args = [join(peers, "langgraph.mjs"), file, join(dir, "peer.sqlite"), String(runs), String(atOnce)];
  const { stdout, stderr } = spawnSync(node, args, { encoding: "utf8", maxBuffer: 1 << 24 });
  try {
    const { ms, ended, bytes } = JSON.parse(stdout);
    return ended === runs ? { rate: (runs / ms) * 1_000, bytes: bytes / runs } : `only ${ended} of ${runs} runs ended`;
  } catch {
    return `it failed: ${stderr.split("\n").find((line) => /Error/.test(line)) ?? "no output"}`;
  }
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
      "≥ 20×",
    ),
    row(
      "P5",
      `bytes stored for that run, whose contents are ${(content / 1_000).toFixed(1)} kB as JSON`,
      (one) => one.bytes,
      (n) => `${(n / 1_000).toFixed(1)} kB`,
      "≤ 10 kB",
    ),
  ];
};

const bytesIn = (dir: string): number =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
