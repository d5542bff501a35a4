import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { pgDatabase } from "../../../src/store/postgres/pg-database.ts";
import { type Cluster, postgresPrograms, startCluster } from "../../support/postgres-cluster.ts";
import { file, importAll, openTestVault, told } from "../../vault/vault-fixture.ts";

const has = postgresPrograms() !== undefined;
if (!has) console.warn("SKIPPED: two Vaults over PostgreSQL, which is not installed");

describe.skipIf(!has)("two Vaults over one database that take files into one strand at the same time", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.remove());

  const server = async () => {
    const store = await openPostgresStore({ database: pgDatabase(cluster.address()), schema: "vault", clock: Date });
    return { ...(await openTestVault({ store })), store };
  };
  const papers = (from: string, count: number) =>
    Array.from({ length: count }, (_, n) => file(`${from}-${n}.txt`, `Stuk ${n} van ${from}, over een aambeeld.`));

  it("take turns, refuse nobody, and leave each file once and no lease", async () => {
    const [here, there] = [await server(), await server()];
    const both = papers("beide", 60);
    const rows = await Promise.all([
      importAll(here.vault, [...papers("hier", 60), ...both]),
      importAll(there.vault, [...both, ...papers("daar", 60)]),
    ]);
    const words = rows.flat().map((row) => told(row).split(" ")[0]);
    expect(words.filter((word) => word === "IMPORTED")).toHaveLength(180);
    expect(words.filter((word) => word === "DUPLICATE")).toHaveLength(60);
    for (const { docs, store } of [here, there]) {
      expect((await docs.listDocs({ pageSize: 200 })).docs).toHaveLength(180);
      expect((await store.verify()).damages).toEqual([]);
    }
    const client = new pg.Client({ connectionString: cluster.address() });
    await client.connect();
    const leases = "SELECT encode(key, 'escape') AS key FROM vault.entry WHERE encode(key, 'escape') LIKE '!lease!%'";
    expect((await client.query(leases)).rows).toEqual([]);
    await client.end();
    for (const { vault, store } of [here, there]) {
      await vault.close();
      await store.close();
    }
  });
});
