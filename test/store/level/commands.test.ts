import { describe, expect, it } from "vitest";
import { first, payload, reasonOf, text } from "../../contract/store-samples.ts";
import { newFolder, openIn } from "../folders.ts";

const command = { key: "the-key", payloadDigest: payload };
const answered = { ...command, answer: text("done") };

describe("a command that was looked up and not there", () => {
  it("is there once it is committed, in progress and then answered, and is not taken twice", async () => {
    const store = await openIn(newFolder());
    expect(await store.idempotency("ann", "the-key")).toBeUndefined();
    await store.commit(first("ann", "run", { idempotency: command }));
    expect(await store.idempotency("ann", "the-key")).toEqual({ payloadDigest: payload });
    await store.commit({ owner: "ann", idempotency: answered });
    expect(await store.idempotency("ann", "the-key")).toEqual({ payloadDigest: payload, answer: text("done") });
    expect(await reasonOf(store.commit({ owner: "ann", idempotency: answered }))).toBe("ALREADY_EXISTS");
    await store.close();
  });

  it("stays away when its commit is refused, and belongs to its owner alone", async () => {
    const store = await openIn(newFolder());
    for (const owner of ["ann", "bob"]) expect(await store.idempotency(owner, "the-key")).toBeUndefined();
    const stale = first("ann", "run", { expect: { seq: 1, hash: payload }, idempotency: answered });
    expect(await reasonOf(store.commit(stale))).toBe("RUN_VERSION_STALE");
    expect(await store.idempotency("ann", "the-key")).toBeUndefined();
    await store.commit({ owner: "bob", idempotency: answered });
    expect(await store.idempotency("ann", "the-key")).toBeUndefined();
    expect((await store.idempotency("bob", "the-key"))?.answer).toEqual(text("done"));
    await store.close();
  });

  it("is taken once by two commits of one batch, and once by two of two batches", async () => {
    const store = await openIn(newFolder());
    await store.idempotency("ann", "the-key");
    const both = () => Promise.all([1, 2].map(() => reasonOf(store.commit({ owner: "ann", idempotency: answered }))));
    expect(await both()).toEqual(["none", "ALREADY_EXISTS"]);
    expect(await both()).toEqual(["ALREADY_EXISTS", "ALREADY_EXISTS"]);
    await store.close();
  });

  it("is found after more lookups than are remembered", async () => {
    const store = await openIn(newFolder(), { headsCached: 4 });
    for (let n = 0; n < 20; n++) expect(await store.idempotency("ann", `key${n}`)).toBeUndefined();
    for (let n = 0; n < 20; n++) await store.commit({ owner: "ann", idempotency: { ...answered, key: `key${n}` } });
    for (let n = 0; n < 20; n++) expect((await store.idempotency("ann", `key${n}`))?.answer).toEqual(text("done"));
    await store.close();
  });
});
