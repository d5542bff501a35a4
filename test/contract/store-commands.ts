import { describe, expect, it } from "vitest";
import type { IdempotencyChange } from "../../src/store/store.ts";
import type { Fixture } from "./store-contract.ts";
import { digestOf, first, payload, reasonOf, text } from "./store-samples.ts";

export const commandCases = (fixture: Fixture): void => {
  const command = (change: Partial<IdempotencyChange> = {}) =>
    fixture.store.commit({ owner: "ann", idempotency: { key: "k", payloadDigest: payload, ...change } });

  describe("idempotency keys", () => {
    it("has nothing under a key that was never used", async () => {
      expect(await fixture.store.idempotency("ann", "k")).toBeUndefined();
    });
    it("shows a command in progress without an answer", async () => {
      await command();
      expect(await fixture.store.idempotency("ann", "k")).toEqual({ payloadDigest: payload });
    });
    for (const answer of ["", "done", "x".repeat(10_000)])
      it(`gives the recorded answer of ${answer.length} bytes, from one commit or two`, async () => {
        await command({ answer: text(answer) });
        expect(await fixture.store.idempotency("ann", "k")).toEqual({ payloadDigest: payload, answer: text(answer) });
        await command({ key: "k2" });
        await command({ key: "k2", answer: text(answer) });
        expect((await fixture.store.idempotency("ann", "k2"))?.answer).toEqual(text(answer));
      });

    const other = digestOf("other");
    const table: [string, Partial<IdempotencyChange>, Partial<IdempotencyChange>, string][] = [
      ["in progress, set in progress again", {}, {}, "ALREADY_EXISTS"],
      ["in progress, taken over", {}, { takeOver: true }, "none"],
      ["in progress, answered", {}, { answer: text("a") }, "none"],
      ["in progress, answered by takeover", {}, { answer: text("a"), takeOver: true }, "none"],
      ["in progress, another payload", {}, { payloadDigest: other }, "IDEMPOTENCY_KEY_REUSED"],
      [
        "in progress, another payload taken over",
        {},
        { payloadDigest: other, takeOver: true },
        "IDEMPOTENCY_KEY_REUSED",
      ],
      [
        "in progress, another payload answered",
        {},
        { payloadDigest: other, answer: text("a") },
        "IDEMPOTENCY_KEY_REUSED",
      ],
      ["answered, set in progress", { answer: text("a") }, {}, "ALREADY_EXISTS"],
      ["answered, taken over", { answer: text("a") }, { takeOver: true }, "ALREADY_EXISTS"],
      ["answered, answered again", { answer: text("a") }, { answer: text("b") }, "ALREADY_EXISTS"],
      ["answered with nothing, answered again", { answer: text("") }, { answer: text("b") }, "ALREADY_EXISTS"],
      ["answered, another payload", { answer: text("a") }, { payloadDigest: other }, "IDEMPOTENCY_KEY_REUSED"],
    ];
    for (const [name, before, then, outcome] of table) {
      it(`${name}: ${outcome === "none" ? "taken" : outcome}`, async () => {
        await command(before);
        expect(await reasonOf(command(then))).toBe(outcome);
        const expected = outcome === "none" ? then : before;
        expect((await fixture.store.idempotency("ann", "k"))?.answer).toEqual(expected.answer);
      });
      it(`${name}: the same when both arrive at once`, async () => {
        const outcomes = await Promise.all([reasonOf(command(before)), reasonOf(command(then))]);
        expect(outcomes).toEqual(["none", outcome]);
      });
    }

    it("looks at the key before the version", async () => {
      await fixture.store.commit(
        first("ann", "run", { idempotency: { key: "k", payloadDigest: payload, answer: text("a") } }),
      );
      const again = first("ann", "run", { idempotency: { key: "k", payloadDigest: payload, answer: text("a") } });
      expect(await reasonOf(fixture.store.commit(again))).toBe("ALREADY_EXISTS");
    });

    it("lets exactly one of ten concurrent commands with one key through", async () => {
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => reasonOf(command({ answer: text("a") }))));
      expect(outcomes.filter((outcome) => outcome === "none")).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === "ALREADY_EXISTS")).toHaveLength(9);
    });
  });

  describe("counted calls", () => {
    const count = (key: string, max = 2, owner = "ann") =>
      fixture.store.countCall(owner, [{ key, max, windowMs: 1_000 }], fixture.nowMs);

    it("are let in up to the limit, and told when the next one fits", async () => {
      expect([await count("run"), await count("run")]).toEqual([0, 0]);
      fixture.nowMs += 400;
      expect(await count("run")).toBe(600);
      fixture.nowMs += 600;
      expect(await count("run")).toBe(0);
    });
    it("are let in up to the limit where many come at once", async () => {
      const waits = await Promise.all(Array.from({ length: 20 }, () => count("run", 7)));
      expect(waits.filter((wait) => wait === 0)).toHaveLength(7);
    });
    it("are counted in all windows or in none", async () => {
      const both = (run: string) =>
        fixture.store.countCall(
          "ann",
          [
            { key: run, max: 1, windowMs: 1_000 },
            { key: "user", max: 3, windowMs: 1_000 },
          ],
          fixture.nowMs,
        );
      expect(await both("one")).toBe(0);
      expect(await both("one")).toBe(1_000);
      expect([await both("two"), await both("three")]).toEqual([0, 0]);
      expect(await both("four")).toBe(1_000);
      expect(await count("four", 1)).toBe(0);
    });
    it("of two keys and of two owners are counted apart", async () => {
      const keys = Array.from({ length: 40 }, (_, n) => `run ${n}`);
      expect(await Promise.all(keys.map((key) => count(key, 1)))).toEqual(keys.map(() => 0));
      expect(await count("run 1", 1)).toBe(1_000);
      expect(await count("run 1", 1, "bob")).toBe(0);
    });
    it("leave nothing that a verify would count", async () => {
      await count("run");
      expect(await fixture.store.verify()).toMatchObject({ records: 0, damages: [] });
    });
    it("are refused for a limit that nobody could keep to", async () => {
      expect(await reasonOf(count("run", 0))).toBe("REQUEST_INVALID");
      expect(await reasonOf(count("", 1))).toBe("REQUEST_INVALID");
    });
  });

  describe("leases and fences", () => {
    const lease = (holder: string, ttlMs = 1_000, key = "turn") => fixture.store.lease("ann", key, holder, ttlMs);
    const fenced = (value: bigint, key = "turn") =>
      reasonOf(fixture.store.commit({ owner: "ann", fence: { key, value } }));

    it("refuses a second holder while the first one's time runs", async () => {
      await lease("a");
      fixture.nowMs += 999;
      expect(await reasonOf(lease("b"))).toBe("FENCED");
    });
    it("gives the lease to a second holder once the time has run out, with a higher fence", async () => {
      const before = await lease("a");
      fixture.nowMs += 1_000;
      expect((await lease("b")).value).toBeGreaterThan(before.value);
    });
    it("keeps the fence on renewal, and prolongs the time", async () => {
      const before = await lease("a");
      fixture.nowMs += 900;
      expect(await lease("a")).toEqual(before);
      fixture.nowMs += 900;
      expect(await reasonOf(lease("b"))).toBe("FENCED");
    });
    it("gives one of many who ask at once", async () => {
      const outcomes = await Promise.all(Array.from({ length: 10 }, (_, n) => reasonOf(lease(`h${n}`))));
      expect(outcomes).toEqual(["none", ...Array.from({ length: 9 }, () => "FENCED")]);
    });
    it("keeps leases of two keys apart", async () => {
      expect((await lease("a")).value).not.toBe((await lease("b", 1_000, "other")).value);
    });
    it("keeps leases of two owners apart", async () => {
      await lease("a");
      expect(await reasonOf(fixture.store.lease("bob", "turn", "b", 1_000))).toBe("none");
    });
    it("takes a commit of the holder, also after its time has run out", async () => {
      const { value } = await lease("a");
      expect(await fenced(value)).toBe("none");
      fixture.nowMs += 5_000;
      expect(await fenced(value)).toBe("none");
    });
    it("is free at once when its holder gives it back with a commit, and the fence is good no longer", async () => {
      const before = await lease("a");
      await fixture.store.commit(first("ann", "run", { fence: before, release: true }));
      expect(await fenced(before.value)).toBe("FENCED");
      const next = await lease("b");
      expect(next.value).toBeGreaterThan(before.value);
      expect(await fenced(next.value)).toBe("none");
    });
    it("is not given back by a commit that is refused, nor by an earlier holder", async () => {
      const before = await lease("a");
      const stale = { stream: "run", expect: { seq: 7, hash: digestOf("x") }, fence: before, release: true } as const;
      expect(await reasonOf(fixture.store.commit({ owner: "ann", ...stale }))).toBe("RUN_VERSION_STALE");
      expect(await fenced(before.value)).toBe("none");
      fixture.nowMs += 1_000;
      const next = await lease("b");
      expect(await reasonOf(fixture.store.commit({ owner: "ann", fence: before, release: true }))).toBe("FENCED");
      expect(await fenced(next.value)).toBe("none");
    });
    it("has a higher fence when its own holder takes it again after giving it back", async () => {
      const before = await lease("a");
      await fixture.store.commit({ owner: "ann", fence: before, release: true });
      expect((await lease("a")).value).toBeGreaterThan(before.value);
    });
    it("refuses a commit of an earlier holder", async () => {
      const { value } = await lease("a");
      fixture.nowMs += 1_000;
      const next = await lease("b");
      expect(await fenced(value)).toBe("FENCED");
      expect(await fenced(next.value)).toBe("none");
    });
    for (const value of [-1n, 0n, 1n, 2n ** 62n])
      it(`refuses a fence of ${value} that nobody was given`, async () => {
        expect(await fenced(value)).toBe("FENCED");
        await lease("a");
        expect(await fenced(value)).toBe("FENCED");
      });
    it("refuses the fence of another key", async () => {
      const { value } = await lease("a");
      await lease("a", 1_000, "other");
      expect(await fenced(value, "other")).toBe("FENCED");
    });
  });
};
