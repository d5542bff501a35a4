import { describe, expect, it } from "vitest";
import type { EntryRange } from "../../src/store/store.ts";
import type { Fixture } from "./store-contract.ts";
import { append, oddNames, reasonOf, text } from "./store-samples.ts";

export const listCases = (fixture: Fixture): void => {
  const change = (changes: Record<string, string | undefined>, list = "l") =>
    fixture.store.commit({
      owner: "ann",
      entries: Object.entries(changes).map(([key, value]) => ({
        list,
        key,
        value: value === undefined ? undefined : text(value),
      })),
    });
  const rows = async (range?: EntryRange, list = "l", owner = "ann") =>
    (await fixture.store.entries(owner, list, range)).map(
      ({ number, key, value }) => `${number} ${key}=${new TextDecoder().decode(value)}`,
    );
  const wanted = (changes: Record<string, string>) =>
    Object.entries(changes).map(([key, value]) => ({ key, value: text(value) }));

  describe("numbered lists", () => {
    it("are empty before anything is in them", async () => {
      expect(await rows()).toEqual([]);
      expect(await rows({ reverse: true, after: 3 })).toEqual([]);
      expect(await fixture.store.entry("ann", "l", "a")).toBeUndefined();
    });

    it("give entries in the order in which they came, whatever their keys", async () => {
      await change({ z: "1", a: "2" });
      await change({ m: "" });
      expect(await rows()).toEqual(["1 z=1", "2 a=2", "3 m="]);
      expect(await rows({ reverse: true })).toEqual(["3 m=", "2 a=2", "1 z=1"]);
    });

    it("keep the number of an entry that is put again", async () => {
      await change({ a: "1", b: "2" });
      await change({ a: "3" });
      expect(await rows()).toEqual(["1 a=3", "2 b=2"]);
      expect(await fixture.store.entry("ann", "l", "a")).toEqual({ key: "a", number: 1, value: text("3") });
    });

    it("go on counting after an entry was taken out, at whichever end", async () => {
      await change({ a: "1", b: "2", c: "3", d: "4" });
      await change({ b: undefined });
      expect(await rows()).toEqual(["1 a=1", "3 c=3", "4 d=4"]);
      await change({ a: undefined, d: undefined });
      await change({ a: "5" });
      expect(await rows()).toEqual(["3 c=3", "5 a=5"]);
      await change({ a: undefined, c: undefined });
      expect(await rows()).toEqual([]);
      await change({ c: "6" });
      expect(await rows()).toEqual(["6 c=6"]);
      expect((await fixture.store.verify()).damages).toEqual([]);
    });

    it("take what is not in them out without complaint", async () => {
      await change({ a: undefined });
      expect((await fixture.store.verify()).damages).toEqual([]);
    });

    it("take the changes of one commit in their order", async () => {
      const entries = ["1", undefined, "2"].map((value) => ({
        ...{ list: "l", key: "a" },
        value: value === undefined ? undefined : text(value),
      }));
      await fixture.store.commit({ owner: "ann", entries });
      expect(await rows()).toEqual(["2 a=2"]);
    });

    it("are kept apart by name and by owner", async () => {
      for (const list of oddNames) await change({ [list]: "v" }, list);
      for (const list of oddNames) expect(await rows({}, list)).toEqual([`1 ${list}=v`]);
      expect(await rows({}, "a", "bob")).toEqual([]);
    });

    const ranges: [EntryRange, readonly number[]][] = [
      [{ limit: 0 }, []],
      [{ limit: 2 }, [1, 3]],
      [{ limit: 2, reverse: true }, [6, 5]],
      [{ after: 0 }, [1, 3, 5, 6]],
      [{ after: 1 }, [3, 5, 6]],
      [{ after: 2, limit: 1 }, [3]],
      [{ after: 6 }, []],
      [{ after: 99 }, []],
      [{ after: 99, reverse: true }, [6, 5, 3, 1]],
      [{ after: 5, reverse: true }, [3, 1]],
      [{ after: 1, reverse: true }, []],
    ];
    for (const [range, numbers] of ranges)
      it(`give the numbers ${numbers.join()} of six, two of them taken out, for ${JSON.stringify(range)}`, async () => {
        await change({ a: "", b: "", c: "", d: "", e: "", f: "" });
        await change({ b: undefined, d: undefined });
        expect((await fixture.store.entries("ann", "l", range)).map(({ number }) => number)).toEqual(numbers);
      });

    it("give 100 entries when no limit is named", async () => {
      await change(Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`k${n}`, ""])));
      expect(await rows()).toHaveLength(100);
    });

    it("are committed with the events of the same commit, or not at all", async () => {
      const stale = { seq: 4, hash: "0".repeat(64) };
      const entries = [{ list: "l", key: "a", value: text("1") }];
      const refused = fixture.store.commit({ owner: "ann", stream: "run", expect: stale, entries });
      expect(await reasonOf(refused)).toBe("RUN_VERSION_STALE");
      expect(await rows()).toEqual([]);
    });

    it("refuse a list or an entry without a name, and an entry that is too large", async () => {
      expect(await reasonOf(change({ a: "" }, ""))).toBe("REQUEST_INVALID");
      expect(await reasonOf(change({ "": "" }))).toBe("REQUEST_INVALID");
      expect(await reasonOf(change({ a: "x".repeat(4 * 1024 * 1024 + 1) }))).toBe("LIMIT_EXCEEDED");
    });
  });

  describe("mending of lists", () => {
    const mend = async (changes: Record<string, string>, list = "l") => {
      const { position } = await fixture.store.commit({ owner: "ann" });
      return fixture.store.mendList("ann", list, wanted(changes), position);
    };

    it("changes nothing in a list that is as it should be", async () => {
      await change({ a: "1", b: "2", c: "3" });
      await change({ b: undefined });
      expect(await mend({ a: "1", c: "3" })).toBe(0);
      expect(await rows()).toEqual(["1 a=1", "3 c=3"]);
    });

    it("puts in what is not there, mends what is other, and takes out what is not wanted", async () => {
      await change({ a: "1", b: "2", c: "3" });
      expect(await mend({ b: "2", c: "4", d: "5" })).toBe(3);
      expect(await rows()).toEqual(["2 b=2", "3 c=4", "4 d=5"]);
      expect((await fixture.store.verify()).damages).toEqual([]);
    });

    it("fills a list that never was", async () => {
      expect(await mend({ b: "", a: "" }, "new")).toBe(2);
      expect(await rows({}, "new")).toEqual(["1 b=", "2 a="]);
    });

    it("is refused where there are other events by now", async () => {
      await append(fixture.store, "ann", "run", ["a"]);
      expect(await reasonOf(fixture.store.mendList("ann", "l", [], 0n))).toBe("RUN_VERSION_STALE");
    });
  });
};
