import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openInstallation } from "../../src/installation.ts";
import { socketFolder } from "../../src/local-socket.ts";
import { openLevelStore } from "../../src/store/level/open.ts";
import { reasonOf, refusalOf } from "../e2e/support/refusal.ts";
import { type Clients, importFiles } from "../e2e/support/server.ts";
import { note } from "../e2e/support/small-case.ts";
import { type ServerChild, startChild } from "./server-child.ts";
import { type Kept, keepAndErase, load, type RunLog, type Sent, seqOf } from "./server-load.ts";
import type { Disk } from "./store-kill.ts";

export interface ServerKillReport {
  readonly kills: number;
  readonly runs: number;
  readonly acknowledged: number;
  /** Letters whose import was acknowledged, and runs whose erasure was. */
  readonly letters: number;
  readonly erased: number;
  /** Commands that were under way when the server died, and how many of them had reached the disk. */
  readonly cutOff: number;
  readonly landed: number;
  /** Turns of the model that were cut off and recorded as interrupted. */
  readonly interrupted: number;
  /** One sentence for each acknowledged thing that was not there, or not as it had been. */
  readonly lost: readonly string[];
  /** One sentence for each command that took effect twice, or could not be repeated under its key. */
  readonly twice: readonly string[];
  /** What the store's own check of all chains and blobs found at the end. */
  readonly damages: readonly string[];
}

type Counting = { -readonly [K in keyof ServerKillReport]: ServerKillReport[K] } & { lost: string[]; twice: string[] };

const clientCount = 8;
/** How long a cut that follows an erasure waits for one at most, in milliseconds. */
const keptMsMax = 60_000;

/**
 * A real server over LevelDB in a process of its own, killed at a random moment under the load of eight clients and started
 * again over what it left; so many times, in one folder, over the disk that `diskOf` gives for it. A ninth client imports letters and erases runs. After each start every command is sent again under its key: what
 * was acknowledged must give the same bytes and change nothing, what was cut off must have happened whole or not at all.
 */
export const killServer = async (
  kills: number,
  random: () => number,
  diskOf?: (dir: string) => Disk,
): Promise<ServerKillReport> => {
  const base = await mkdtemp(join(tmpdir(), "pincite-server-kill-"));
  const dir = join(base, "data");
  const disk = diskOf?.(dir);
  // What is remembered outside the folder stands on another disk, which loses nothing.
  const env = {
    ...{ PINCITE_ERASURE: "on", XDG_STATE_HOME: join(base, "state") },
    PINCITE_SOCKET_DIR: socketFolder(process.env),
  };
  const start = async (): Promise<ServerChild> => startChild(dir, 0, { ...env, ...(await disk?.begin()) });
  const report: Counting = {
    ...{ kills, runs: 0, acknowledged: 0, letters: 0, erased: 0, cutOff: 0, landed: 0, interrupted: 0 },
    ...{ lost: [], twice: [], damages: [] },
  };
  try {
    let server = await start();
    const docUid = (await importFiles(server.clients, [note]))[0]?.docUid ?? "";
    const kept: Kept = { letters: [], erased: [] };
    for (let round = 0; round < kills; round += 1) {
      // A disk's bookkeeping takes its time; a letter and an erasure should have been acknowledged now and then.
      const lifeMs = 100 + random() * (disk ? 4_000 : 900);
      // Every other cut comes right after an erasure was acknowledged, and so after a letter was.
      const keptMs = disk && round % 2 === 1 ? keptMsMax : 0;
      const logs = await loadUntilKilled(server, docUid, random, kept, lifeMs, keptMs);
      await disk?.cut(random);
      server = await start();
      await judge(server.clients, logs, report);
      await judgeKept(server.clients, kept, report);
      [report.letters, report.erased] = [kept.letters.length, kept.erased.length];
      if (disk || round % 10 === 9)
        console.log(`server ${round + 1} of ${kills}: ${JSON.stringify({ ...report, lost: report.lost.length })}`);
    }
    await server.stop();
    report.damages = await damagesIn(dir);
    return report;
  } finally {
    await rm(base, { recursive: true, force: true });
  }
};

/** Letters are there with the very words that were sent, whatever the round, and what was erased does not come back. */
const judgeKept = async (clients: Clients, kept: Kept, report: Counting): Promise<void> => {
  for (const { docUid, words } of kept.letters) {
    const text = await clients.docs.getDocText({ docUid }).then(
      ({ canonicalText }) => canonicalText?.text ?? "",
      (error: unknown) => String(error),
    );
    if (!text.includes(words)) report.lost.push(`the letter ${docUid}: ${text.slice(0, 200)}`);
  }
  for (const runId of kept.erased) {
    const reason = await reasonOf(clients.orchestrator.getRun({ runId }));
    if (reason !== "ERASED") report.lost.push(`the run ${runId} was erased, and now says ${reason}`);
  }
};

const loadUntilKilled = async (
  server: ServerChild,
  docUid: string,
  random: () => number,
  kept: Kept,
  lifeMs: number,
  keptMs: number,
): Promise<RunLog[]> => {
  const logs: RunLog[] = [];
  const [erased, keptBy] = [kept.erased.length, performance.now() + lifeMs + keptMs];
  const clients = [
    ...Array.from({ length: clientCount }, () => load(server.clients, docUid, random, logs)),
    keepAndErase(server.clients, kept),
  ];
  await sleep(lifeMs);
  // On a machine that does other things too, nothing may have been answered by then.
  while (!logs.some(({ sent }) => sent.some(({ answer }) => answer !== undefined))) await sleep(1);
  while (keptMs > 0 && kept.erased.length === erased && performance.now() < keptBy) await sleep(1);
  await server.kill();
  await Promise.all(clients);
  return logs;
};

