import { cpSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../../src/config.ts";
import { openInstallation } from "../../../src/installation.ts";
import { acceptRestore } from "../../../src/main/accept-restore.ts";
import { openStore } from "../../../src/main/stores.ts";
import { silentLog } from "../../../src/wire/log.ts";
import { newFolder } from "../../support/new-folder.ts";
import { type Cluster, postgresPrograms, startCluster } from "../../support/postgres-cluster.ts";

let cluster: Cluster;
let folder: string;
const had = { anchors: process.env.PINCITE_ANCHOR_DIR, store: process.env.PINCITE_STORE };

/** The store of the runs as the server of one folder opens it. */
const openAt = (name: string) => {
  const dataDir = join(folder, name);
  const config = readConfig({ dataDir, store: cluster.address() }, {});
  return openStore(config, openInstallation(dataDir), "runs", silentLog);
};

const owner = "tenant";
const write = async (store: Awaited<ReturnType<typeof openAt>>, body: string) => {
  const expect = await store.head(owner, "run");
  await store.commit({ owner, stream: "run", expect, events: [{ type: "t", body: Buffer.from(body) }] });
};

/** What a base backup is to a database: its rows as they were. */
const tables = ["entry", "owner"] as const;
const sql = async (statements: (table: string) => string) => {
  const client = new pg.Client({ connectionString: cluster.address() });
  await client.connect();
  for (const table of tables) await client.query(statements(table));
  await client.end();
};
const backUp = () =>
  sql((table) => `DROP TABLE IF EXISTS saved_${table}; CREATE TABLE saved_${table} AS TABLE pincite_runs.${table}`);
const restore = () =>
  sql((table) => `TRUNCATE pincite_runs.${table}; INSERT INTO pincite_runs.${table} TABLE saved_${table}`);

const has = postgresPrograms() !== undefined;
if (!has) console.warn("SKIPPED: a database that was turned back; PostgreSQL is not installed");

describe.skipIf(!has)("a database that was turned back to an older backup", () => {
  beforeAll(async () => {
    folder = newFolder("turned-back");
    process.env.PINCITE_ANCHOR_DIR = join(folder, "state");
    cluster = await startCluster();
  });
  afterAll(async () => {
    for (const [name, value] of [
      ["PINCITE_ANCHOR_DIR", had.anchors],
      ["PINCITE_STORE", had.store],
    ] as const)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    await cluster.remove();
  });

  it("is refused by each server that kept how far it was, also once others have written on, until a person accepts it", async () => {
    const one = await openAt("one");
    await write(one, "first");
    await backUp();
    await write(one, "second");
    await one.close();
    // Going on is no turning back.
    const again = await openAt("one");
    await write(again, "third");
    await again.close();
    await restore();
    await expect(openAt("one")).rejects.toMatchObject({
      reason: "DATA_LOSS",
      message: expect.stringContaining("older copy"),
    });

    // A server that never saw it takes it, and writes past what the first one kept.
    cpSync(join(folder, "one", "keys"), join(folder, "other", "keys"), { recursive: true });
    const other = await openAt("other");
    for (const body of ["another", "history", "that", "goes on"]) await write(other, body);
    await other.close();
    await expect(openAt("one")).rejects.toMatchObject({ reason: "DATA_LOSS" });

    process.env.PINCITE_STORE = cluster.address();
    expect(await acceptRestore(join(folder, "one"))).toMatchObject([{ store: "runs" }]);
    const accepted = await openAt("one");
    const told = [];
    for await (const { type } of accepted.watch(owner, { after: 5n, signal: AbortSignal.timeout(500) }))
      told.push(type);
    expect(told).toEqual(["storeAccepted"]);
    await accepted.close();
    await (await openAt("one")).close();
    await (await openAt("other")).close();
  });

  it("is written to no more by a server that runs, which takes nothing over in it either", async () => {
    cpSync(join(folder, "one", "keys"), join(folder, "running", "keys"), { recursive: true });
    const one = await openAt("running");
    await write(one, "before");
    await backUp();
    for (const body of ["one", "two"]) await write(one, body);
    await restore();
    const { seq } = await one.head(owner, "run");
    await expect(write(one, "after")).rejects.toMatchObject({ reason: "DATA_LOSS" });
    await expect(one.lease(owner, "turn/left", "me", 5_000)).rejects.toMatchObject({ reason: "DATA_LOSS" });
    expect((await one.head(owner, "run")).seq).toBe(seq);
    await one.close();
  });
});
