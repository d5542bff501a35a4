import { PGlite } from "@electric-sql/pglite";
import { describe, expect, it } from "vitest";
import { itemOf } from "../../src/backup/items.ts";
import { digestOfStore, restoreStore } from "../../src/backup/restore-store.ts";
import { resumedStore } from "../../src/backup/resumed-store.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import { openPostgresStore } from "../../src/store/postgres/open.ts";
import type { Store } from "../../src/store/store.ts";
import { append, payload, reasonOf, text } from "../contract/store-samples.ts";
import { pgliteDatabase } from "../support/pglite-database.ts";

const clock = { now: () => 1_000_000 };

/** Something of each kind, with a gap in a list and a scope that was erased. */
const source = async (): Promise<Store> => {
  const store = await openMemoryStore({ clock });
  await append(store, "ann", "run", ["a", "b", "c"]);
  await append(store, "ann", "gone", ["x"]);
  await store.commit({
    owner: "ann",
    blobs: [text("own")],
    scopes: [{ scope: "doc/1", blobs: [text("one"), text("two")] }],
  });
  for (const key of ["first", "second", "third"])
    await store.commit({ owner: "ann", entries: [{ list: "docs", key, value: text(key) }] });
  await store.commit({ owner: "ann", entries: [{ list: "docs", key: "second", value: undefined }] });
  await store.commit({ owner: "ann", records: [{ space: "s", key: "k", value: text("v") }] });
  await store.commit({ owner: "ann", idempotency: { key: "asked", payloadDigest: payload, answer: text("said") } });
  await store.commit({ owner: "ann", erase: [{ scope: "gone" }] });
  return store;
};

class Cut extends Error {}

/** Copies, but for what comes behind so many commits. */
const copied = async (from: Store, to: Store, commits: number): Promise<void> => {
  const resumed = resumedStore(to);
  let left = commits;
  const cut: typeof resumed = {
    ...resumed,
    commit: (commit) => (left-- > 0 ? resumed.commit(commit) : Promise.reject(new Cut())),
  };
  const moment = from.moment();
  const items = (async function* () {
    for await (const content of moment.contents()) yield itemOf(content);
  })();
  await restoreStore(cut, items, (digest) => from.getBlob("ann", digest)).catch((error: unknown) => {
    if (!(error instanceof Cut)) throw error;
  });
};

describe("a copy that was broken off", () => {
  it("goes on wherever that was, and holds the same in the end", async () => {
    const from = await source();
    const to = await openMemoryStore({ clock });
    for (let commits = 0; commits < 20; commits++) await copied(from, to, commits);
    expect(await digestOfStore(to)).toBe(await digestOfStore(from));
  });

  it("goes on into a database, and back into another store", async () => {
    const engine = new PGlite();
    const from = await source();
    const between = await openPostgresStore({ database: pgliteDatabase(engine), schema: "copied", clock });
    for (const commits of [2, 5, 100]) await copied(from, between, commits);
    const to = await openMemoryStore({ clock });
    await copied(between, to, 100);
    const digests = await Promise.all([from, between, to].map(digestOfStore));
    expect(new Set(digests).size).toBe(1);
    expect((await between.verify()).damages).toEqual([]);
    await between.close();
    await engine.close();
  });

  it("is not put over what is something else", async () => {
    const from = await source();
    const to = await openMemoryStore({ clock });
    await append(to, "ann", "run", ["other"]);
    expect(await reasonOf(copied(from, to, 100))).toBe("ALREADY_EXISTS");
  });
});
