import { describe, expect, it } from "vitest";
import { entryKey, listKey, ownerKey } from "../../../src/store/level/keys.ts";
import type { Store } from "../../../src/store/store.ts";
import { reasonOf, text } from "../../contract/store-samples.ts";
import { behindItsBack, flip, newFolder, openIn } from "../folders.ts";

const names = Array.from({ length: 8 }, (_, n) => `k${n}`);
const wanted = names.filter((name) => name !== "k2").map((key) => ({ key, value: text(key) }));

/** A folder with a list of eight entries, the third of which was taken out. */
const filled = async (): Promise<string> => {
  const dir = newFolder();
  const store = await openIn(dir);
  await store.commit({ owner: "ann", entries: names.map((key) => ({ list: "l", key, value: text(key) })) });
  await store.commit({ owner: "ann", entries: [{ list: "l", key: "k2", value: undefined }] });
  await store.close();
  return dir;
};

const listed = async (store: Store, range = {}) => (await store.entries("ann", "l", range)).map(({ key }) => key);

type Damage = Parameters<typeof behindItsBack>[1];

const number = listKey("ann", "l", 5);
const entry = entryKey("ann", "l", "k4");
const moved = async (db: Parameters<Damage>[0], from: string, to: string) => {
  const value = await db.get(from);
  await db.del(from);
  await db.put(to, value!);
};

const damages: Record<string, Damage> = {
  "a number is gone": (db) => db.del(number),
  "a number has wandered to another key": (db) => moved(db, number, number.replace("!n!l!", "!n!m!")),
  "a number has wandered behind the last": (db) => moved(db, number, listKey("ann", "l", 9)),
  "a number is damaged": (db) => flip(db, number, 12),
  "an entry is gone": (db) => db.del(entry),
  "an entry has wandered to another key": (db) => moved(db, entry, `${entry}x`),
  "an entry is damaged": (db) => flip(db, entry, 12),
  "an entry and its number are gone": async (db) => {
    await db.del(entry);
    await db.del(number);
  },
  "the first number is gone": (db) => db.del(listKey("ann", "l", 1)),
  "the last number is gone": (db) => db.del(listKey("ann", "l", 8)),
  "what was taken out left no marker": (db) => db.del(listKey("ann", "l", 3)),
};

describe("a list on disk", () => {
  for (const [what, damage] of Object.entries(damages))
    it(`is not given where ${what}, told of by verify, and whole once it is mended`, async () => {
      const dir = await filled();
      await behindItsBack(dir, damage);
      const store = await openIn(dir);
      expect(await reasonOf(listed(store))).toBe("DATA_LOSS");
      expect(await reasonOf(listed(store, { reverse: true }))).toBe("DATA_LOSS");
      expect((await store.verify()).damages).not.toEqual([]);
      expect(await store.mendList("ann", "l", wanted, 0n)).toBe(1);
      expect((await listed(store)).toSorted()).toEqual(wanted.map(({ key }) => key));
      expect(await store.mendList("ann", "l", wanted, 0n)).toBe(0);
      // What has wandered lies about under another key, until the store is put right as a whole.
      if (!what.includes("wandered")) expect((await store.verify()).damages).toEqual([]);
      await store.close();
      const again = await openIn(dir);
      expect(await listed(again)).toHaveLength(7);
      await again.close();
    });

  it("is given up to the hole by pages that do not reach it", async () => {
    const dir = await filled();
    await behindItsBack(dir, (db) => db.del(number));
    const store = await openIn(dir);
    expect(await listed(store, { limit: 3 })).toEqual(["k0", "k1", "k3"]);
    expect(await reasonOf(listed(store, { limit: 4 }))).toBe("DATA_LOSS");
    expect(await listed(store, { after: 5 })).toEqual(["k5", "k6", "k7"]);
    await store.close();
  });

  it("keeps the numbers of what was whole, and of what either place still tells", async () => {
    const dir = await filled();
    await behindItsBack(dir, async (db) => {
      await db.del(number);
      await db.del(entryKey("ann", "l", "k6"));
    });
    const store = await openIn(dir);
    expect(await store.mendList("ann", "l", wanted, 0n)).toBe(2);
    expect(await listed(store)).toEqual(wanted.map(({ key }) => key));
    await store.close();
  });

  it("cannot be forgotten as a whole", async () => {
    const dir = await filled();
    await behindItsBack(dir, (db) => flip(db, ownerKey("ann"), 8));
    const store = await openIn(dir);
    expect(await reasonOf(listed(store))).toBe("DATA_LOSS");
    await store.close();
    await behindItsBack(dir, (db) => db.del(ownerKey("ann")));
    const without = await openIn(dir);
    expect(await reasonOf(listed(without))).toBe("DATA_LOSS");
    await without.close();
  });

  it("is whole for whoever reads it while entries come and go", async () => {
    const store = await openIn(newFolder());
    const change = (key: string, value: Uint8Array | undefined) =>
      store.commit({ owner: "ann", entries: [{ list: "l", key, value }] });
    let isDone = false;
    const writing = (async () => {
      for (let n = 0; n < 300; n += 1) {
        await change(`k${n}`, text("v"));
        if (n >= 3) await change(`k${n - 3}`, undefined);
      }
    })().finally(() => {
      isDone = true;
    });
    while (!isDone) {
      expect((await listed(store)).length).toBeLessThanOrEqual(4);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await writing;
    expect(await listed(store)).toEqual(["k297", "k298", "k299"]);
    expect((await store.verify()).damages).toEqual([]);
    await store.close();
  });
});
