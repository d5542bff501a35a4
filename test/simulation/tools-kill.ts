import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { PendingToolRequest_WaitsFor as WaitsFor } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolDecision, ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { ToolCall } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { paramsOf } from "../e2e/support/matrix-case.ts";
import { key, RunDriver } from "../e2e/support/run-driver.ts";
import type { Clients } from "../e2e/support/server.ts";
import { proposalFor, stages } from "../e2e/support/small-case.ts";
import { type ServerChild, startProgram } from "./server-child.ts";
import { seeded } from "./store-seed.ts";

const { ALLOW, DENY, ACKNOWLEDGE } = ToolDecision;
const { OK, REFUSED, OUTCOME_UNKNOWN } = ToolResultStatus;
const docUid = "a".repeat(64);
const program = fileURLToPath(new URL("./tools-server.ts", import.meta.url));
/** How long a stand-in tool runs, in milliseconds: long beside everything around it, so that most kills fall into it. */
const slowMs = 60;
/** After so many rounds new runs are begun, so that no journal grows long. */
const roundsPerRun = 25;

/** What happened in all rounds. */
export interface ToolKillReport {
  kills: number;
  requests: number;
  /** Kills that fell between a tool's beginning and its end. */
  cutOff: number;
  /** Calls that could have changed something and were recorded as OUTCOME_UNKNOWN. */
  unknown: number;
  /** Reads that ran again after a start and then had one result. */
  ranAgain: number;
  declined: number;
  /** Suspended turns that went on. */
  continued: number;
  /** One sentence for each thing that must not be. */
  readonly wrong: string[];
}

/** One request of a round: what it is, how it was decided, and how to send that again. */
interface Asked {
  readonly driver: RunDriver;
  readonly id: string;
  readonly kind: "import" | "read" | "case law";
  readonly decision: "allow" | "decline";
  readonly send: (to: Clients) => Promise<unknown>;
}

/**
 * A server in a process of its own whose tools are slow, killed between the beginning and the end of a tool and started
 * again over what it left; so many times. After each start: what was declined never ran, what can change something ran at
 * most once and waits for a person where nobody knows whether it acted, a read has one result however often it ran, and
 * every command can be sent again under its key.
 */
export const killTools = async (kills: number, random: () => number): Promise<ToolKillReport> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-tools-kill-"));
  mkdirSync(join(dir, "runs"), { recursive: true });
  const start = (): Promise<ServerChild> => startProgram([program, dir, String(slowMs)]);
  const report: ToolKillReport = {
    ...{ kills, requests: 0, cutOff: 0, unknown: 0, ranAgain: 0, declined: 0, continued: 0 },
    wrong: [],
  };
  let server = await start();
  try {
    let runs: readonly RunDriver[] = [];
    for (let round = 0; round < kills; round++) {
      if (round % roundsPerRun === 0) runs = await Promise.all([1, 2, 3, 4].map(() => newRun(server.clients)));
      const asked = await askForTools(
        runs.map((one) => new RunDriver(server.clients, one.context)),
        random,
      );
      const before = ranIn(dir).began.size;
      const sent = asked.map((one) => one.send(server.clients).catch(() => undefined));
      await untilBegun(dir, before);
      await sleep(random() * slowMs);
      const { began, ended } = ranIn(dir);
      if ([...began.keys()].some((id) => !ended.has(id))) report.cutOff++;
      await server.kill();
      await Promise.all(sent);
      server = await start();
      const { clients } = server;
      await Promise.all(asked.map((one) => judge(clients, dir, one, report)));
    }
    return report;
  } finally {
    await server.kill();
    await rm(dir, { recursive: true, force: true });
  }
};

/** How often each request began, and which ended, by the tools' own word. */
const ranIn = (dir: string): { began: Map<string, number>; ended: Set<string> } => {
  const file = join(dir, "ran.log");
  const began = new Map<string, number>();
  const ended = new Set<string>();
  for (const line of existsSync(file) ? readFileSync(file, "utf8").split("\n") : []) {
    const [what, id = ""] = line.split(" ");
    if (what === "begin") began.set(id, (began.get(id) ?? 0) + 1);
    if (what === "end") ended.add(id);
  }
  return { began, ended };
};

const untilBegun = async (dir: string, before: number): Promise<void> => {
  for (let waited = 0; ranIn(dir).began.size === before && waited < 2_000; waited += 2) await sleep(2);
};

/** Requests of every kind, recorded and waiting: one run for each, since a run has one writer at a time. */
const askForTools = async (runs: readonly RunDriver[], random: () => number): Promise<Asked[]> => {
  const decision = () => (random() < 0.5 ? ("allow" as const) : ("decline" as const));
  const [first, second, third, fourth] = runs;
  if (!first || !second || !third || !fourth) throw new Error("a round needs four runs");
  return Promise.all([
    importing(first, "allow"),
    importing(second, decision()),
    reading(third),
    suspended(fourth, decision()),
  ]);
};

/** A run in EVIDENCE_NEEDS. */
const newRun = async (clients: Clients): Promise<RunDriver> => {
  const driver = await RunDriver.create(clients);
  await driver.pin(`vault:${docUid}`);
  for (const state of stages.filter((one) => one < OrchestratorState.EVIDENCE_NEEDS)) {
    await driver.propose(await proposalFor(state, { driver, docUid }));
    await driver.confirmAll();
    await driver.advance();
  }
  return driver;
};

