import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSharedStore, rotateWrapKeys } from "../../../src/main/shared-store.ts";
import { openWrapKeys } from "../../../src/main/wrap-keys.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { pgDatabase } from "../../../src/store/postgres/pg-database.ts";
import { newWrapKey, Wrapping } from "../../../src/store/postgres/wrapping.ts";
import { newFolder } from "../../support/new-folder.ts";
import { type Cluster, postgresPrograms, startCluster } from "../../support/postgres-cluster.ts";

let cluster: Cluster;
let folder: string;
const owner = "tenant";
const text = (word: string) => new TextEncoder().encode(word.repeat(50));

const sql = async (statement: string) => {
  const client = new pg.Client({ connectionString: cluster.address() });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
};
const keyRows = async (schema: string): Promise<Buffer[]> =>
  (await sql(`SELECT value FROM ${schema}.entry WHERE encode(key, 'escape') LIKE '!key!%' ORDER BY key`)).map(
    ({ value }) => value,
  );

const has = postgresPrograms() !== undefined;
if (!has) console.warn("SKIPPED: keys that are wrapped in a database; PostgreSQL is not installed");

describe.skipIf(!has)("the keys of scopes in a database", () => {
  beforeAll(async () => {
    folder = newFolder("wrapping");
    cluster = await startCluster();
  });
  afterAll(() => cluster.remove());

  it("stand there wrapped; what an erasure leaves in a backup opens for nobody once the key was replaced", async () => {
    const store = await openSharedStore(cluster.address(), "runs", folder);
    const put = async (stream: string, word: string) =>
      store.commit({
        owner,
        stream,
        expect: await store.head(owner, stream),
        events: [{ type: "t", body: text(word) }],
      });
    await put("kept", "keeps");
    await put("gone", "canary");
    expect(store.erasesByRotation).toBe(true);
    const wrapped = await keyRows("pincite_runs");
    expect(wrapped).toHaveLength(2);
    // 32 bytes of a key as it is would be a shorter row.
    for (const row of wrapped) expect(row.length).toBeGreaterThan(60);
    // A base backup of before the erasure, and the key of then.
    await sql("CREATE SCHEMA backup");
    for (const table of ["entry", "owner"])
      await sql(
        `CREATE TABLE backup.${table} (LIKE pincite_runs.${table} INCLUDING ALL); INSERT INTO backup.${table} TABLE pincite_runs.${table}`,
      );
    const before = openWrapKeys(folder);
    await store.commit({ owner, erase: [{ scope: "gone" }] });
    await store.close();

    expect(await rotateWrapKeys(cluster.address(), folder)).toEqual({ rewrapped: 1, erased: 1 });
    const file = readFileSync(join(folder, "keys", "scope-wrap.keys"), "utf8");
    expect(file.trim().split("\n")).toHaveLength(1);
    expect(file).not.toContain(before.current);
    expect(await rotateWrapKeys(cluster.address(), folder)).toEqual({ rewrapped: 1, erased: 0 });

    const after = await openSharedStore(cluster.address(), "runs", folder);
    expect((await after.read(owner, "kept"))[0]?.body).toEqual(text("keeps"));
    await expect(after.read(owner, "gone")).rejects.toMatchObject({ reason: "ERASED" });
    expect((await after.verify()).damages).toEqual([]);
    await after.close();

    const restored = (wrapping: Wrapping) =>
      openPostgresStore({ database: pgDatabase(cluster.address()), schema: "backup", clock: Date, wrapping });
    await expect(restored(openWrapKeys(folder))).rejects.toMatchObject({ reason: "DATA_LOSS" });
    // Only whoever kept the destroyed key could still read it: the test that the canary was there.
    const kept = await restored(before);
    expect((await kept.read(owner, "gone"))[0]?.body).toEqual(text("canary"));
    await kept.close();
    const dump = JSON.stringify(await sql("SELECT encode(value, 'escape') AS value FROM backup.entry"));
    expect(dump).not.toContain("canarycanary");
  });

  it("are refused to a server that has another key, and to one that has none", async () => {
    const other = mkdtempSync(join(folder, "other-"));
    await expect(openSharedStore(cluster.address(), "runs", other)).rejects.toMatchObject({
      reason: "DATA_LOSS",
      message: expect.stringContaining("copy the folder keys"),
    });
    expect(existsSync(join(other, "keys", "scope-wrap.keys"))).toBe(true);
    const open = { database: pgDatabase(cluster.address()), schema: "pincite_runs", clock: Date };
    await expect(openPostgresStore(open)).rejects.toMatchObject({ reason: "DATA_LOSS" });
  });

  it("open nowhere but where they stand, and with the key that wrapped them", () => {
    const [one, two] = [newWrapKey(), newWrapKey()];
    const stored = new Wrapping([one]).wrap("here", new Uint8Array(32).fill(7));
    expect(new Wrapping([two, one]).unwrap("here", stored)).toEqual(new Uint8Array(32).fill(7));
    expect(() => new Wrapping([one]).unwrap("there", stored)).toThrow();
    expect(() => new Wrapping([two]).unwrap("here", stored)).toThrow(/has not/);
  });
});
