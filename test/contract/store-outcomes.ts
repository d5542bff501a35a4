import { describe, expect, it } from "vitest";
import type { Fixture } from "./store-contract.ts";
import { event, first, reasonOf } from "./store-samples.ts";

export const outcomeCases = (fixture: Fixture): void => {
  const outcome = (id: string | undefined, stream = "run") =>
    fixture.store.outcome(first("ann", stream, id === undefined ? {} : { id }));

  describe("the outcome of a commit", () => {
    it("is the head that it came to, also when the stream has gone on since", async () => {
      const events = [event("a"), event("b")];
      const committed = await fixture.store.commit(first("ann", "run", { id: "1", events }));
      await fixture.store.commit({ ...first("ann", "run"), expect: committed.head });
      expect(await fixture.store.outcome(first("ann", "run", { id: "1", events }))).toEqual(committed);
    });

    it("is nothing for a commit that was refused, or another's that came first", async () => {
      expect(await outcome("1")).toBeUndefined();
      await fixture.store.commit(first("ann", "run", { id: "1" }));
      expect(await outcome("2")).toBeUndefined();
      expect(await outcome("1", "other")).toBeUndefined();
    });

    it("is known of commits that are under way", async () => {
      const committing = fixture.store.commit(first("ann", "run", { id: "1" }));
      expect(await outcome("1")).toEqual(await committing);
    });

    it("is refused without an id, and without events", async () => {
      expect(await reasonOf(outcome(undefined))).toBe("REQUEST_INVALID");
      expect(await reasonOf(fixture.store.outcome({ owner: "ann", id: "1" }))).toBe("REQUEST_INVALID");
    });

    it("is of commits with an id of at most 64 bytes", async () => {
      expect(await reasonOf(fixture.store.commit(first("ann", "run", { id: "x".repeat(65) })))).toBe("LIMIT_EXCEEDED");
      expect(await reasonOf(fixture.store.commit(first("ann", "run", { id: "" })))).toBe("REQUEST_INVALID");
    });
  });
};
