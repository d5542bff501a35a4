import { describe, expect, it } from "vitest";
import { DomainError } from "../../src/error.ts";
import { storeLimits } from "../../src/store/limits.ts";
import { type Commit, emptyHead, type Store } from "../../src/store/store.ts";
import type { Fixture } from "./store-contract.ts";
import { append, bodies, collect, digestOf, event, first, payload, reasonOf, take, text } from "./store-samples.ts";

/** A run of three events beside another one and a document; "shared" is in all three, "own" in the run alone. */
const filled = async (store: Store): Promise<void> => {
  const answered = { idempotency: { key: "begin", payloadDigest: payload, answer: text("begun") } };
  const blobs = [text("own"), text("shared")];
  const { head } = await store.commit(first("ann", "run", { id: "one", blobs, ...answered }));
  await store.commit(first("ann", "other", { blobs: [text("shared")] }));
  await append(store, "ann", "run", ["second", "third"]);
  await store.commit({ owner: "ann", scopes: [{ scope: "doc/1", blobs: [text("shared"), text("paper")] }] });
  await append(store, "ann", "other", ["last"]);
  expect(head.seq).toBe(1);
};

const erase = (...scopes: readonly string[]): Commit => ({ owner: "ann", erase: scopes.map((scope) => ({ scope })) });

