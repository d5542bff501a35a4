import { PGlite } from "@electric-sql/pglite";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Database, Query } from "../../../src/store/postgres/database.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { statementsOf } from "../../../src/store/postgres/statements.ts";
import { emptyHead, type Store } from "../../../src/store/store.ts";
import { event, reasonOf, text } from "../../contract/store-samples.ts";
import { pgliteDatabase } from "../../support/pglite-database.ts";

const engine = new PGlite();
const names = new Map(Object.entries(statementsOf("flights")).map(([name, statement]) => [statement, name]));
let said: string[] = [];
let isAway = false;
const noted =
  (query: Query): Query =>
  (statement, parameters) => {
    said.push(names.get(statement) ?? statement);
    if (isAway) return Promise.reject(new Error("Connection terminated unexpectedly"));
    return query(statement, parameters);
  };
const noting = (database: Database): Database => ({
  ...database,
  query: noted(database.query),
  transaction: (work) => database.transaction((query) => work(noted(query))),
});
const open = (): Promise<Store> =>
  openPostgresStore({ database: noting(pgliteDatabase(engine)), schema: "flights", clock: { now: () => 1_000_000 } });

/** A store that knows where the owner stands, and nothing else. */
const begun = async (): Promise<Store> => {
  const store = await open();
  await store.commit({ owner: "ann", records: [{ space: "begun", key: crypto.randomUUID(), value: text("begun") }] });
  said = [];
  return store;
};

let store: Store;
beforeEach(async () => {
  store = await begun();
});
afterEach(() => store.close());
afterAll(() => engine.close());

describe("what is read at the same time", () => {
  it("is asked for with one statement, and each sees what was committed before it asked", async () => {
    const streams = Array.from({ length: 20 }, (_, n) => `together-${n}`);
    for (const stream of streams)
      await store.commit({ owner: "ann", stream, expect: emptyHead, events: [event(stream)] });
    said = [];
    const heads = await Promise.all(streams.map((stream) => store.head("ann", stream)));
    expect(heads.map(({ seq }) => seq)).toEqual(streams.map(() => 1));
    expect(said).toEqual(["values"]);
  });

  it("gives each reader bytes of its own", async () => {
    await store.commit({ owner: "ann", records: [{ space: "own", key: "own", value: text("own") }] });
    const [one, other] = await Promise.all([store.record("ann", "own", "own"), store.record("ann", "own", "own")]);
    one?.fill(0);
    expect(other).toEqual(text("own"));
  });

  it("fails for all where the database fails, and is there again when that is", async () => {
    isAway = true;
    const reads = ["a", "b", "c"].map((stream) => reasonOf(store.head("ann", stream)));
    expect(await Promise.all(reads)).toEqual(reads.map(() => "STORE_UNAVAILABLE"));
    isAway = false;
    expect(await reasonOf(store.head("ann", "a"))).toBe("none");
  });
});
