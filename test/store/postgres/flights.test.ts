import { PGlite } from "@electric-sql/pglite";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Database, Query } from "../../../src/store/postgres/database.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { statementsOf } from "../../../src/store/postgres/statements.ts";
import { emptyHead, type Store } from "../../../src/store/store.ts";
import { digestOf, event, reasonOf, text } from "../../contract/store-samples.ts";
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

const command = (key: string, says = key) => ({ key, payloadDigest: digestOf(says), answer: text(says) });

describe("what a commit says to the database", () => {
  it("is one statement where all that it puts is new", async () => {
    const entries = [{ list: "open", key: "new", value: text("new") }];
    await store.commit({ owner: "ann", blobs: [text("new")], entries, idempotency: command("new") });
    expect(said).toEqual(["writeNew"]);
    expect((await store.verify()).damages).toEqual([]);
  });

  // Each asked for the number of its entry, which is behind that of the one before: sixteen runs begun at once were planned seventeen times.
  it("asks no more often where many put entries of one list at once", async () => {
    const put = (n: number) => ({
      owner: "ann",
      stream: `run ${n}`,
      expect: emptyHead,
      events: [event(`begun ${n}`)],
      entries: [{ list: "runs", key: `run ${n}`, value: text("begun") }],
    });
    await store.commit(put(0));
    said = [];
    await Promise.all(Array.from({ length: 16 }, (_, n) => store.commit(put(n + 1))));
    expect(said.length).toBeLessThanOrEqual(5);
    expect((await store.verify()).damages).toEqual([]);
  });

  // Each entry was a trip of its own, and all before it were decoded again: 285 laws were read in one and a half seconds of processor.
  it("reads a page of a list in three statements, however long it is", async () => {
    const entries = Array.from({ length: 200 }, (_, n) => ({
      list: "long",
      key: `entry ${n}`,
      value: text(`value ${n}`),
    }));
    await store.commit({ owner: "ann", entries });
    await store.commit({ owner: "ann", entries: [{ list: "long", key: "entry 7", value: undefined }] });
    said = [];
    const page = await store.entries("ann", "long", { limit: 1_000 });
    expect(page.map(({ key }) => key)).toEqual(entries.map(({ key }) => key).filter((key) => key !== "entry 7"));
    expect(said).toEqual(["values", "values", "values"]);
  });

  it("is one statement where all that it rests on was seen", async () => {
    const { head } = await store.commit({ owner: "ann", stream: "run", expect: emptyHead, events: [event("first")] });
    said = [];
    await store.commit({ owner: "ann", stream: "run", expect: head, events: [event("second")] });
    expect(said).toEqual(["write"]);
  });

  // Looking after the turns of other servers was planned with the commits of this one, and spoiled their plans.
  it("is nothing where a lease is looked after that somebody else holds, but for one read for all", async () => {
    const keys = ["turn 1", "turn 2", "turn 3"];
    for (const key of keys) await store.lease("ann", key, "other", 60_000);
    const look = () => Promise.all(keys.map((key) => reasonOf(store.lease("ann", key, "me", 60_000))));
    await look();
    said = [];
    expect(await look()).toEqual(["FENCED", "FENCED", "FENCED"]);
    expect(said).toEqual(["values"]);
    await store.commit({ owner: "ann", fence: await store.lease("ann", "turn 1", "other", 60_000), release: true });
    expect(await look()).toEqual(["none", "FENCED", "FENCED"]);
  });

  it("is two statements of one transaction where something goes", async () => {
    const fence = await store.lease("ann", "turn", "me", 60_000);
    said = [];
    await store.commit({ owner: "ann", idempotency: command("gone"), fence, release: true });
    expect(said).toEqual(["writeNew", "removeWritten"]);
    expect(await reasonOf(store.lease("ann", "turn", "another", 60_000))).toBe("none");
  });
});

describe("a commit that gives a lease back, and that another was first with", () => {
  it("takes nothing away", async () => {
    const { head } = await store.commit({ owner: "ann", stream: "first", expect: emptyHead, events: [event("first")] });
    const fence = await store.lease("ann", "spoiled", "me", 60_000);
    const another = await begun();
    await another.commit({ owner: "ann", stream: "first", expect: head, events: [event("second")] });
    said = [];
    const late = {
      owner: "ann",
      stream: "first",
      expect: head,
      events: [event("late")],
      fence,
      release: true,
    } as const;
    expect(await reasonOf(store.commit(late))).toBe("RUN_VERSION_STALE");
    expect(said.slice(0, 2)).toEqual(["write", "removeWritten"]);
    expect(await reasonOf(another.lease("ann", "spoiled", "another", 60_000))).toBe("FENCED");
    await another.close();
  });
});

describe("what a process takes for new, and is not", () => {
  it.each([
    ["the same again", "answered", "ALREADY_EXISTS"],
    ["something else", "other", "IDEMPOTENCY_KEY_REUSED"],
  ])("is a command that was answered: %s", async (_, says, reason) => {
    const key = `answered, then ${says}`;
    await store.commit({ owner: "ann", idempotency: { ...command(key), payloadDigest: digestOf("answered") } });
    const late = await begun();
    const again = { ...command(key), payloadDigest: digestOf(says) };
    expect(await reasonOf(late.commit({ owner: "ann", idempotency: again }))).toBe(reason);
    expect(said[0]).toBe("writeNew");
    expect((await late.idempotency("ann", key))?.payloadDigest).toBe(digestOf("answered"));
    await late.close();
  });

  it("is a lease that another has, also where nothing but the refusal would come of it", async () => {
    const fence = await store.lease("ann", "held", "me", 60_000);
    const late = await begun();
    expect(await reasonOf(late.lease("ann", "held", "another", 60_000))).toBe("FENCED");
    const later = await begun();
    expect(await reasonOf(later.commit({ owner: "ann", idempotency: command("held"), fence }))).toBe("none");
    for (const one of [late, later]) await one.close();
  });

  it("is an entry that has a number, which it keeps, and a record, which is counted once", async () => {
    const put = (says: string) => ({
      owner: "ann",
      entries: [{ list: "kept", key: "kept", value: text(says) }],
      records: [{ space: "kept", key: "kept", value: text(says) }],
    });
    await store.commit(put("first"));
    const [first] = await store.entries("ann", "kept");
    const late = await begun();
    await late.commit(put("second"));
    expect(await late.entries("ann", "kept")).toEqual([{ ...first, value: text("second") }]);
    expect((await late.verify()).damages).toEqual([]);
    await late.close();
  });

  it("spoils nothing for those that go with it", async () => {
    await store.commit({ owner: "ann", idempotency: command("beside") });
    const late = await begun();
    const reasons = await Promise.all(
      ["beside", "beside-2", "beside-3"].map((key) =>
        reasonOf(late.commit({ owner: "ann", idempotency: command(key) })),
      ),
    );
    expect(reasons).toEqual(["ALREADY_EXISTS", "none", "none"]);
    await late.close();
  });
});

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