const requested = async (driver: RunDriver, toolName: string): Promise<string> => {
  const params = paramsOf(toolName, docUid);
  const { request } = await driver.clients.tools.requestTool({ ...driver.command(), toolName, params });
  await driver.read();
  return request?.id ?? "";
};

const importing = async (driver: RunDriver, decision: Asked["decision"]): Promise<Asked> => {
  await driver.read();
  const id = await requested(driver, "vault.import");
  return { driver, id, kind: "import", decision, send: decided(driver, id, decision) };
};

const reading = async (driver: RunDriver): Promise<Asked> => {
  await driver.read();
  const id = await requested(driver, "vault.search");
  const command = { requestId: id, idempotencyKey: key() };
  const send = (to: Clients) => to.orchestrator.executeToolRequest(command);
  return { driver, id, kind: "read", decision: "allow", send };
};

const suspended = async (driver: RunDriver, decision: Asked["decision"]): Promise<Asked> => {
  await driver.read();
  await driver.clients.orchestrator.guide({ ...driver.command(), userPrompt: "case law" });
  const id = (await driver.read()).pendingToolRequests[0]?.requestId ?? "";
  return { driver, id, kind: "case law", decision, send: decided(driver, id, decision) };
};

/** The decision as a person sends it, the same each time. */
const decided = (driver: RunDriver, id: string, decision: Asked["decision"]): Asked["send"] => {
  const { toolName = "", paramsDigest = "" } = driver.context.pendingToolRequests[0] ?? {};
  const shown = { requestId: id, toolName, paramsDigest, decision: decision === "allow" ? ALLOW : DENY };
  const command = { ...driver.command(), ...shown };
  return (to) => to.tools.decideToolRequest(command);
};

const judge = async (clients: Clients, dir: string, asked: Asked, report: ToolKillReport): Promise<void> => {
  const { driver, id, kind, decision } = asked;
  report.requests++;
  const note = (what: string) => report.wrong.push(`${kind} (${decision}) ${id} ${what}`);
  const beganBefore = ranIn(dir).began.get(id) ?? 0;
  const found = await callOf(clients, driver.runId, id);
  if (kind === "import" && beganBefore > 0 && !found?.result) note("began and was not mended at the start");
  // The command again, as after a broken connection.
  await asked.send(clients).catch((error: unknown) => note(`cannot be sent again: ${String(error)}`));
  const call = await callOf(clients, driver.runId, id);
  const { status } = call?.result ?? {};
  const began = ranIn(dir).began.get(id) ?? 0;
  if (found?.result && found.result.id !== call?.result?.id) note("has another result than before");
  if (kind === "import" && began > 1) note(`began ${began} times`);
  if (kind === "read" && began > 1) report.ranAgain++;
  await judgeOutcome(clients, asked, { status, began }, report, note);
  const context = (await clients.orchestrator.getRun({ runId: driver.runId })).runContext;
  if (context?.turnId !== "") note("left a turn under way");
  if (kind === "case law" && context?.suspendedTurn) note("left its turn waiting for nothing");
  if (kind === "case law" && !context?.suspendedTurn) report.continued++;
  if ((await resultsOf(clients, driver.runId, id)) > 1) note("has two results");
};

const judgeOutcome = async (
  clients: Clients,
  { driver: before, id, kind, decision }: Asked,
  { status, began }: { status: ToolResultStatus | undefined; began: number },
  report: ToolKillReport,
  note: (what: string) => void,
): Promise<void> => {
  if (decision === "decline") {
    report.declined++;
    if (began > 0) note("was declined and ran");
    if (status !== REFUSED) note(`was declined and is ${status}`);
    return;
  }
  if (status === OK) return;
  if (kind !== "import" || status !== OUTCOME_UNKNOWN) {
    note(`came to ${status}`);
    return;
  }
  report.unknown++;
  const driver = new RunDriver(clients, before.context);
  const pending = (await driver.read()).pendingToolRequests.find((one) => one.requestId === id);
  if (pending?.waitsFor !== WaitsFor.REVIEW) note("is unknown and does not wait for a person");
  const look = { ...driver.command(), requestId: id, decision: ACKNOWLEDGE };
  await clients.tools
    .decideToolRequest(look)
    .catch((error: unknown) => note(`cannot be acknowledged: ${String(error)}`));
  if ((await driver.read()).pendingToolRequests.length > 0) note("waits although a person looked");
};

const callOf = async (clients: Clients, runId: string, id: string): Promise<ToolCall | undefined> =>
  (await clients.tools.listToolCalls({ runId })).calls.find(({ request }) => request?.id === id);

/** Results of a request in the journal itself. */
const resultsOf = async (clients: Clients, runId: string, id: string): Promise<number> => {
  const last = Number((await clients.orchestrator.getRun({ runId })).runContext?.eventCount ?? 0);
  let results = 0;
  for await (const { seq, eventType, description } of clients.orchestrator.watchRun({ runId })) {
    if (eventType === "tool_finished" && description.startsWith(`${id} `)) results++;
    if (seq >= last) break;
  }
  return results;
};

/** The long run: `npm run campaign -- tools [kills] [seed]`, by default 200 and 1. Prints the counts; false if anything is wrong. */
export const runToolKills = async (given: readonly string[]): Promise<boolean> => {
  const [kills = 200, seed = 1] = given.map(Number);
  const { wrong, ...counts } = await killTools(kills, seeded(seed));
  console.log(`tools killed: ${JSON.stringify({ ...counts, wrong: wrong.length })}`);
  for (const what of wrong) console.error(`seed ${seed}: ${what}`);
  return wrong.length === 0;
};
