import { describe, expect, it } from "vitest";
import type { Fixture } from "./store-contract.ts";
import { collect, first, reasonOf, take } from "./store-samples.ts";

export const closeCases = (fixture: Fixture): void => {
  describe("closing", () => {
    it("is healthy until it is closed", async () => {
      expect(fixture.store.healthy).toBe(true);
      await fixture.store.close();
      expect(fixture.store.healthy).toBe(false);
    });

    it("closes a second time without complaint", async () => {
      await fixture.store.close();
      await fixture.store.close();
      expect(fixture.store.healthy).toBe(false);
    });

    it("finishes the commits that were made before", async () => {
      const calls = Array.from({ length: 20 }, (_, n) => reasonOf(fixture.store.commit(first("ann", `run${n}`))));
      await fixture.store.close();
      expect(new Set(await Promise.all(calls))).toEqual(new Set(["none"]));
    });

    it("ends a waiting watch with STORE_UNAVAILABLE", async () => {
      const waiting = reasonOf(
        take(fixture.store.watch("ann", { after: 0n, signal: new AbortController().signal }), 1),
      );
      await fixture.store.commit(first("bob", "run"));
      await fixture.store.close();
      expect(await waiting).toBe("STORE_UNAVAILABLE");
    });

    const calls = {
      commit: () => fixture.store.commit(first("ann", "run")),
      head: () => fixture.store.head("ann", "run"),
      read: () => fixture.store.read("ann", "run"),
      getBlob: () => fixture.store.getBlob("ann", "0".repeat(64)),
      blobSize: () => fixture.store.blobSize("ann", "0".repeat(64)),
      streamBlob: () => collect(fixture.store.streamBlob("ann", "0".repeat(64))),
      record: () => fixture.store.record("ann", "s", "k"),
      list: () => fixture.store.list("ann", "s"),
      idempotency: () => fixture.store.idempotency("ann", "k"),
      watch: () => take(fixture.store.watch("ann", { after: 0n, signal: new AbortController().signal }), 1),
      lease: () => fixture.store.lease("ann", "k", "h", 1),
      owners: () => fixture.store.owners(),
      verify: () => fixture.store.verify(),
    };
    for (const [name, call] of Object.entries(calls))
      it(`refuses ${name} afterwards with STORE_UNAVAILABLE`, async () => {
        await fixture.store.close();
        expect(await reasonOf(call())).toBe("STORE_UNAVAILABLE");
      });
  });
};
