import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { pgDatabase } from "../../../src/store/postgres/pg-database.ts";
import { emptyHead, type Store } from "../../../src/store/store.ts";
import { event, reasonOf } from "../../contract/store-samples.ts";
import { newFolder } from "../../support/new-folder.ts";
import { type Cluster, postgresPrograms, startCluster } from "../../support/postgres-cluster.ts";

const bouncer = "/usr/sbin/pgbouncer";
let cluster: Cluster;
let folder: string;
let child: ChildProcess | undefined;

/** Starts PgBouncer before a cluster: three connections for all clients, another one for each transaction. */
const startBouncer = async (): Promise<string> => {
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
  child = spawn(bouncer, [file], { ...account, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr?.on("data", (piece: Buffer) => (said += piece.toString()));
  while (!existsSync(join(folder, ".s.PGSQL.6432"))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}: ${said}`);
    await delay(50);
  }
  return `postgres://pooled@localhost:6432/postgres?host=${folder}`;
};

const has = postgresPrograms() !== undefined && existsSync(bouncer);
if (!has) console.warn("SKIPPED: PgBouncer, which is not installed (apt-get install postgresql pgbouncer)");

describe.skipIf(!has)(
  "two replicas through PgBouncer in transaction mode; as a role without advisory locks, notifying and settings",
  () => {
    let stores: Store[];
    beforeAll(async () => {
      folder = newFolder("pooled");
      cluster = await startCluster();
      const client = new pg.Client({ connectionString: cluster.address() });
      await client.connect();
      await client.query("CREATE ROLE pooled LOGIN; GRANT CREATE ON DATABASE postgres TO pooled");
      const { rows } = await client.query<{ name: string }>(
        "SELECT oid::regprocedure AS name FROM pg_proc WHERE proname LIKE 'pg_%advisory%' OR proname IN ('pg_notify', 'set_config')",
      );
      for (const { name } of rows) await client.query(`REVOKE EXECUTE ON FUNCTION ${name} FROM PUBLIC`);
      await client.end();
      const address = await startBouncer();
      const open = () => openPostgresStore({ database: pgDatabase(address), schema: "pooled", clock: Date });
      stores = await Promise.all([open(), open()]);
    });
    afterAll(async () => {
      for (const store of stores ?? []) await store.close();
      child?.kill("SIGKILL");
      await cluster.remove();
    });

    it("give each version one winner under many writers, and hear of each event once and in order", async () => {
      const [a, b] = stores as [Store, Store];
      const enough = new AbortController();
      const seen: number[] = [];
      const heard = (async () => {
        for await (const { seq } of b.watch("ann", { after: 0n, signal: enough.signal }))
          if (seen.push(seq) === 160) return;
      })();
      let won = 0;
      const writer = async (store: Store, name: number): Promise<void> => {
        for (let left = 10; left > 0; ) {
          const expected = await store.head("ann", "run");
          const reason = await reasonOf(
            store.commit({ owner: "ann", stream: "run", expect: expected, events: [event(`${name}/${left}`)] }),
          );
          if (reason === "RUN_VERSION_STALE") continue;
          expect(reason).toBe("none");
          left -= 1;
          won += 1;
        }
      };
      await Promise.all(Array.from({ length: 16 }, (_, name) => writer(name % 2 ? a : b, name)));
      await heard;
      enough.abort();
      expect(won).toBe(160);
      expect(seen).toEqual(Array.from({ length: 160 }, (_, at) => at + 1));
      expect((await a.head("ann", "run")).seq).toBe(160);
    });

    it("hold leases, large files, erasures and moments, and find no damage", async () => {
      const [a, b] = stores as [Store, Store];
      const fence = await a.lease("ann", "turn", "a", 60_000);
      expect(await reasonOf(b.lease("ann", "turn", "b", 60_000))).toBe("FENCED");
      const large = new Uint8Array(3 * 1024 * 1024).map((_, at) => at * 7);
      await a.commit({ owner: "ann", stream: "doc", expect: emptyHead, events: [event("doc")], blobs: [large], fence });
      const [digest] = await b.artifactsOf("ann", "doc");
      expect(Buffer.compare(await b.getBlob("ann", digest!), large)).toBe(0);
      const moment = b.moment();
      let items = 0;
      for await (const _ of moment.contents()) items += 1;
      await moment.close();
      expect(items).toBeGreaterThan(160);
      await b.commit({ owner: "ann", erase: [{ scope: "doc", expect: await b.head("ann", "doc") }] });
      expect(await reasonOf(a.getBlob("ann", digest!))).toBe("ERASED");
      expect((await a.verify()).damages).toEqual([]);
    });
  },
);
