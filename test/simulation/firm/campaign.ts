import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { create } from "@bufbuild/protobuf";
import { GenerateResponseSchema, ModelService } from "../../../gen/pincite/model/v1alpha1/model_service_pb.ts";
import type { AuditedEvent } from "../../../gen/pincite/receipt/v1/audit_service_pb.ts";
import { socketFolder } from "../../../src/local-socket.ts";
import { extractiveProvider } from "../../../src/model/providers/extractive/provider.ts";
import type { Clients } from "../../e2e/support/server.ts";
import { startOwnServer } from "../../support/own-server.ts";
import { forTests, startCluster } from "../../support/postgres-cluster.ts";
import { openCutWay } from "./cuts.ts";
import { type Fault, type Found, judge, type Verdict } from "./judge.ts";
import { client, type Load, type Log, sentTo } from "./load.ts";
import { killReplica, type Replica, type Site, startAgain, startReplica } from "./replicas.ts";
import { startVault } from "./vault.ts";

/** A promise of the store that a control takes away. */
export type Unheld = "fences" | "heads" | "outcomes";

export interface FirmReport extends Verdict {
  readonly kills: number;
  readonly pauses: number;
  /** How often the database was killed. */
  readonly crashes: number;
  /** How often a commit was cut off before the database heard of it, and once it was done and not answered. */
  readonly requestsCut: number;
  readonly answersCut: number;
  /** What a woken holder was refused with, and how often. */
  readonly refusals: Readonly<Record<string, number>>;
  /** What cannot be read at the end, and servers that do not start. */
  readonly broken: readonly string[];
}

const clientCount = 12;
/** How long the model thinks, in milliseconds: so that a good part of the faults falls into a turn. */
const thinksMs = { least: 100, most: 1_500 };
/** How long a replica is halted: past its lease of five seconds. */
const haltedMs = { least: 7_000, most: 10_000 };
/** How long the database stays away at times: past the ten seconds for which a server asks what became of its write. */
const awayMs = 13_000;
/** How long all is well between two faults, at most. */
const wellMsMost = 3_000;
/** How long the load goes on at most when all faults are over. */
const turnsMsMost = 600_000;
/** So many commands are acknowledged before the database is killed again, within this time. */
const tellsLeast = 6;
const tellsMsMost = 10_000;
/** How long a cut waits for a commit. */
const cutMsMost = 2_000;
/** Commands that are sent again under their keys, to each replica, when all is over. */
const repeatedMost = 20;
const names = ["one", "two", "three"] as const;

/** How much is done to the servers and to the database. */
export interface Extent {
  /** How often a server is killed or halted. */
  readonly rounds: number;
  /** How often the database is killed, afterwards, and a commit cut off on its way there, and on its way back. */
  readonly crashes: number;
  /** The load goes on until so many turns were asked for. */
  readonly turnsLeast: number;
  /** Settings of the database beside those of tests: a control has it answer before it has written. */
  readonly settings?: readonly string[];
}

/**
 * Three servers over one PostgreSQL, called by twelve clients who send a command to another replica where one does not answer. In each round one
 * of them is killed and started again, or halted past its lease and let go on. Then the database is killed and started again, so many times, each time once an answer of it was cut off and once a commit on its way there. Then everything is read, and judged.
 */
