import { type ChildProcess, spawn } from "node:child_process";
import { cpSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromConnectError } from "../../../src/wire/error.ts";
import { clientsOf } from "../../e2e/support/server.ts";
import { freePort } from "../../support/free-port.ts";
import { newFolder } from "../../support/new-folder.ts";
import { packedLauncher } from "../../support/packed.ts";
import { type Cluster, postgresPrograms, startCluster } from "../../support/postgres-cluster.ts";

interface Replica {
  readonly url: string;
  readonly child: ChildProcess;
}

let cluster: Cluster;
let folder: string;
let launcher: string;
const children: ChildProcess[] = [];

/** A server in a process of its own, on a folder for its keys and the database for all else. */
const serve = (name: string, env: Readonly<Record<string, string>> = {}, port = 0): Promise<Replica> => {
  const where = ["--port", String(port), "--data", join(folder, name), "--store", cluster.address()];
  const args = [launcher, "serve", ...where];
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  children.push(child);
  return new Promise((resolve, reject) => {
    let said = "";
    const hear = (piece: Buffer): void => {
      said += piece.toString();
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (url) resolve({ url, child });
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", (piece: Buffer) => (said += piece.toString()));
    child.once("exit", () => reject(new Error(said)));
  });
};

/** The keys of receipts, checkpoints, page tokens and of what is in the database are the same everywhere: those of the first server. */
const giveKeys = (name: string): void =>
  cpSync(join(folder, "one", "keys"), join(folder, name, "keys"), { recursive: true });

const has = postgresPrograms() !== undefined;
if (!has) console.warn("SKIPPED: two servers over PostgreSQL, which is not installed (apt-get install postgresql)");

describe.skipIf(!has)("two server processes over one database", () => {
  beforeAll(async () => {
    folder = newFolder("replicas");
    launcher = await packedLauncher();
    cluster = await startCluster();
  });
  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await cluster.remove();
  });

  it("have the same runs, one winner for each version, and go on when one is killed", async () => {
    const one = await serve("one");
    giveKeys("two");
    const two = await serve("two");
    const [a, b] = [clientsOf(one.url), clientsOf(two.url)];
    const { runContext: made } = await a.orchestrator.createRun({ idempotencyKey: "make", title: "Shared" });
    const runId = made!.runId;
    // The same call at both, as a client makes it that does not know which one heard it.
    const again = await b.orchestrator.createRun({ idempotencyKey: "make", title: "Shared" });
    expect(again.runContext).toEqual(made);
    const propose = ({ orchestrator }: typeof a, goal: string) =>
      orchestrator.propose({
        ...{ runId, idempotencyKey: goal, expectedVersion: made!.version },
        proposal: { proposal: { case: "intentSeed", value: { goal } } },
      });
    const outcomes = await Promise.allSettled([
      propose(a, "een"),
      propose(b, "twee"),
      propose(a, "drie"),
      propose(b, "vier"),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const contexts = await Promise.all(
      [a, b].map(async ({ orchestrator }) => (await orchestrator.getRun({ runId })).runContext),
    );
    expect(contexts[0]).toEqual(contexts[1]);
    one.child.kill("SIGKILL");
    const { runContext: next } = await b.orchestrator.propose({
      ...{ runId, idempotencyKey: "vijf", expectedVersion: contexts[1]!.version },
      proposal: { proposal: { case: "intentSeed", value: { goal: "vijf" } } },
    });
    expect(next?.version).not.toBe(contexts[1]!.version);
    for (const clients of [a, b]) clients.close();
  });

  it("end, and say why, where one cannot start when it has the database open already", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    giveKeys("third");
    const { port } = taken.address() as AddressInfo;
    await expect(serve("third", {}, port)).rejects.toThrow(String(port));
    taken.close();
  });

  it("are alive and not ready while the database is away, and go on when it is back", async () => {
    const port = await freePort();
    giveKeys("looked-after");
    const { url, child } = await serve("looked-after", { PINCITE_METRICS_PORT: String(port) });
    const { orchestrator, close } = clientsOf(url);
    const asked = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: response.status, text: await response.text() };
    };
    expect(await asked("/readyz")).toEqual({ status: 200, text: "ready\n" });
    await orchestrator.createRun({ idempotencyKey: "before", title: "Geheim dossier" });
    const metrics = await asked("/metrics");
    expect(metrics.text).toMatch(/pincite_calls_total\{method="[\w.]+OrchestratorService\/CreateRun",code="ok"\} 1/);
    expect(metrics.text).not.toMatch(/Geheim|run-/);
    await cluster.stop();
    const failed = await orchestrator.createRun({ idempotencyKey: "away" }).catch(fromConnectError);
    expect(failed).toMatchObject({ reason: "STORE_UNAVAILABLE" });
    expect((await asked("/healthz")).status).toBe(200);
    expect(await asked("/readyz")).toMatchObject({ status: 503, text: expect.stringContaining("runs") });
    await cluster.start();
    await orchestrator.createRun({ idempotencyKey: "away" });
    expect(await asked("/readyz")).toEqual({ status: 200, text: "ready\n" });
    expect(child.exitCode).toBe(null);
    close();
  });

  it("end what one leaves: a turn of the one that is killed, and of the one that is stopped in good order", async () => {
    // A model that never answers.
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    const model = { PINCITE_MODEL: "openai-compatible/silent", PINCITE_OPENAI_URL: `http://127.0.0.1:${port}/v1` };
    try {
      giveKeys("survivor");
      const survivor = await serve("survivor");
      for (const signal of ["SIGKILL", "SIGTERM"] as const) {
        giveKeys(signal);
        const holder = await serve(signal, model);
        const [a, b] = [clientsOf(holder.url), clientsOf(survivor.url)];
        const { profiles } = await a.orchestrator.getCapabilities({});
        const profileId = profiles.find(({ provider }) => provider === "openai-compatible")!.profileId;
        const { runContext } = await a.orchestrator.createRun({ idempotencyKey: signal, profileId });
        const { runId, version } = runContext!;
        const guide = { runId, idempotencyKey: `turn-${signal}`, expectedVersion: version, userPrompt: "Help." };
        const asked = new Promise<void>((resolve) => silent.once("request", () => resolve()));
        const answer = a.orchestrator.guide(guide).catch(() => undefined);
        await asked;
        const exited = new Promise((resolve) => holder.child.once("exit", resolve));
        holder.child.kill(signal);
        // The same call at the other one waits, and is told what became of the turn.
        await expect(b.orchestrator.guide(guide)).rejects.toThrow(/server stopped/);
        await Promise.all([exited, answer]);
        if (signal === "SIGTERM") expect(holder.child.exitCode).toBe(0);
        for (const clients of [a, b]) clients.close();
      }
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
  });
});
