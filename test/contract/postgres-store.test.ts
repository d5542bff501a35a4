import { afterAll, beforeAll, describe, it } from "vitest";
import { openPostgresStore } from "../../src/store/postgres/open.ts";
import { pgDatabase } from "../../src/store/postgres/pg-database.ts";
import { type Cluster, postgresPrograms, startCluster } from "../support/postgres-cluster.ts";
import { storeContract } from "./store-contract.ts";

let cluster: Cluster;
let opened = 0;

const contractWith = (isolation: string): void =>
  storeContract(`PostgreSQL, ${isolation}`, (clock) => {
    const address = cluster.address(`-c default_transaction_isolation=${isolation.replace(" ", "\\ ")}`);
    return openPostgresStore({ database: pgDatabase(address), schema: `store${++opened}`, clock });
  });

if (postgresPrograms()) {
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.remove());
  contractWith("read committed");
  contractWith("serializable");
} else {
  console.warn("SKIPPED: the store's contract over PostgreSQL, which is not installed (apt-get install postgresql)");
  describe.skip("Store on PostgreSQL", () => it("needs the programs of PostgreSQL", () => undefined));
}
