import { describe, expect, it } from "vitest";
import type { Fixture } from "./store-contract.ts";
import { append, bodies, event, first } from "./store-samples.ts";

export const readCases = (fixture: Fixture): void => {
  describe("reads of events", () => {
    const ranges = [
      [{}, 1, 40],
      [{ fromSeq: 1 }, 1, 40],
      [{ fromSeq: 0 }, 1, 40],
      [{ fromSeq: -5 }, 1, 40],
      [{ fromSeq: 2 }, 2, 40],
      [{ fromSeq: 40 }, 40, 40],
      [{ fromSeq: 41 }, 1, 0],
      [{ fromSeq: 1_000 }, 1, 0],
      [{ limit: 0 }, 1, 0],
      [{ limit: -1 }, 1, 0],
      [{ limit: 1 }, 1, 1],
      [{ limit: 16 }, 1, 16],
      [{ limit: 17 }, 1, 17],
      [{ limit: 39 }, 1, 39],
      [{ limit: 40 }, 1, 40],
      [{ limit: 41 }, 1, 40],
      [{ limit: 1_000_000 }, 1, 40],
      [{ fromSeq: 20, limit: 3 }, 20, 22],
      [{ fromSeq: 39, limit: 1 }, 39, 39],
      [{ fromSeq: 39, limit: 9 }, 39, 40],
    ] as const;
    for (const [range, from, to] of ranges)
      it(`gives events ${from} to ${to} of 40 for ${JSON.stringify(range)}`, async () => {
        const events = Array.from({ length: 40 }, (_, n) => event(String(n + 1)));
        await fixture.store.commit(first("ann", "run", { events }));
        const expected = Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => String(from + n));
        expect(bodies(await fixture.store.read("ann", "run", range))).toEqual(expected);
      });

    it("gives 1,000 events when no limit is named", async () => {
      await fixture.store.commit(first("ann", "run", { events: Array.from({ length: 1_005 }, () => event("x")) }));
      expect(await fixture.store.read("ann", "run")).toHaveLength(1_000);
    });

    it("gives nothing for a stream that was never written", async () => {
      expect(await fixture.store.read("ann", "run")).toEqual([]);
    });

    it("gives every field of an event", async () => {
      const { head } = await fixture.store.commit(first("ann", "run"));
      expect(await fixture.store.read("ann", "run")).toEqual([
        {
          owner: "ann",
          stream: "run",
          seq: 1,
          type: "noted",
          body: new TextEncoder().encode("first"),
          prevHash: "0".repeat(64),
          hash: head.hash,
          position: 1n,
        },
      ]);
    });

    it("gives bodies as plain byte arrays, which compare as such", async () => {
      await append(fixture.store, "ann", "run", ["a"]);
      const [only] = await fixture.store.read("ann", "run");
      expect(Object.getPrototypeOf(only!.body)).toBe(Uint8Array.prototype);
    });

    it("gives each reader bytes of its own", async () => {
      await append(fixture.store, "ann", "run", ["a"]);
      (await fixture.store.read("ann", "run"))[0]!.body.fill(0);
      expect(bodies(await fixture.store.read("ann", "run"))).toEqual(["a"]);
    });

    it("does not take a stream for another whose name it begins", async () => {
      await append(fixture.store, "ann", "run", ["a"]);
      await append(fixture.store, "ann", "run1", ["b", "c"]);
      expect(bodies(await fixture.store.read("ann", "run"))).toEqual(["a"]);
      expect(bodies(await fixture.store.read("ann", "run1"))).toEqual(["b", "c"]);
    });

    it("sees each commit as soon as it was acknowledged", async () => {
      for (let n = 1; n <= 30; n += 1) {
        await append(fixture.store, "ann", "run", [String(n)]);
        expect(bodies(await fixture.store.read("ann", "run", { fromSeq: n }))).toEqual([String(n)]);
      }
    });
  });
};
