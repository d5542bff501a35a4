import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ErasureReason } from "../../../gen/pincite/audit/v1/erasure_reason_pb.ts";
import {
  ErasureService,
  CommitErasureResponse_Remains as Remains,
} from "../../../gen/pincite/erasure/v1/erasure_service_pb.ts";
import { rotateWrapKeys } from "../../../src/main/shared-store.ts";
import { openWrapKeys } from "../../../src/main/wrap-keys.ts";
import { startPincite } from "../../../src/main.ts";
import { clientsOf, importFiles } from "../../e2e/support/server.ts";
import { ownTransport } from "../../support/own-transport.ts";
import { type Cluster, postgresPrograms, startCluster } from "../../support/postgres-cluster.ts";

/** In the words of the document and in its name; nowhere else. */
const canary = "kanarieboomgaard";

let cluster: Cluster;
let folder: string;

const sql = async (statement: string) => {
  const client = new pg.Client({ connectionString: cluster.address() });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
};

/** Files below a folder that hold these bytes. */
const holding = (dir: string, word: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: "utf8" })
    .map((name) => join(dir, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    .filter((file) => readFileSync(file).includes(word));

const has = postgresPrograms() !== undefined;
if (!has) console.warn("SKIPPED: what an erasure leaves in log and backups; PostgreSQL is not installed");

describe.skipIf(!has)("a document that was erased from a database with an archived log and base backups", () => {
  beforeAll(async () => {
    process.env.PINCITE_ERASURE = "on";
    folder = mkdtempSync(join(tmpdir(), "pincite-erased-"));
    chmodSync(folder, 0o755);
    const archive = join(folder, "archive");
    mkdirSync(archive);
    if (process.getuid?.() === 0) {
      const [uid, gid] = ["-u", "-g"].map((which) =>
        Number(execFileSync("id", [which, "postgres"], { encoding: "utf8" })),
      );
      chownSync(archive, uid!, gid!);
    }
    cluster = await startCluster([
      ...["fsync=off", "wal_level=replica", "max_wal_senders=4", "archive_mode=on", "autovacuum=off", "jit=off"],
      `archive_command=cp %p ${archive}/%f`,
    ]);
  });
  afterAll(async () => {
    delete process.env.PINCITE_ERASURE;
    await cluster.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it("is in no table, log segment or base backup in clear, opens for nobody once the key was replaced, and the erasure says so", async () => {
    const dataDir = join(folder, "data");
    const start = () => startPincite({ dataDir, store: cluster.address(), port: 0, user: "tester", log: "silent" });
    let server = await start();
    // Nothing is compressed, so that what is there can be found.
    for (const schema of ["runs", "vault", "law"])
      await sql(`ALTER TABLE pincite_${schema}.entry ALTER COLUMN value SET STORAGE EXTERNAL`);
    let clients = clientsOf(server.url);
    const words = `The ${canary} was never paid. `.repeat(400);
    const [item] = await importFiles(clients, [{ path: `${canary}.txt`, bytes: Buffer.from(words) }]);
    const { runContext } = await clients.orchestrator.createRun({ idempotencyKey: "stays", title: "A run that stays" });
    // What stays, and stands in clear: the search must find it.
    const control = runContext!.runId;
    const before = join(folder, "backup-before");
    const back = (to: string) =>
      execFileSync(join(postgresPrograms()!, "pg_basebackup"), [
        ...["-d", cluster.address(), "-D", to, "-X", "fetch", "--checkpoint=fast"],
      ]);
    back(before);
    const thief = openWrapKeys(dataDir);

    const erasure = createClient(ErasureService, ownTransport(server.url));
    const target = { target: { case: "docUid" as const, value: item!.docUid }, strandId: "default" };
    const { plan } = await erasure.planErasure({ target });
    const asked = { target, planDigest: plan!.digest, reason: ErasureReason.ASKED_FOR, idempotencyKey: "e" };
    const told = await erasure.commitErasure(asked);
    expect(told).toMatchObject({ remains: Remains.PENDING_ROTATION, wrapKey: thief.current });
    clients.close();
    await server.stop();

    expect((await rotateWrapKeys(cluster.address(), dataDir)).erased).toBeGreaterThan(0);
    await sql("CHECKPOINT");
    await sql("SELECT pg_switch_wal()");
    const after = join(folder, "backup-after");
    back(after);
    await sql("CHECKPOINT");

    const [{ data_directory: tables }] = await sql("SHOW data_directory");
    const places = { tables, archive: join(folder, "archive"), before, after };
    for (const [place, dir] of Object.entries(places)) {
      expect(holding(dir, control), place).not.toEqual([]);
      expect(holding(dir, canary), place).toEqual([]);
    }

    server = await start();
    clients = clientsOf(server.url);
    const now = await createClient(ErasureService, ownTransport(server.url)).commitErasure(asked);
    expect(now).toEqual({ ...told, remains: Remains.ROTATED });
    clients.close();
    await server.stop();
  });
});
