import { describe, expect, it } from "vitest";
import type { ListRange } from "../../src/store/store.ts";
import type { Fixture } from "./store-contract.ts";
import { text } from "./store-samples.ts";

/** In the order of their UTF-8 bytes, which for the last two is not JavaScript's own. */
const keys = [
  "!",
  "a",
  "a!",
  "a!b",
  "a\u0001",
  "ab",
  "b",
  "b/1",
  "b/2",
  "ba",
  "z",
  "ä",
  "法",
  "\uffee",
  "\u{1f600}",
].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

export const recordCases = (fixture: Fixture): void => {
  const set = (key: string, value: string | undefined, space = "s") =>
    fixture.store.commit({
      owner: "ann",
      records: [{ space, key, value: value === undefined ? undefined : text(value) }],
    });
  const listed = async (range?: ListRange) => (await fixture.store.list("ann", "s", range)).map(({ key }) => key);

  describe("derived records", () => {
    it("has no record that was never set", async () => {
      expect(await fixture.store.record("ann", "s", "k")).toBeUndefined();
      expect(await fixture.store.list("ann", "s")).toEqual([]);
    });

    for (const value of ["", "v", "x".repeat(100_000)])
      it(`gives back a value of ${value.length} bytes`, async () => {
        await set("k", value);
        expect(await fixture.store.record("ann", "s", "k")).toEqual(text(value));
        expect(await fixture.store.list("ann", "s")).toEqual([{ key: "k", value: text(value) }]);
      });

    it("gives the value that was set last", async () => {
      for (const value of ["1", "22", "3"]) await set("k", value);
      expect(await fixture.store.record("ann", "s", "k")).toEqual(text("3"));
    });

    it("takes the last of several changes of a key in one commit", async () => {
      const records = ["1", "2"].map((value) => ({ space: "s", key: "k", value: text(value) }));
      await fixture.store.commit({ owner: "ann", records });
      expect(await fixture.store.record("ann", "s", "k")).toEqual(text("2"));
    });

    it("removes a record", async () => {
      await set("k", "v");
      await set("k", undefined);
      expect(await fixture.store.record("ann", "s", "k")).toBeUndefined();
      expect(await listed()).toEqual([]);
    });

    it("removes what is not there without complaint", async () => {
      await set("k", undefined);
      expect((await fixture.store.verify()).damages).toEqual([]);
    });

    it("keeps a removal and a setting of one commit in their order", async () => {
      await set("k", "old");
      const change = (value: Uint8Array | undefined) => ({ space: "s", key: "k", value });
      await fixture.store.commit({ owner: "ann", records: [change(undefined), change(text("new"))] });
      expect(await fixture.store.record("ann", "s", "k")).toEqual(text("new"));
    });

    it("keeps spaces apart", async () => {
      await set("k", "1", "s");
      await set("k", "2", "s2");
      await set("k", "3", "s!");
      expect(await listed()).toEqual(["k"]);
      expect(await fixture.store.record("ann", "s!", "k")).toEqual(text("3"));
    });
  });

  describe("lists of records", () => {
    const behind = (key: string, list: readonly string[]) => list.slice(list.indexOf(key) + 1);
    const backwards = keys.toReversed();
    const ranges: [ListRange, readonly string[]][] = [
      [{}, keys],
      [{ reverse: true }, backwards],
      [{ limit: 3 }, keys.slice(0, 3)],
      [{ limit: 3, reverse: true }, backwards.slice(0, 3)],
      [{ limit: 0 }, []],
      [{ limit: -1 }, []],
      [{ after: "a" }, behind("a", keys)],
      [{ after: "a", limit: 2 }, behind("a", keys).slice(0, 2)],
      [{ after: "a", reverse: true }, behind("a", backwards)],
      [{ after: "aa" }, keys.slice(keys.indexOf("ab"))],
      [{ after: "\u{1f600}" }, []],
      [{ after: "!", reverse: true }, []],
      [{ after: "" }, keys],
      [{ prefix: "" }, keys],
      [{ prefix: "a" }, keys.filter((key) => key.startsWith("a"))],
      [{ prefix: "a!" }, ["a!", "a!b"]],
      [{ prefix: "b/" }, ["b/1", "b/2"]],
      [{ prefix: "b/", reverse: true }, ["b/2", "b/1"]],
      [{ prefix: "b/", after: "b/1" }, ["b/2"]],
      [{ prefix: "b/", after: "b/2" }, []],
      [{ prefix: "b/", after: "b/2", reverse: true }, ["b/1"]],
      [{ prefix: "b/", after: "a" }, ["b/1", "b/2"]],
      [{ prefix: "b/", after: "z" }, []],
      [{ prefix: "b/", after: "z", reverse: true }, ["b/2", "b/1"]],
      [{ prefix: "b/", after: "a", reverse: true }, []],
      [{ prefix: "c" }, []],
      [{ prefix: "\u{1f600}" }, ["\u{1f600}"]],
      [{ prefix: "\uffee" }, ["\uffee"]],
    ];
    for (const [range, expected] of ranges)
      it(`gives ${expected.length} keys in order of UTF-8 for ${JSON.stringify(range)}`, async () => {
        const shuffled = [...keys].sort((a, b) => ((a.length * 7) % 5) - ((b.length * 7) % 5) || (a < b ? 1 : -1));
        await fixture.store.commit({
          owner: "ann",
          records: shuffled.map((key) => ({ space: "s", key, value: text(key) })),
        });
        expect(await listed(range)).toEqual(expected);
      });

    it("gives 100 records when no limit is named", async () => {
      const records = Array.from({ length: 120 }, (_, n) => ({ space: "s", key: String(n), value: text("v") }));
      await fixture.store.commit({ owner: "ann", records });
      expect(await listed()).toHaveLength(100);
    });

    it("walks a space in pages without leaving out or repeating a key", async () => {
      await fixture.store.commit({ owner: "ann", records: keys.map((key) => ({ space: "s", key, value: text(key) })) });
      const seen: string[] = [];
      for (
        let page = await listed({ limit: 4 });
        page.length > 0;
        page = await listed({ limit: 4, after: seen.at(-1)! })
      )
        seen.push(...page);
      expect(seen).toEqual(keys);
    });
  });
};
