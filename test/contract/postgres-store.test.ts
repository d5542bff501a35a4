import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, it } from "vitest";
import type { Database } from "../../src/store/postgres/database.ts";
import { openPostgresStore } from "../../src/store/postgres/open.ts";
import { pgDatabase } from "../../src/store/postgres/pg-database.ts";
import { isCampaign } from "../support/draws.ts";
import { type Bouncer, hasBouncer, startBouncer } from "../support/pgbouncer.ts";
import { type Cluster, postgresPrograms, startCluster } from "../support/postgres-cluster.ts";
import { storeContract } from "./store-contract.ts";

let cluster: Cluster | undefined;
let bouncer: Bouncer | undefined;
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

const contractOver = (what: string, address: () => string): void =>
  storeContract(`PostgreSQL, ${what}`, (clock) =>
    openPostgresStore({ database: pooled(address()), schema: `${prefix}${++opened}`, clock }),
  );

const isolated = (isolation: string) => () =>
  cluster!.address(`-c default_transaction_isolation=${isolation.replace(" ", "\\ ")}`);

/** Any database that speaks PostgreSQL's wire, where its address is given: PINCITE_TEST_STORE=postgres://… npx vitest run test/contract/postgres-store.test.ts. Schemas are left in it. */
const { PINCITE_TEST_STORE: elsewhere } = process.env;
const prefix = elsewhere ? `test${randomBytes(4).toString("hex")}_` : "store";

afterAll(async () => {
  for (const pool of pools.values()) await pool.close();
  bouncer?.stop();
  await cluster?.remove();
});

if (elsewhere) contractOver("at the address that is given", () => elsewhere);
else if (postgresPrograms()) {
  beforeAll(async () => {
    cluster = await startCluster();
    if (hasBouncer()) bouncer = await startBouncer(cluster);
  });
  contractOver("read committed", isolated("read committed"));
  // Whoever runs a database may set it stricter: nothing then goes through that did not, and little is turned back that was not.
  if (isCampaign) contractOver("serializable", isolated("serializable"));
  if (hasBouncer())
    contractOver("PgBouncer in transaction mode, a role without functions of sessions", () => bouncer!.address);
  else console.warn("SKIPPED: the store's contract through PgBouncer, which is not installed");
} else {
  console.warn("SKIPPED: the store's contract over PostgreSQL, which is not installed (apt-get install postgresql)");
  describe.skip("Store on PostgreSQL", () => it("needs the programs of PostgreSQL", () => undefined));
}
