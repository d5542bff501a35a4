import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPincite } from "../../../src/main.ts";
import { clientsOf, importFiles } from "../../e2e/support/server.ts";
import { type Cluster, postgresPrograms, startCluster } from "../../support/postgres-cluster.ts";

const has = postgresPrograms() !== undefined;
if (!has) console.warn("SKIPPED: a database put back to a moment by its log; PostgreSQL is not installed");

describe.skipIf(!has)("a database that is put back to a moment, by a base backup and the log since", () => {
  let folder: string;
  let cluster: Cluster;
  let restored: Cluster | undefined;
  const had = process.env.PINCITE_ANCHOR_DIR;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "pincite-moment-"));
    chmodSync(folder, 0o755);
    process.env.PINCITE_ANCHOR_DIR = join(folder, "state");
    const archive = join(folder, "log");
    mkdirSync(archive);
    if (process.getuid?.() === 0) {
      const [uid, gid] = ["-u", "-g"].map((one) => Number(execFileSync("id", [one, "postgres"], { encoding: "utf8" })));
      chownSync(archive, uid!, gid!);
    }
    cluster = await startCluster([
      ...["fsync=off", "jit=off", "archive_mode=on", "archive_timeout=60"],
      `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    ]);
  });
  afterAll(async () => {
    if (had === undefined) delete process.env.PINCITE_ANCHOR_DIR;
    else process.env.PINCITE_ANCHOR_DIR = had;
    await restored?.remove();
    await cluster.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const asked = async (address: string, statement: string): Promise<string> => {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    const { rows } = await client.query({ text: statement, rowMode: "array" });
    await client.end();
    return String(rows[0]?.[0]);
  };
  const command = (...args: readonly string[]) => {
    const env = { ...process.env, PINCITE_STORE: restored!.address() };
    const { status, stdout, stderr } = spawnSync(process.execPath, ["bin/pincite.js", ...args], {
      env,
      encoding: "utf8",
    });
    return { status, said: stdout + stderr };
  };

  it("is found whole and behind by the command, refused to a server, and taken once a person says so", async () => {
    const dataDir = join(folder, "replica");
    const start = (address: string) =>
      startPincite({ dataDir, store: address, port: 0, user: "tester", log: "silent" });
    let server = await start(cluster.address());
    let clients = clientsOf(server.url);
    const run = async (title: string) =>
      (await clients.orchestrator.createRun({ idempotencyKey: title, title })).runContext!.runId;
    await run("Before the backup");
    const backup = join(folder, "base");
    execFileSync(join(postgresPrograms()!, "pg_basebackup"), [
      "-d",
      cluster.address(),
      "-D",
      backup,
      "-X",
      "stream",
      "--checkpoint=fast",
    ]);
    const before = await run("Before the moment");
    await importFiles(clients, [{ path: "a.txt", bytes: Buffer.from("Een zilveren aambeeld.") }]);
    const moment = await asked(cluster.address(), "SELECT clock_timestamp()::text");
    await delay(50);
    const after = await run("After the moment");
    clients.close();
    await server.stop();
    const file = await asked(cluster.address(), "SELECT pg_walfile_name(pg_switch_wal())");
    for (let tries = 0; tries < 200 && !readdirSync(join(folder, "log")).includes(file); tries++) await delay(50);

    restored = await startCluster(
      [
        // What stands in postgresql.auto.conf goes before the file, and this before both.
        ...["fsync=off", "jit=off", "archive_mode=off", "recovery_target_action=promote"],
        ...[`restore_command=cp ${folder}/log/%f %p`, `recovery_target_time=${moment}`],
      ],
      backup,
    );
    for (let tries = 0; tries < 200; tries++) {
      if ((await asked(restored.address(), "SELECT pg_is_in_recovery()")) === "false") break;
      await delay(50);
    }
    const checked = command("store", "check", "--data", dataDir, "--store", restored.address());
    expect(checked.said).toMatch(/^runs: .*whole/m);
    expect(checked.said).toMatch(/^vault: .*whole/m);
    // How far it is, beside what this server saw.
    expect(checked.said.match(/^.*runs.*$/gm)).toHaveLength(2);
    expect(checked.status).toBe(0);

    await expect(start(restored.address())).rejects.toMatchObject({ reason: "DATA_LOSS" });
    expect(command("store", "accept-restore", "--data", dataDir)).toMatchObject({
      status: 0,
      said: expect.stringContaining("accepted"),
    });
    server = await start(restored.address());
    clients = clientsOf(server.url);
    const { runs } = await clients.orchestrator.listRuns({});
    const ids = runs.map((one) => one.runId);
    expect(ids).toContain(before);
    expect(ids).not.toContain(after);
    clients.close();
    await server.stop();
  });
});