export const erasureCases = (fixture: Fixture): void => {
  describe("erasure", () => {
    it("leaves of a stream its head and its date, and refuses every other reading of it", async () => {
      const { store } = fixture;
      await filled(store);
      const head = await store.head("ann", "run");
      expect(await store.erasedAt("ann", "run")).toBeUndefined();
      await store.commit(erase("run"));
      expect([await store.head("ann", "run"), await store.erasedAt("ann", "run")]).toEqual([head, 1_000_000]);
      const refused = [
        store.read("ann", "run"),
        store.artifactsOf("ann", "run"),
        store.pack("ann", "run"),
        store.idempotency("ann", "begin"),
        store.outcome(first("ann", "run", { id: "one" })),
        store.getBlob("ann", digestOf("own")),
        store.blobSize("ann", digestOf("own")),
        collect(store.streamBlob("ann", digestOf("own"))),
      ];
      expect(await Promise.all(refused.map(reasonOf))).toEqual(refused.map(() => "ERASED"));
      expect((await store.verify()).damages).toEqual([]);
    });

    it("says when it was", async () => {
      const { store } = fixture;
      fixture.nowMs = Date.UTC(2026, 10, 23, 2, 30, 5);
      await filled(store);
      await store.commit(erase("run"));
      const error = await store.read("ann", "run").catch((refusal: unknown) => refusal);
      expect(error).toBeInstanceOf(DomainError);
      expect((error as DomainError).message).toContain("was erased on 2026-11-23 02:30 UTC");
      expect((error as DomainError).facts).toEqual({ scope: "run", erased_at: "2026-11-23T02:30:05.000Z" });
    });

    it("leaves what another scope holds too", async () => {
      const { store } = fixture;
      await filled(store);
      await store.commit(erase("run"));
      expect(await store.getBlob("ann", digestOf("shared"))).toEqual(text("shared"));
      expect(await store.blobSize("ann", digestOf("shared"))).toBe(6);
      expect(await store.scopesOf("ann", digestOf("shared"))).toEqual(["doc/1", "other"]);
      await store.commit(erase("other", "doc/1"));
      expect(await store.scopesOf("ann", digestOf("shared"))).toEqual([]);
      expect(await reasonOf(store.getBlob("ann", digestOf("shared")))).toBe("ERASED");
      expect(await reasonOf(store.getBlob("ann", digestOf("paper")))).toBe("ERASED");
      expect(await reasonOf(store.getBlob("ann", digestOf("never there")))).toBe("ARTIFACT_NOT_FOUND");
      expect(await store.verify()).toMatchObject({ events: 0, blobs: 0, damages: [] });
    });

    it("erases blobs of every size, which may be put elsewhere again", async () => {
      const { store } = fixture;
      const sizes = [1, 5_000, storeLimits.inlineBlobBytesMax + 1];
      const blobs = sizes.map((size) => Uint8Array.from(Buffer.alloc(size, "words ")));
      await store.commit({ owner: "ann", scopes: [{ scope: "doc/1", blobs }] });
      const digests = await store.artifactsOf("ann", "doc/1");
      await store.commit(erase("doc/1"));
      for (const digest of digests) expect(await reasonOf(store.getBlob("ann", digest))).toBe("ERASED");
      await store.commit({ owner: "ann", scopes: [{ scope: "doc/2", blobs }] });
      for (const [at, digest] of digests.entries()) expect(await store.getBlob("ann", digest)).toEqual(blobs[at]);
      expect((await store.verify()).damages).toEqual([]);
    });

    it("refuses all that would add to the scope, and does nothing of it", async () => {
      const { store } = fixture;
      await filled(store);
      await store.commit(erase("run", "doc/1", "doc/2"));
      const head = await store.head("ann", "run");
      const record = { space: "s", key: "k", value: text("v") };
      const adding: Commit[] = [
        { owner: "ann", stream: "run", expect: head, events: [event("fourth")], records: [record] },
        first("ann", "doc/1"),
        { owner: "ann", scopes: [{ scope: "doc/2", blobs: [text("new")] }], records: [record] },
        { owner: "ann", records: [{ ...record, scope: "run" }] },
        first("ann", "new", { scopes: [{ scope: "run", blobs: [text("new")] }] }),
      ];
      for (const commit of adding) expect(await reasonOf(store.commit(commit))).toBe("ERASED");
      expect(await store.record("ann", "s", "k")).toBeUndefined();
      expect(await store.head("ann", "new")).toEqual(emptyHead);
      expect(await reasonOf(store.getBlob("ann", digestOf("new")))).toBe("ARTIFACT_NOT_FOUND");
    });

    it("stands in one commit with what is told of it, or nothing of both is done", async () => {
      const { store } = fixture;
      await filled(store);
      const head = await store.head("ann", "run");
      const telling = (expect: typeof head): Commit => ({
        ...first("ann", "erasures"),
        erase: [{ scope: "run", expect }, { scope: "doc/1" }],
        entries: [{ list: "runs", key: "run", value: text("erased") }],
        records: [{ space: "s", key: "k", value: undefined }],
        idempotency: { key: "erase", payloadDigest: payload, answer: text("done") },
      });
      await store.commit({
        owner: "ann",
        entries: [{ list: "runs", key: "run", value: text("a title") }],
        records: [{ space: "s", key: "k", value: text("v"), scope: "run" }],
      });
      expect(await reasonOf(store.commit(telling(emptyHead)))).toBe("RUN_VERSION_STALE");
      expect([await store.erasedAt("ann", "run"), await store.erasedAt("ann", "doc/1")]).toEqual([
        undefined,
        undefined,
      ]);
      expect(await store.record("ann", "s", "k")).toEqual(text("v"));

      const { position } = await store.commit(telling(head));
      expect(position).toBe(6n);
      expect([await store.erasedAt("ann", "run"), await store.erasedAt("ann", "doc/1")]).toEqual([
        1_000_000, 1_000_000,
      ]);
      expect(await store.entries("ann", "runs")).toEqual([{ number: 1, key: "run", value: text("erased") }]);
      expect(await store.idempotency("ann", "erase")).toMatchObject({ answer: text("done") });
      expect((await store.verify()).damages).toEqual([]);
    });

    it("takes derived records along that say they hold words of the scope", async () => {
      const { store } = fixture;
      await filled(store);
      const records = ["run", "other"].map((scope) => ({ space: "s", key: scope, value: text(scope), scope }));
      await store.commit({ owner: "ann", records: [...records, { space: "s", key: "none", value: text("plain") }] });
      expect((await store.list("ann", "s")).map(({ value }) => value)).toEqual(["plain", "other", "run"].map(text));
      await store.commit(erase("run"));
      expect(await store.record("ann", "s", "run")).toBeUndefined();
      expect(await store.list("ann", "s", { limit: 2 })).toEqual([
        { key: "none", value: text("plain") },
        { key: "other", value: text("other") },
      ]);
      expect((await store.verify()).damages).toEqual([]);
    });

    it("can be asked for again, and keeps its first date", async () => {
      const { store } = fixture;
      await filled(store);
      await store.commit(erase("run"));
      fixture.nowMs += 5_000;
      await store.commit(erase("run", "doc/1"));
      expect([await store.erasedAt("ann", "run"), await store.erasedAt("ann", "doc/1")]).toEqual([
        1_000_000, 1_005_000,
      ]);
    });

    it("lets watches pass over what is gone", async () => {
      const { store } = fixture;
      const { signal } = new AbortController();
      await filled(store);
      await store.commit(erase("run"));
      await append(store, "ann", "other", ["new"]);
      const watched = await take(store.watch("ann", { after: 0n, signal }), 3);
      expect(bodies(watched)).toEqual(["first", "last", "new"]);
      expect(watched.map(({ position }) => position)).toEqual([2n, 5n, 6n]);
    });

    it("is no other owner's, and never the owner's own scope's", async () => {
      const { store } = fixture;
      await filled(store);
      await store.commit(first("bob", "run", { blobs: [text("own")] }));
      await store.commit(erase("run"));
      expect(bodies(await store.read("bob", "run"))).toEqual(["first"]);
      expect(await store.getBlob("bob", digestOf("own"))).toEqual(text("own"));
      for (const wrong of [erase(""), erase("other", "other"), { ...first("ann", "new"), ...erase("new") }])
        expect(await reasonOf(store.commit(wrong))).toBe("REQUEST_INVALID");
    });

    it("is told by a moment, from which it can be restored", async () => {
      const { store } = fixture;
      await filled(store);
      await store.commit(erase("run", "doc/1"));
      const moment = store.moment();
      const contents = await collect(moment.contents());
      await moment.close();
      const head = await store.head("ann", "run");
      expect(contents.filter(({ kind }) => kind === "erased")).toEqual([
        { kind: "erased", erased: { scope: "doc/1", timeMs: 1_000_000, head: emptyHead } },
        { kind: "erased", erased: { scope: "run", timeMs: 1_000_000, head } },
      ]);
      expect(contents.some((content) => content.kind === "command")).toBe(false);

      const restored = { timeMs: 7, head };
      await store.commit({ owner: "bob", erase: [{ scope: "run", restored }] });
      expect([await store.head("bob", "run"), await store.erasedAt("bob", "run")]).toEqual([head, 7]);
      expect(await reasonOf(store.commit({ owner: "ann", erase: [{ scope: "other", restored }] }))).toBe(
        "REQUEST_INVALID",
      );
      expect((await store.verify()).damages).toEqual([]);
    });

    it("is refused once the store is closed", async () => {
      await fixture.store.close();
      expect(await reasonOf(fixture.store.commit(erase("run")))).toBe("STORE_UNAVAILABLE");
      expect(await reasonOf(fixture.store.erasedAt("ann", "run"))).toBe("STORE_UNAVAILABLE");
    });
  });
};
