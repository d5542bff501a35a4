import { describe, expect, it } from "vitest";
import { emptyHead } from "../../src/store/store.ts";
import type { Fixture } from "./store-contract.ts";
import { append, bodies, digestOf, event, first, payload, reasonOf, text } from "./store-samples.ts";

export const commitCases = (fixture: Fixture): void => {
  describe("commits of events", () => {
    it("gives the empty head for a stream that was never written", async () => {
      expect(await fixture.store.head("ann", "run")).toEqual({ seq: 0, hash: "0".repeat(64) });
    });

    it("gives the head that a later read gives", async () => {
      const { head } = await fixture.store.commit(first("ann", "run"));
      expect(head.seq).toBe(1);
      expect(await fixture.store.head("ann", "run")).toEqual(head);
    });

    for (const count of [1, 2, 3, 16, 17, 18, 40, 100])
      it(`keeps ${count} events of one commit in their order`, async () => {
        const events = Array.from({ length: count }, (_, n) => event(`e${n}`));
        const { head, position } = await fixture.store.commit(first("ann", "run", { events }));
        expect(head.seq).toBe(count);
        expect(position).toBe(BigInt(count));
        expect(bodies(await fixture.store.read("ann", "run"))).toEqual(events.map((_, n) => `e${n}`));
      });

    it("names each event's predecessor by hash, and no predecessor by zeros", async () => {
      await append(fixture.store, "ann", "run", ["a", "b", "c"]);
      const events = await fixture.store.read("ann", "run");
      expect(events.map(({ prevHash }) => prevHash)).toEqual([emptyHead.hash, events[0]!.hash, events[1]!.hash]);
    });

    it("gives equal events of two streams different hashes", async () => {
      const one = await append(fixture.store, "ann", "run1", ["a"]);
      const two = await append(fixture.store, "ann", "run2", ["a"]);
      expect(one.hash).not.toBe(two.hash);
    });

    it("gives equal events of two owners different hashes", async () => {
      const one = await append(fixture.store, "ann", "run", ["a"]);
      const two = await append(fixture.store, "bob", "run", ["a"]);
      expect(one.hash).not.toBe(two.hash);
    });

    it("gives events that differ only in type different hashes", async () => {
      const one = await fixture.store.commit(first("ann", "a", { events: [event("x", "one")] }));
      const two = await fixture.store.commit(first("ann", "a2", { events: [event("x", "two")] }));
      expect(one.head.hash).not.toBe(two.head.hash);
    });

    it("hashes an event the same in every store", async () => {
      const { head } = await fixture.store.commit(first("ann", "run"));
      // Computed by hand from the encoding rules and sha256sum, not by this code.
      expect(head.hash).toBe("fbb12fa53d71d25fcf59527c32e77dedbd163f4a6c7d3bb5c9de0b6857ee0601");
    });

    it("numbers positions over all streams of an owner", async () => {
      const positions: bigint[] = [];
      for (const stream of ["a", "b", "c"]) positions.push((await fixture.store.commit(first("ann", stream))).position);
      expect(positions).toEqual([1n, 2n, 3n]);
    });

    it("begins positions anew for each owner", async () => {
      await append(fixture.store, "ann", "run", ["a", "b"]);
      expect((await fixture.store.commit(first("bob", "run"))).position).toBe(1n);
    });

    it("keeps an event with an empty body", async () => {
      await append(fixture.store, "ann", "run", [""]);
      expect((await fixture.store.read("ann", "run"))[0]!.body).toEqual(new Uint8Array(0));
    });

    it("keeps bytes that are no text", async () => {
      const body = Uint8Array.from({ length: 256 }, (_, n) => n);
      await fixture.store.commit(first("ann", "run", { events: [{ type: "raw", body }] }));
      expect((await fixture.store.read("ann", "run"))[0]!.body).toEqual(body);
    });

    it("does not change what is stored when the caller changes its bytes afterwards", async () => {
      const body = text("before");
      await fixture.store.commit(first("ann", "run", { events: [{ type: "x", body }] }));
      body.fill(0);
      expect(bodies(await fixture.store.read("ann", "run"))).toEqual(["before"]);
    });

    it("answers a commit of nothing with the owner's position and the empty head", async () => {
      await append(fixture.store, "ann", "run", ["a"]);
      expect(await fixture.store.commit({ owner: "ann" })).toEqual({ head: emptyHead, position: 1n });
    });

    it("answers a commit that only names a stream with its head", async () => {
      const head = await append(fixture.store, "ann", "run", ["a"]);
      expect((await fixture.store.commit({ owner: "ann", stream: "run" })).head).toEqual(head);
    });
  });

  describe("compare and swap", () => {
    const stale = async (expected: (head: { seq: number; hash: string }) => { seq: number; hash: string }) => {
      const head = await append(fixture.store, "ann", "run", ["a", "b"]);
      return reasonOf(fixture.store.commit(first("ann", "run", { expect: expected(head) })));
    };

    it("refuses the empty head once there are events", async () => {
      expect(await stale(() => emptyHead)).toBe("RUN_VERSION_STALE");
    });
    it("refuses a head of the past", async () => {
      expect(await stale(({ hash }) => ({ seq: 1, hash }))).toBe("RUN_VERSION_STALE");
    });
    it("refuses a head of the future", async () => {
      expect(await stale(({ hash }) => ({ seq: 3, hash }))).toBe("RUN_VERSION_STALE");
    });
    it("refuses the right number with another hash", async () => {
      expect(await stale(({ seq }) => ({ seq, hash: "1".repeat(64) }))).toBe("RUN_VERSION_STALE");
    });
    it("refuses a head on a stream that is empty", async () => {
      expect(await reasonOf(fixture.store.commit(first("ann", "new", { expect: { seq: 1, hash: payload } })))).toBe(
        "RUN_VERSION_STALE",
      );
    });
    it("checks an expectation that comes without events", async () => {
      await append(fixture.store, "ann", "run", ["a"]);
      const call = fixture.store.commit({ owner: "ann", stream: "run", expect: emptyHead });
      expect(await reasonOf(call)).toBe("RUN_VERSION_STALE");
    });
    it("tells the head that it found", async () => {
      const head = await append(fixture.store, "ann", "run", ["a", "b"]);
      const refusal = await fixture.store.commit(first("ann", "run")).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ facts: { seq: "2", hash: head.hash } });
    });

    for (const rivals of [2, 5, 20, 50])
      it(`lets exactly one of ${rivals} rivals win`, async () => {
        const calls = Array.from({ length: rivals }, (_, n) => first("ann", "run", { events: [event(`r${n}`)] }));
        const outcomes = await Promise.all(calls.map((call) => reasonOf(fixture.store.commit(call))));
        expect(outcomes.filter((outcome) => outcome === "none")).toHaveLength(1);
        expect(outcomes.filter((outcome) => outcome === "RUN_VERSION_STALE")).toHaveLength(rivals - 1);
        expect(await fixture.store.read("ann", "run")).toHaveLength(1);
      });

    it("lets commits of many streams made at once all through", async () => {
      const streams = Array.from({ length: 50 }, (_, n) => `run${n}`);
      await Promise.all(streams.map((stream) => fixture.store.commit(first("ann", stream))));
      for (const stream of streams) expect((await fixture.store.head("ann", stream)).seq).toBe(1);
      expect((await fixture.store.verify()).damages).toEqual([]);
    });
  });

  describe("all or nothing", () => {
    /** Commits that are refused, each for another reason, and that bring one of everything along. */
    const refused = {
      "a stale head": { expect: { seq: 7, hash: payload } },
      "a used idempotency key": { idempotency: { key: "used", payloadDigest: digestOf("other") } },
      "an answered idempotency key": { idempotency: { key: "used", payloadDigest: payload, answer: text("again") } },
      "a fence nobody gave": { fence: { key: "lease", value: 1n } },
      "an event too large": { events: [{ type: "x", body: new Uint8Array(256 * 1024 + 1) }] },
      "an empty record key": { records: [{ space: "s", key: "", value: text("v") }] },
    };
    for (const [reason, change] of Object.entries(refused))
      it(`leaves nothing of a commit refused for ${reason}`, async () => {
        const { store } = fixture;
        await store.commit({ owner: "ann", idempotency: { key: "used", payloadDigest: payload, answer: text("a") } });
        const everything = {
          blobs: [text("blob")],
          records: [{ space: "s", key: "k", value: text("v") }],
          idempotency: { key: "fresh", payloadDigest: payload },
        };
        expect(await reasonOf(store.commit(first("ann", "run", { ...everything, ...change })))).not.toBe("none");
        expect(await store.head("ann", "run")).toEqual(emptyHead);
        expect(await store.blobSize("ann", digestOf("blob"))).toBeUndefined();
        expect(await store.record("ann", "s", "k")).toBeUndefined();
        expect(await store.idempotency("ann", "fresh")).toBeUndefined();
        expect((await store.commit({ owner: "ann" })).position).toBe(0n);
      });

    it("does not let a refused commit spoil the neighbours it was made together with", async () => {
      const { store } = fixture;
      const calls = Array.from({ length: 30 }, (_, n) =>
        store.commit(
          first("ann", n % 3 === 0 ? `bad${n}` : `good${n}`, n % 3 === 0 ? { expect: { seq: 1, hash: payload } } : {}),
        ),
      );
      const outcomes = await Promise.all(calls.map(reasonOf));
      expect(outcomes.map((outcome) => outcome === "none")).toEqual(outcomes.map((_, n) => n % 3 !== 0));
      expect((await store.verify()).events).toBe(20);
    });

    it("stores everything of one commit", async () => {
      const { store } = fixture;
      await store.commit(
        first("ann", "run", {
          blobs: [text("blob"), text("other")],
          records: [{ space: "s", key: "k", value: text("v") }],
          idempotency: { key: "command", payloadDigest: payload, answer: text("done") },
        }),
      );
      expect(await store.getBlob("ann", digestOf("blob"))).toEqual(text("blob"));
      expect(await store.getBlob("ann", digestOf("other"))).toEqual(text("other"));
      expect(await store.record("ann", "s", "k")).toEqual(text("v"));
      expect(await store.idempotency("ann", "command")).toEqual({ payloadDigest: payload, answer: text("done") });
      expect(await store.verify()).toMatchObject({ events: 1, blobs: 2, records: 1, damages: [] });
    });
  });
};
