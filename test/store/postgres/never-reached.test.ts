import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../src/store/postgres/database.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { isLost } from "../../../src/store/postgres/trouble.ts";
import { emptyHead, type Store } from "../../../src/store/store.ts";
import { event, reasonOf } from "../../contract/store-samples.ts";
import { pgliteDatabase } from "../../support/pglite-database.ts";

const engine = new PGlite();
/** Transactions that find no database any more before their first statement. */
let unreached = 0;
const leaving = (database: Database): Database => ({
  ...database,
  transaction: (work) => {
    if (unreached === 0) return database.transaction(work);
    unreached--;
    return Promise.reject(new Error("Connection terminated unexpectedly"));
  },
});

let store: Store;
beforeAll(async () => {
  const database = leaving(pgliteDatabase(engine));
  store = await openPostgresStore({ database, schema: "reached", clock: { now: () => 1_000_000 } });
});
afterAll(async () => {
  await store.close();
  await engine.close();
});

// Five capitals, as a state of the database has: it was taken for an answer of hers, which leaves nothing open.
it("a pipe that broke is a lost connection, and no answer", () => {
  expect(isLost(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }))).toBe(true);
  expect(isLost(Object.assign(new Error("duplicate key"), { code: "23505" }))).toBe(false);
  expect(isLost(Object.assign(new Error("the database system is starting up"), { code: "57P03" }))).toBe(true);
});

describe("a commit that gives a lease back, and whose database is away before it begins", () => {
  // It was taken for done, since the last write had been: it was acknowledged, and nowhere.
  it.each([1, 2, 3])("is there once it is acknowledged, after %d tries", async (tries) => {
    const stream = `run-${tries}`;
    const { head } = await store.commit({ owner: "ann", stream, expect: emptyHead, events: [event("first")] });
    const fence = await store.lease("ann", `turn-${tries}`, "me", 1_000);
    unreached = tries;
    const commit = { owner: "ann", stream, expect: head, events: [event("second")], fence, release: true } as const;
    expect(await reasonOf(store.commit(commit))).toBe("none");
    expect(unreached).toBe(0);
    expect((await store.head("ann", stream)).seq).toBe(2);
    expect(await reasonOf(store.lease("ann", `turn-${tries}`, "another", 1_000))).toBe("none");
  });
});
