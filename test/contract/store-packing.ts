import { describe, expect, it } from "vitest";
import type { Store } from "../../src/store/store.ts";
import type { Fixture } from "./store-contract.ts";
import { append, bodies, digestOf, event, first, payload, reasonOf, take, text } from "./store-samples.ts";

/** All that reads can tell of a stream of four events in three commits, and of what stands around it. */
const readings = async (store: Store) => {
  const { signal } = new AbortController();
  const watched = async (after: bigint) => take(store.watch("ann", { after, signal }), 6 - Number(after));
  return {
    head: await store.head("ann", "run"),
    events: await Promise.all([1, 2, 3, 4].map((fromSeq) => store.read("ann", "run", { fromSeq }))),
    pages: await Promise.all([1, 2, 3].map((limit) => store.read("ann", "run", { fromSeq: 2, limit }))),
    watched: await Promise.all([0n, 1n, 2n, 3n, 4n, 5n].map(watched)),
    artifacts: await store.artifactsOf("ann", "run"),
    blobs: await Promise.all(["a", "b", "c"].map((blob) => store.getBlob("ann", digestOf(blob)))),
    answers: await Promise.all(["1", "2"].map((key) => store.idempotency("ann", key))),
    damages: (await store.verify()).damages,
  };
};

const filled = async (store: Store): Promise<void> => {
  const answer = (key: string) => ({ idempotency: { key, payloadDigest: payload, answer: text(`answer ${key}`) } });
  const { head } = await store.commit(first("ann", "run", { id: "one", blobs: [text("a")], ...answer("1") }));
  await append(store, "ann", "other", ["x"]);
  const events = [event("second"), event("third")];
  const two = await store.commit({ owner: "ann", stream: "run", expect: head, events, blobs: [text("b"), text("c")] });
  await append(store, "ann", "other", ["y"]);
  await store.commit({ owner: "ann", stream: "run", expect: two.head, events: [event("fourth")], ...answer("2") });
};

export const packingCases = (fixture: Fixture): void => {
  describe("packing", () => {
    it("changes nothing that is read", async () => {
      const { store } = fixture;
      await filled(store);
      const before = await readings(store);
      await store.pack("ann", "run");
      expect(await readings(store)).toEqual(before);
      expect(before.damages).toEqual([]);
      expect(await store.outcome(first("ann", "run", { id: "one" }))).toMatchObject({ head: { seq: 1 } });
    });

    it("is there for the owner's own scope and those apart too", async () => {
      const { store } = fixture;
      for (const blob of ["a", "b", "c"])
        await store.commit({ owner: "ann", blobs: [text(blob)], scopes: [{ scope: "doc/1", blobs: [text(blob)] }] });
      for (const scope of ["", "doc/1", "", "doc/1"]) await store.pack("ann", scope);
      await store.commit({ owner: "ann", blobs: [text("d")], scopes: [{ scope: "doc/1", blobs: [text("d")] }] });
      for (const scope of ["", "doc/1"])
        expect(await store.artifactsOf("ann", scope)).toEqual(["a", "b", "c", "d"].map(digestOf));
      expect((await store.verify()).damages).toEqual([]);
    });

    it("leaves room for what comes later, which may be packed in its turn", async () => {
      const { store } = fixture;
      let all: string[] = [];
      for (const round of ["a", "b", "c"]) {
        const more = Array.from({ length: 20 }, (_, n) => `${round}${n}`);
        await append(store, "ann", "run", more);
        all = [...all, ...more];
        await store.pack("ann", "run");
        expect(bodies(await store.read("ann", "run"))).toEqual(all);
      }
      await append(store, "ann", "run", ["last"]);
      expect(bodies(await store.read("ann", "run", { fromSeq: 60 }))).toEqual(["c19", "last"]);
      expect(await store.pack("nobody", "nothing")).toBe(0);
      expect((await store.verify()).damages).toEqual([]);
    });

    it("goes on beside commits to the same stream", async () => {
      const { store } = fixture;
      await append(store, "ann", "run", ["0"]);
      const wanted = Array.from({ length: 40 }, (_, n) => String(n + 1));
      const [, ...packed] = await Promise.all([
        append(store, "ann", "run", wanted),
        ...wanted.map(async () => {
          await new Promise(setImmediate);
          await store.pack("ann", "run");
          return bodies(await store.read("ann", "run"));
        }),
      ]);
      for (const read of packed) expect(read).toEqual(["0", ...wanted].slice(0, read.length));
      expect(bodies(await store.read("ann", "run"))).toEqual(["0", ...wanted]);
      expect((await store.verify()).damages).toEqual([]);
    });

    it("keeps to the lease it is done under, and gives it back", async () => {
      const { store } = fixture;
      await filled(store);
      const old = await store.lease("ann", "pack/run", "one", 1_000);
      fixture.nowMs += 1_001;
      const fence = await store.lease("ann", "pack/run", "two", 1_000);
      expect(await reasonOf(store.pack("ann", "run", old))).toBe("FENCED");
      await store.pack("ann", "run", fence);
      expect((await store.lease("ann", "pack/run", "three", 1_000)).value).toBeGreaterThan(fence.value);
    });

    it("is refused once the store is closed", async () => {
      await fixture.store.close();
      expect(await reasonOf(fixture.store.pack("ann", "run"))).toBe("STORE_UNAVAILABLE");
    });
  });
};
