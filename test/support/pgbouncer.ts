import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { newFolder } from "./new-folder.ts";
import { type Cluster, postgresPrograms } from "./postgres-cluster.ts";

const program = "/usr/sbin/pgbouncer";

/** Whether PostgreSQL and PgBouncer are installed. */
export const hasBouncer = (): boolean => postgresPrograms() !== undefined && existsSync(program);

/** PgBouncer before a cluster. */
export interface Bouncer {
  readonly address: string;
  stop(): void;
}

/**
 * Starts PgBouncer in transaction mode before a cluster: three connections for all clients, another one for each transaction. Behind it is a role
 * that has no advisory locks, no notifying and no settings.
 */
export const startBouncer = async (cluster: Cluster): Promise<Bouncer> => {
  const folder = newFolder("pooled");
  const client = new pg.Client({ connectionString: cluster.address() });
  await client.connect();
  await client.query("CREATE ROLE pooled LOGIN; GRANT CREATE ON DATABASE postgres TO pooled");
  const { rows } = await client.query<{ name: string }>(
    "SELECT oid::regprocedure AS name FROM pg_proc WHERE proname LIKE 'pg_%advisory%' OR proname IN ('pg_notify', 'set_config')",
  );
  for (const { name } of rows) await client.query(`REVOKE EXECUTE ON FUNCTION ${name} FROM PUBLIC`);
  await client.end();
  const child = await started(cluster, folder);
  return {
    address: `postgres://pooled@localhost:6432/postgres?host=${folder}`,
    stop: () => void child.kill("SIGKILL"),
  };
};

const started = async (cluster: Cluster, folder: string): Promise<ChildProcess> => {
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  const account = process.getuid?.() === 0 ? { uid: id("-u"), gid: id("-g") } : {};
  if ("uid" in account) chownSync(folder, account.uid!, account.gid!);
  const host = new URL(cluster.address()).searchParams.get("host");
  const file = join(folder, "pgbouncer.ini");
  const settings = [
    "pool_mode = transaction",
    "auth_type = any",
    "listen_addr =",
    "listen_port = 6432",
    "default_pool_size = 3",
  ];
  writeFileSync(
    file,
    `[databases]\npostgres = host=${host} dbname=postgres user=pooled\n[pgbouncer]\n${settings.join("\n")}\nunix_socket_dir = ${folder}\n`,
    { mode: 0o644 },
  );
  // The mode is one that a umask narrows, and tests that ran before may have set one.
  if ("uid" in account) chownSync(file, account.uid!, account.gid!);
  const child = spawn(program, [file], { ...account, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr?.on("data", (piece: Buffer) => (said += piece.toString()));
  while (!existsSync(join(folder, ".s.PGSQL.6432"))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}: ${said}`);
    await delay(50);
  }
  return child;
};