export const runFirm = async (
  { rounds, crashes, turnsLeast, settings = [] }: Extent,
  random: () => number,
  unheld?: Unheld,
): Promise<FirmReport> => {
  const folder = mkdtempSync(join(tmpdir(), "pincite-firm-"));
  const cluster = await startCluster([...forTests, ...settings]);
  const way = await openCutWay(cluster.address(), folder);
  const model = await startModel(random);
  const vault = await startVault(random);
  const site: Site = {
    folder,
    store: way.address,
    env: {
      ...{
        PINCITE_MODEL: "remote",
        PINCITE_MODEL_URL: model.url,
        PINCITE_VAULT_URL: vault.url,
        PINCITE_SOCKET_DIR: socketFolder(process.env),
      },
      ...unheldEnv(unheld),
    },
  };
  // Whoever has no more time for it is told what became of what was done.
  let isEnough = false;
  const enough = (): void => {
    isEnough = true;
  };
  process.on("SIGTERM", enough);
  const replicas: Replica[] = [];
  const broken: string[] = [];
  try {
    const [first, ...others] = names;
    replicas.push(await startReplica(site, first));
    // The others get their keys from the first.
    replicas.push(...(await Promise.all(others.map((name) => startReplica(site, name)))));
    const { profiles } = await replicas[0]!.clients.orchestrator.getCapabilities({});
    const profileId = profiles.find(({ provider }) => provider === "remote")?.profileId;
    if (profileId === undefined) throw new Error("no kind of memo has its turns written by the model of this campaign");
    const log: Log = { commands: [], titles: [], imports: [] };
    const load: Load = { replicas, log, random, profileId, isOver: false };
    const clients = Array.from({ length: clientCount }, () => client(load));
    const faults: Fault[] = [];
    for (let round = 0; round < rounds && !isEnough; round++) {
      await sleep(500 + random() * wellMsMost);
      const victim = atWork(replicas, log, random);
      // Only a holder that wakes has a stale fence.
      const isKill = random() < 0.5 && unheld !== "fences";
      faults.push(await (isKill ? kill(site, victim, broken, faults) : pause(victim, random)));
      console.log(
        `round ${round + 1} of ${rounds}: ${isKill ? "killed" : "halted"} ${victim.name}, ${log.commands.length} commands`,
      );
      if (!victim.isUp) break;
    }
    let crash = 0;
    for (; crash < crashes && !isEnough; crash++) {
      // Under load: what was acknowledged meanwhile is what could be lost.
      const before = told(log);
      await sleep(300 + random() * 1_200);
      for (const until = Date.now() + tellsMsMost; told(log) < before + tellsLeast && Date.now() < until; )
        await sleep(50);
      for (const cut of ["answer", "request"] as const) await way.next(cut, cutMsMost);
      // Each tenth time for longer than a server waits to learn what became of its write: then a client is told that nobody knows.
      await cluster.crash(crash % 10 === 9 ? awayMs : 0);
      if (crash % 10 === 9) console.log(`the database was killed ${crash + 1} times, ${log.commands.length} commands`);
    }
    const turns = () => log.commands.filter(({ name }) => name === "Guide").length;
    for (let waited = 0; turns() < turnsLeast && !isEnough && waited < turnsMsMost; waited += 500) await sleep(500);
    // What the last fault left is ended before anything is judged.
    await sleep(haltedMs.least);
    load.isOver = true;
    await Promise.race([Promise.all(clients), sleep(30_000)]);
    await settled(log);
    for (const one of log.commands
      .filter(({ sendings }) => sendings.some(({ version }) => version))
      .slice(-repeatedMost))
      for (const replica of replicas.filter(({ isUp }) => isUp)) await sentTo(one, replica);
    console.log("sent again; now all is read");
    const found = { ...(await read(replicas, log, broken)), came: vault.came };
    const kinds = (kind: Fault["kind"]) => faults.filter((fault) => fault.kind === kind).length;
    const verdict = judge(log, faults, found);
    return {
      kills: kinds("kill"),
      pauses: kinds("pause"),
      crashes: crash,
      requestsCut: way.counts.request,
      answersCut: way.counts.answer,
      ...verdict,
      refusals: refusalsOf(log, faults),
      broken,
    };
  } finally {
    process.off("SIGTERM", enough);
    for (const replica of replicas) {
      await killReplica(replica);
      replica.clients.close();
    }
    await model.stop();
    await vault.stop();
    await way.close();
    await cluster.remove();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** How many commands were acknowledged by now. */
const told = ({ commands }: Log): number =>
  commands.filter(({ sendings }) => sendings.some(({ version }) => version !== undefined)).length;

/** Settings of a server of a control, which holds one promise less. */
export const unheldEnv = (unheld: Unheld | undefined): Readonly<Record<string, string>> => {
  const taken = fileURLToPath(new URL("./unheld.mjs", import.meta.url));
  return unheld ? { NODE_OPTIONS: `--import=${taken}`, PINCITE_UNHELD: unheld } : {};
};

/** A replica that has a turn or a tool call under way now, rather than one that would lose nothing. */
const atWork = (replicas: readonly Replica[], { commands }: Log, random: () => number): Replica => {
  const isUnderWay = ({ name, life }: Replica) =>
    commands
      .slice(-100)
      .some(
        (one) =>
          (one.name === "Guide" || one.name === "DecideToolRequest") &&
          one.sendings.some((sent) => sent.untilMs === 0 && sent.replica === name && sent.life === life),
      );
  const busy = replicas.filter(isUnderWay);
  const from = busy.length > 0 ? busy : replicas;
  return from[Math.floor(random() * from.length)]!;
};

const kill = async (site: Site, victim: Replica, broken: string[], before: readonly Fault[]): Promise<Fault> => {
  const { name: replica, life } = victim;
  victim.isUp = false;
  const atMs = Date.now();
  await killReplica(victim);
  // Each other time it stays away for longer than a lease, so that others have to end what it left.
  if (before.length % 2 === 0) await sleep(haltedMs.least);
  await startAgain(site, victim).catch((error: unknown) => broken.push(String(error)));
  return { kind: "kill", replica, life, atMs, untilMs: Date.now() };
};

const pause = async (victim: Replica, random: () => number): Promise<Fault> => {
  const { name: replica, life } = victim;
  // Nobody is told: clients find out by waiting, as they would.
  const atMs = Date.now();
  victim.child.kill("SIGSTOP");
  await sleep(haltedMs.least + random() * (haltedMs.most - haltedMs.least));
  const untilMs = Date.now();
  victim.child.kill("SIGCONT");
  return { kind: "pause", replica, life, atMs, untilMs };
};

/** A model of somebody else's over a real socket: says what the embedded one would, after it thought. */
export const startModel = (random: () => number) => {
  const extractive = extractiveProvider();
  return startOwnServer({
    routes: (router) =>
      void router.service(ModelService, {
        generate: async ({ request }) => {
          if (!request) throw new Error("a call without a request");
          await sleep(thinksMs.least + random() * (thinksMs.most - thinksMs.least));
          const { raw } = await extractive.generate(request, new AbortController().signal);
          return create(GenerateResponseSchema, { rawOutput: raw, inputTokens: 100, outputTokens: 20 });
        },
      }),
  });
};

/** Until no sending is under way any more, or nobody can wait for it. */
export const settled = async (log: Log): Promise<void> => {
  const isOpen = () => log.commands.some(({ sendings }) => sendings.some(({ untilMs }) => untilMs === 0));
  for (let tries = 0; isOpen() && tries < 150; tries++) await sleep(100);
};

export const read = async (replicas: readonly Replica[], log: Log, broken: string[]): Promise<Omit<Found, "came">> => {
  const journals = new Map<string, AuditedEvent[]>();
  const titles = new Map<string, number>();
  const [first, ...others] = replicas.filter(({ isUp }) => isUp);
  if (!first) return { journals, titles };
  const runIds = new Set(log.commands.flatMap(({ runId }) => runId || []));
  for (let pageToken = ""; ; ) {
    const page = await first.clients.orchestrator.listRuns({ pageSize: 1000, pageToken }).catch(noted(broken));
    for (const { runId, title } of page?.runs ?? []) {
      runIds.add(runId);
      titles.set(title, (titles.get(title) ?? 0) + 1);
    }
    pageToken = page?.nextPageToken ?? "";
    if (pageToken === "") break;
  }
  for (const runId of runIds) {
    const events = await journalOf(first.clients, runId).catch(noted(broken));
    if (events) journals.set(runId, events);
    for (const { name, clients } of others) {
      const hashes = (await journalOf(clients, runId).catch(noted(broken)))?.map(({ hash }) => hash);
      if (hashes?.join() !== events?.map(({ hash }) => hash).join())
        broken.push(`${name} reads other events of ${runId}`);
    }
  }
  return { journals, titles };
};

const noted = (broken: string[]) => (error: unknown) => {
  broken.push(String(error));
  return undefined;
};

const journalOf = async ({ audit }: Clients, runId: string): Promise<AuditedEvent[]> => {
  const all: AuditedEvent[] = [];
  for (let pageToken = ""; ; ) {
    const { events, nextPageToken } = await audit.listEvents({ runId, pageSize: 1000, pageToken });
    all.push(...events);
    pageToken = nextPageToken;
    if (pageToken === "") return all;
  }
};

/** What turns were refused with that were under way at a replica while it was halted. */
const refusalsOf = (log: Log, faults: readonly Fault[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { name, sendings } of log.commands)
    for (const { replica, life, fromMs, untilMs, refusal } of name === "Guide" ? sendings : []) {
      const isLate = ({ kind, ...fault }: Fault) =>
        kind === "pause" &&
        fault.replica === replica &&
        fault.life === life &&
        fromMs < fault.atMs &&
        untilMs >= fault.untilMs;
      if (refusal !== undefined && faults.some(isLate)) counts[refusal] = (counts[refusal] ?? 0) + 1;
    }
  return counts;
};