const judge = async (clients: Clients, logs: readonly RunLog[], report: Counting): Promise<void> => {
  for (const log of logs) {
    report.runs += 1;
    report.acknowledged += log.sent.filter(({ answer }) => answer !== undefined).length;
    if (log.runId !== "") await judgeAcknowledged(clients, log, report);
    await judgeCutOff(clients, log, report);
  }
  await judgeTitles(clients, logs, report);
};

/** What was acknowledged is there, gives the same answer, and does not happen again. */
const judgeAcknowledged = async (clients: Clients, log: RunLog, report: Counting): Promise<void> => {
  const before = await currentOf(clients, log.runId);
  if (before < seqOf(log.context))
    report.lost.push(`${log.runId} is at ${before}, ${seqOf(log.context)} was acknowledged`);
  if ((await eventCount(clients, log.runId, before)) !== before) report.lost.push(`${log.runId}: its journal has gaps`);
  for (const { name, answer, again } of log.sent) {
    if (answer === undefined) continue;
    const bytes = await again(clients).then(
      (repeated) => repeated.bytes,
      (error: unknown) => report.lost.push(`${name} of ${log.runId}: ${String(error)}`) && undefined,
    );
    if (bytes && Buffer.compare(bytes, answer) !== 0) report.lost.push(`${name} of ${log.runId} answers other bytes`);
  }
  const after = await currentOf(clients, log.runId);
  if (after !== before) report.twice.push(`${log.runId} went from ${before} to ${after} when it was asked again`);
};

/** What was under way happened whole or not at all, and repeating it under its key ends in the one effect it has. */
const judgeCutOff = async (clients: Clients, log: RunLog, report: Counting): Promise<void> => {
  const last = log.sent.at(-1);
  if (last === undefined || last.answer !== undefined) return;
  report.cutOff += 1;
  const before = log.runId === "" ? 0 : await currentOf(clients, log.runId);
  const landed = before > seqOf(log.context);
  if (landed) report.landed += 1;
  try {
    const first = await last.again(clients);
    const second = await last.again(clients);
    const after = await currentOf(clients, first.context.runId);
    if (Buffer.compare(first.bytes, second.bytes) !== 0) report.twice.push(`${last.name}: two answers under one key`);
    if (landed && after !== before) report.twice.push(`${last.name} of ${log.runId} had landed and happened again`);
    if (after !== seqOf(first.context)) report.twice.push(`${last.name} of ${log.runId}: answer and run disagree`);
  } catch (error) {
    if (last.name === "Guide" && (await endedAsInterrupted(clients, log, last))) report.interrupted += 1;
    else report.twice.push(`${last.name} of ${log.runId} cannot be repeated: ${String(error)}`);
  }
};

/** A turn that was cut off is over: its key answers so, each time, the run is free, and nothing of the turn happens later. */
const endedAsInterrupted = async (clients: Clients, { runId }: RunLog, turn: Sent): Promise<boolean> => {
  const before = await clients.orchestrator.getRun({ runId });
  const [first, second] = [await refusalOf(turn.again(clients)), await refusalOf(turn.again(clients))];
  const after = await clients.orchestrator.getRun({ runId });
  const isSame = first?.message === second?.message && before.runContext?.version === after.runContext?.version;
  return isSame && first?.reason === "UPSTREAM_UNAVAILABLE" && after.runContext?.turnId === "";
};

/** Each title was created once, however often its CreateRun was sent. */
const judgeTitles = async (clients: Clients, logs: readonly RunLog[], report: Counting): Promise<void> => {
  const count = new Map<string, number>();
  for (let pageToken = ""; ; ) {
    const page = await clients.orchestrator.listRuns({ pageSize: 1000, pageToken });
    for (const { title } of page.runs) count.set(title, (count.get(title) ?? 0) + 1);
    pageToken = page.nextPageToken;
    if (pageToken === "") break;
  }
  for (const { title } of logs) {
    const times = count.get(title) ?? 0;
    if (times === 0) report.lost.push(`the run “${title}” is not listed`);
    if (times > 1) report.twice.push(`the run “${title}” is listed ${times} times`);
  }
};

const currentOf = async (clients: Clients, runId: string): Promise<number> =>
  seqOf((await clients.orchestrator.getRun({ runId })).runContext);

/** Reads a run's events up to a sequence number; each is checked against its chain on the way. */
const eventCount = async (clients: Clients, runId: string, upTo: number): Promise<number> => {
  let count = 0;
  for await (const { seq } of clients.orchestrator.watchRun({ runId })) {
    count += 1;
    if (seq !== count) return -1;
    if (seq === upTo) break;
  }
  return count;
};

const damagesIn = async (dir: string): Promise<string[]> => {
  const damages: string[] = [];
  for (const name of ["runs", "vault", "law"]) {
    const { signer } = openInstallation(dir);
    const store = await openLevelStore({ dir: join(dir, name), clock: { now: () => Date.now() }, signer });
    damages.push(...(await store.verify()).damages.map((sentence) => `${name}: ${sentence}`));
    await store.close();
  }
  return damages;
};
