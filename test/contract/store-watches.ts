import { describe, expect, it } from "vitest";
import type { StoredEvent } from "../../src/store/store.ts";
import type { Fixture } from "./store-contract.ts";
import { append, bodies, event, first, reasonOf, take } from "./store-samples.ts";

export const watchCases = (fixture: Fixture): void => {
  const watch = (after = 0n, signal = new AbortController().signal, owner = "ann", bufferMax?: number) =>
    fixture.store.watch(owner, { after, signal, ...(bufferMax === undefined ? {} : { bufferMax }) });

  describe("watches", () => {
    for (const after of [0, 1, 5, 9])
      it(`gives what is stored after position ${after}, in order`, async () => {
        await append(fixture.store, "ann", "run", ["1", "2", "3", "4", "5"]);
        await append(fixture.store, "ann", "other", ["6", "7", "8", "9", "10"]);
        const expected = Array.from({ length: 10 - after }, (_, n) => String(after + n + 1));
        expect(bodies(await take(watch(BigInt(after)), 10 - after))).toEqual(expected);
      });

    it("gives the same events that a read gives", async () => {
      await append(fixture.store, "ann", "run", ["a", "b"]);
      expect(await take(watch(), 2)).toEqual(await fixture.store.read("ann", "run"));
    });

    it("gives live events that equal the stored ones", async () => {
      const waiting = take(watch(), 2);
      await append(fixture.store, "ann", "run", ["a", "b"]);
      expect(await waiting).toEqual(await fixture.store.read("ann", "run"));
    });

    it("goes over from stored to live events without a gap", async () => {
      await append(
        fixture.store,
        "ann",
        "run",
        Array.from({ length: 20 }, (_, n) => String(n)),
      );
      const waiting = take(watch(), 120);
      for (let n = 20; n < 120; n += 1) await append(fixture.store, "ann", "run", [String(n)]);
      expect((await waiting).map(({ position }) => position)).toEqual(
        Array.from({ length: 120 }, (_, n) => BigInt(n + 1)),
      );
    });

    it("sees what was committed between its making and its first read", async () => {
      const events = watch();
      await append(fixture.store, "ann", "run", ["early"]);
      expect(bodies(await take(events, 1))).toEqual(["early"]);
    });

    it("sees all events of many streams committed at once, each once and in order of position", async () => {
      const waiting = take(watch(), 90);
      const events = [event("1"), event("2"), event("3")];
      await Promise.all(
        Array.from({ length: 30 }, (_, n) => fixture.store.commit(first("ann", `run${n}`, { events }))),
      );
      expect((await waiting).map(({ position }) => Number(position))).toEqual(
        Array.from({ length: 90 }, (_, n) => n + 1),
      );
    });

    it("reads more than one page of stored events", async () => {
      await fixture.store.commit(
        first("ann", "run", { events: Array.from({ length: 2_500 }, (_, n) => event(String(n))) }),
      );
      const taken = await take(watch(3n), 2_497);
      expect(taken.at(-1)!.position).toBe(2_500n);
      expect(new Set(taken.map(({ position }) => position)).size).toBe(2_497);
    });

    it("shows no event of another owner", async () => {
      const waiting = take(watch(), 1);
      await append(fixture.store, "bob", "run", ["theirs"]);
      await append(fixture.store, "ann", "run", ["mine"]);
      expect(bodies(await waiting)).toEqual(["mine"]);
    });

    it("gives each of several watchers everything", async () => {
      const waiting = Promise.all(Array.from({ length: 8 }, () => take(watch(), 3)));
      await append(fixture.store, "ann", "run", ["a", "b", "c"]);
      for (const taken of await waiting) expect(bodies(taken)).toEqual(["a", "b", "c"]);
    });

    it("gives two watchers bytes that one cannot change for the other's later reading", async () => {
      const waiting = take(watch(), 1);
      await append(fixture.store, "ann", "run", ["a"]);
      (await waiting)[0]!.body.fill(0);
      expect(bodies(await fixture.store.read("ann", "run"))).toEqual(["a"]);
    });

    it("ends without an error when the signal aborts while it waits", async () => {
      const abort = new AbortController();
      const waiting = take(watch(0n, abort.signal), 1);
      await append(fixture.store, "bob", "run", ["theirs"]);
      abort.abort();
      expect(await waiting).toEqual([]);
    });

    it("ends at once when the signal had aborted before", async () => {
      await append(fixture.store, "ann", "run", ["a"]);
      expect(await take(watch(0n, AbortSignal.abort()), 1)).toEqual([]);
    });

    it("ends between two stored events when the signal aborts there", async () => {
      await append(fixture.store, "ann", "run", ["a", "b", "c"]);
      const abort = new AbortController();
      const seen: StoredEvent[] = [];
      for await (const each of watch(0n, abort.signal)) {
        seen.push(each);
        abort.abort();
      }
      expect(bodies(seen)).toEqual(["a"]);
    });

    for (const bufferMax of [1, 3, 10])
      it(`ends with WATCHER_TOO_SLOW when more than ${bufferMax} live events wait`, async () => {
        const events = watch(0n, undefined, "ann", bufferMax)[Symbol.asyncIterator]();
        const started = events.next();
        await append(fixture.store, "ann", "run", ["seen"]);
        expect((await started).value.position).toBe(1n);
        await append(
          fixture.store,
          "ann",
          "run",
          Array.from({ length: bufferMax + 1 }, () => "late"),
        );
        expect(await reasonOf(events.next())).toBe("WATCHER_TOO_SLOW");
        expect(await take(watch(1n), bufferMax + 1)).toHaveLength(bufferMax + 1);
      });

    it("keeps exactly as many waiting events as the buffer holds", async () => {
      const events = watch(0n, undefined, "ann", 3)[Symbol.asyncIterator]();
      const started = events.next();
      await append(fixture.store, "ann", "run", ["0"]);
      await started;
      await append(fixture.store, "ann", "run", ["1", "2", "3"]);
      for (const position of [2n, 3n, 4n]) expect((await events.next()).value.position).toBe(position);
    });

    it("does not count stored events against the buffer", async () => {
      await append(
        fixture.store,
        "ann",
        "run",
        Array.from({ length: 30 }, () => "x"),
      );
      expect(await take(watch(0n, undefined, "ann", 2), 30)).toHaveLength(30);
    });

    for (const after of [-1n, 3n, 2n ** 60n])
      it(`refuses to begin after position ${after} of 2`, async () => {
        await append(fixture.store, "ann", "run", ["a", "b"]);
        expect(await reasonOf(take(watch(after), 1))).toBe("CURSOR_INVALID");
      });
  });
};
