import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientsOf } from "../../e2e/support/server.ts";
import { type Cluster, postgresPrograms, startCluster } from "../../support/postgres-cluster.ts";

interface Replica {
  readonly url: string;
  readonly child: ChildProcess;
}

let cluster: Cluster;
let folder: string;
const children: ChildProcess[] = [];

/** A server in a process of its own, on a folder for its keys and the database for all else. */
const serve = (name: string): Promise<Replica> => {
  const args = ["bin/pincite.js", "serve", "--port", "0", "--data", join(folder, name), "--store", cluster.address()];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
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

const has = postgresPrograms() !== undefined;
if (!has) console.warn("SKIPPED: two servers over PostgreSQL, which is not installed (apt-get install postgresql)");

describe.skipIf(!has)("two server processes over one database", () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "pincite-replicas-"));
    cluster = await startCluster();
  });
  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await cluster.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it("have the same runs, one winner for each version, and go on when one is killed", async () => {
    const one = await serve("one");
    // The keys of receipts, checkpoints and page tokens are the same everywhere.
    cpSync(join(folder, "one", "keys"), join(folder, "two", "keys"), { recursive: true });
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
});
