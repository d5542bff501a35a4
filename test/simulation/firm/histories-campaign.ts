import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { create } from "@bufbuild/protobuf";
import { StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { socketFolder } from "../../../src/local-socket.ts";
import { refusalOf } from "../../e2e/support/refusal.ts";
import { postgresPrograms, startCluster } from "../../support/postgres-cluster.ts";
import { seeded } from "../store-seed.ts";
import { type Unheld, unheldEnv } from "./campaign.ts";
import { type Call, judgeHistories, plants } from "./histories.ts";
import { killReplica, type Replica, type Site, startAgain, startReplica } from "./replicas.ts";

const clientCount = 16;
const runCount = 4;
/** How long a client waits before it asks the other replica. */
const patienceMs = 4_000;
/** How long a replica is halted: past its lease of five seconds. */
const haltedMs = 7_000;
/** A control goes on until something is seen, so long at most. */
const controlSeconds = 180;

/**
 * `npm run campaign -- histories [seconds] [seed]`, by default 60 and 36: sixteen clients read and write four runs through two replicas, each call
 * at either of them; one is killed after a third of the time, the other halted past its lease after two. What the clients saw must be what one
 * order of all calls could have shown. False if it is not, if a planted violation is not found in it, or if a control without heads shows none.
 */
export const simulateHistories = async ([seconds = "60", seed = "36"]: readonly string[]): Promise<boolean> => {
  if (!postgresPrograms()) {
    console.error("PostgreSQL is not installed: apt-get install postgresql");
    return false;
  }
  const { calls, refused, unanswered, broken } = await watched(Number(seconds) * 1_000, seeded(Number(seed)));
  const wrong = [...judgeHistories(calls), ...broken];
  const kinds = (kind: Call["kind"]) => calls.filter((call) => call.kind === kind).length;
  const counts = { writes: kinds("write"), reads: kinds("read"), refused, unanswered, wrong: wrong.length };
  console.log(`histories: ${JSON.stringify({ seconds, seed, ...counts })}`);
  for (const sentence of wrong.slice(0, 20)) console.error(`  ${sentence}`);
  const unseen = Object.entries(plants).filter(([, plant]) => judgeHistories(plant(calls) ?? []).length === 0);
  for (const [name] of unseen) console.error(`the judge does not find ${name}`);
  const control = await watched(controlSeconds * 1_000, seeded(Number(seed)), "heads");
  const found = judgeHistories(control.calls);
  console.log(`control, heads not held: ${JSON.stringify({ calls: control.calls.length, wrong: found.length })}`);
  if (found.length === 0) console.error("the judge saw nothing wrong although heads were not held");
  return wrong.length === 0 && unseen.length === 0 && found.length > 0 && counts.writes > 0;
};

const watched = async (ms: number, random: () => number, unheld?: Unheld) => {
  const folder = mkdtempSync(join(tmpdir(), "pincite-histories-"));
  const cluster = await startCluster();
  const env = { PINCITE_SOCKET_DIR: socketFolder(process.env), ...unheldEnv(unheld) };
  const site: Site = { folder, store: cluster.address(), env };
  const replicas: Replica[] = [];
  const calls: Call[] = [];
  const broken: string[] = [];
  let refused = 0;
  let unanswered = 0;
  let isOver = false;
  try {
    for (const name of ["one", "two"]) replicas.push(await startReplica(site, name));
    const [one, two] = replicas as [Replica, Replica];
    const runs: string[] = [];
    for (let n = 0; n < runCount; n++) {
      const idempotencyKey = crypto.randomUUID();
      runs.push((await one.clients.orchestrator.createRun({ idempotencyKey, title: "" })).runContext!.runId);
    }
    /** Sends until one of them answers or refuses; undefined for a refusal, and for what nobody answered in the end. */
    const told = async (send: (to: Replica) => Promise<string>): Promise<string | undefined> => {
      const until = performance.now() + 60_000;
      while (performance.now() < until) {
        const at = replicas[Math.floor(random() * 2)]!;
        const answer = await Promise.race([
          refusalOr(send(at)),
          sleep(patienceMs).then((): Answer => ({ refusal: "" })),
        ]);
        if ("version" in answer) return answer.version;
        if (!passing.includes(answer.refusal)) {
          refused++;
          return undefined;
        }
        await sleep(50);
      }
      unanswered++;
      return undefined;
    };
    const client = async (number: number): Promise<void> => {
      const seen = new Map<string, string>();
      while (!isOver) {
        const runId = runs[Math.floor(random() * runs.length)]!;
        const expectedVersion = seen.get(runId);
        const isWrite = expectedVersion !== undefined && random() < 0.5;
        const fromMs = performance.now();
        const read = async ({ clients }: Replica) => (await clients.orchestrator.getRun({ runId })).runContext!.version;
        const idempotencyKey = crypto.randomUUID();
        const goal = `Goal ${idempotencyKey}`;
        const proposal = create(StageProposalSchema, { proposal: { case: "intentSeed", value: { goal } } });
        const write = async ({ clients }: Replica) =>
          (await clients.orchestrator.propose({ runId, expectedVersion: expectedVersion!, idempotencyKey, proposal }))
            .runContext!.version;
        const version = await told(isWrite ? write : read);
        if (version === undefined) {
          seen.delete(runId);
          continue;
        }
        const [seq = "", hash = ""] = version.split("-");
        const kind = isWrite ? "write" : "read";
        calls.push({ client: number, run: runId, kind, seq: Number(seq), hash, fromMs, untilMs: performance.now() });
        seen.set(runId, version);
      }
    };
    const clients = Array.from({ length: clientCount }, (_, n) => client(n));
    if (unheld) for (let waited = 0; waited < ms && judgeHistories(calls).length === 0; waited += 500) await sleep(500);
    else {
      await sleep(ms / 3);
      await killReplica(one);
      await startAgain(site, one).catch((error: unknown) => broken.push(String(error)));
      await sleep(ms / 3);
      two.child.kill("SIGSTOP");
      await sleep(haltedMs);
      two.child.kill("SIGCONT");
      await sleep(ms / 3);
    }
    isOver = true;
    await Promise.all(clients);
    return { calls, refused, unanswered, broken };
  } finally {
    isOver = true;
    for (const replica of replicas) {
      await killReplica(replica);
      replica.clients.close();
    }
    await cluster.remove();
    rmSync(folder, { recursive: true, force: true });
  }
};

type Answer = { readonly version: string } | { readonly refusal: string };

const refusalOr = async (sent: Promise<string>): Promise<Answer> => {
  try {
    return { version: await sent };
  } catch (error) {
    return { refusal: (await refusalOf(Promise.reject(error)))?.reason ?? "" };
  }
};

/** What does not say what became of a call; empty: the connection went, or nobody answered in time. */
const passing = ["", "SERVER_DRAINING", "STORE_UNAVAILABLE", "FENCED"];
