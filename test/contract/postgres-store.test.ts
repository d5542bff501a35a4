import { afterAll, beforeAll, describe, it } from "vitest";
import type { Database } from "../../src/store/postgres/database.ts";
import { openPostgresStore } from "../../src/store/postgres/open.ts";
import { pgDatabase } from "../../src/store/postgres/pg-database.ts";
import { type Cluster, postgresPrograms, startCluster } from "../support/postgres-cluster.ts";
import { storeContract } from "./store-contract.ts";

let cluster: Cluster;
let opened = 0;

/** One pool for all stores of a contract, which none of them ends: a connection is a process, and its first look at a table is dear. */
const pools = new Map<string, Database>();
const pooled = (address: string): Database => {
  const pool = pools.get(address) ?? pgDatabase(address);
  pools.set(address, pool);
  return {
    query: pool.query,
    transaction: (work) => pool.transaction(work),
    snapshot: () => pool.snapshot!(),
    close: () => Promise.resolve(),
  };
};

const contractWith = (isolation: string): void =>
  storeContract(`PostgreSQL, ${isolation}`, (clock) => {
    const address = cluster.address(`-c default_transaction_isolation=${isolation.replace(" ", "\\ ")}`);
    return openPostgresStore({ database: pooled(address), schema: `store${++opened}`, clock });
  });

if (postgresPrograms()) {
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(async () => {
    for (const pool of pools.values()) await pool.close();
    await cluster.remove();
  });
  contractWith("read committed");
  contractWith("serializable");
} else {
  console.warn("SKIPPED: the store's contract over PostgreSQL, which is not installed (apt-get install postgresql)");
  describe.skip("Store on PostgreSQL", () => it("needs the programs of PostgreSQL", () => undefined));
}
