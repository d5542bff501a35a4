import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../src/store/postgres/database.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { pgDatabase } from "../../../src/store/postgres/pg-database.ts";
import { statementsOf } from "../../../src/store/postgres/statements.ts";
import type { Store } from "../../../src/store/store.ts";
import { text } from "../../contract/store-samples.ts";
import { type Cluster, postgresPrograms, startCluster } from "../../support/postgres-cluster.ts";

const statements = statementsOf("halted");
const clock = { now: () => Date.now() };
const put = (store: Store, key: string) =>
  store.commit({ owner: "ann", records: [{ space: "halted", key, value: text(key) }] });

/** How long a holder of the owner's row is halted, and how long others may wait for that. */
const haltedMs = 6_000;
const waitMsMost = 4_000;

describe.skipIf(!postgresPrograms())("a server that is halted while it has the owner's row locked", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.remove());

  // Turns of a killed server were ended up to 20 s after it: whoever would end them waited for the row of one that was halted next.
  it("keeps others waiting for two seconds and loses nothing", async () => {
    const other = await openPostgresStore({ database: pgDatabase(cluster.address()), schema: "halted", clock });
    let overtaken = 0;
    const locked = Promise.withResolvers<void>();
    const store = await openPostgresStore({
      database: disturbed(pgDatabase(cluster.address()), {
        // Overtaken twice, it locks the row first.
        beforeWrite: async () => void (++overtaken <= 2 && (await put(other, `overtaking ${overtaken}`))),
        onceLocked: async () => {
          locked.resolve();
          await delay(haltedMs);
        },
      }),
      schema: "halted",
      clock,
    });
    const written = put(store, "halted");
    await locked.promise;
    const began = Date.now();
    await put(other, "waiting");
    expect(Date.now() - began).toBeLessThan(waitMsMost);
    await written;
    for (const key of ["overtaking 1", "overtaking 2", "waiting", "halted"])
      expect(await other.record("ann", "halted", key)).toEqual(text(key));
    expect((await other.verify()).damages).toEqual([]);
    await store.close();
    await other.close();
  });
});

/** A database with something in its way: before each write, and once after the owner's row was locked. */
const disturbed = (
  database: Database,
  { beforeWrite, onceLocked }: { readonly beforeWrite: () => Promise<void>; readonly onceLocked: () => Promise<void> },
): Database => {
  let isHalted = false;
  const writes: readonly string[] = [statements.write, statements.writeNew, statements.writeFirst];
  return {
    close: () => database.close(),
    query: async (statement, parameters) => {
      if (writes.includes(statement)) await beforeWrite();
      return database.query(statement, parameters);
    },
    transaction: (work, ...rest) =>
      database.transaction(
        (query) =>
          work(async (statement, parameters) => {
            const rows = await query(statement, parameters);
            if (statement === statements.ownerLocked && !isHalted) {
              isHalted = true;
              await onceLocked();
            }
            return rows;
          }),
        ...rest,
      ),
  };
};
