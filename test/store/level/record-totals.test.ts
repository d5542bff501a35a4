import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { idempotencyKey, recordKey } from "../../../src/store/level/keys.ts";
import type { Store } from "../../../src/store/store.ts";
import { payload, reasonOf, text } from "../../contract/store-samples.ts";
import { behindItsBack, newFolder, openIn } from "../folders.ts";

const set = (store: Store, key: string, value: string | undefined) =>
  store.commit({
    owner: "ann",
    records: [{ space: "s", key, value: value === undefined ? undefined : text(value) }],
  });

const damagesIn = async (dir: string): Promise<readonly string[]> => {
  const store = await openIn(dir);
  const { damages } = await store.verify();
  await store.close();
  return damages;
};

/** The value under a key as it is stored now. */
const storedIn = async (dir: string, key: string): Promise<Uint8Array> => {
  let value: Uint8Array | undefined;
  await behindItsBack(dir, async (db) => {
    value = Uint8Array.from((await db.get(key))!);
  });
  return value!;
};

describe("totals of derived records", () => {
  it("show a record that is gone", async () => {
    const dir = newFolder();
    const store = await openIn(dir);
    for (const key of ["a", "b"]) await set(store, key, "v");
    await store.close();
    expect(await damagesIn(dir)).toEqual([]);
    await behindItsBack(dir, (db) => db.del(recordKey("ann", "s", "a")));
    expect((await damagesIn(dir)).join()).toContain("recordCount");
  });

  it("show a record that was removed and has come back, and an older value that has come back", async () => {
    for (const next of [undefined, "new"]) {
      const dir = newFolder();
      const before = await openIn(dir);
      await set(before, "a", "old");
      await before.close();
      const old = await storedIn(dir, recordKey("ann", "s", "a"));
      const store = await openIn(dir);
      await set(store, "a", next);
      await store.close();
      expect(await damagesIn(dir)).toEqual([]);
      await behindItsBack(dir, (db) => db.put(recordKey("ann", "s", "a"), old));
      expect((await damagesIn(dir)).join()).toContain("sealsSum");
    }
  });

  it("show a command whose answer has gone back to in progress", async () => {
    const dir = newFolder();
    const command = { key: "c", payloadDigest: payload };
    const before = await openIn(dir);
    await before.commit({ owner: "ann", idempotency: command });
    await before.close();
    const begun = await storedIn(dir, idempotencyKey("ann", "c"));
    const store = await openIn(dir);
    await store.commit({ owner: "ann", idempotency: { ...command, answer: text("done") } });
    await store.close();
    expect(await damagesIn(dir)).toEqual([]);
    await behindItsBack(dir, (db) => db.put(idempotencyKey("ann", "c"), begun));
    expect((await damagesIn(dir)).join()).toContain("sealsSum");
  });

  it("fit whatever is set, overwritten and removed, one by one or together, with reopenings in between", async () => {
    const change = fc.record({
      space: fc.constantFrom("s", "t"),
      key: fc.constantFrom("a", "b", "c"),
      value: fc.option(fc.uint8Array({ maxLength: 3 }), { nil: undefined }),
    });
    const step = fc.oneof(
      fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 3 }),
      fc.constant("reopen" as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        const dir = newFolder();
        let store = await openIn(dir);
        for (const one of steps) {
          if (one !== "reopen") await Promise.all(one.map((records) => store.commit({ owner: "ann", records })));
          else {
            await store.close();
            store = await openIn(dir);
          }
          expect((await store.verify()).damages).toEqual([]);
        }
        await store.close();
      }),
      { numRuns: 25 },
    );
  });

  it("are not touched by a commit that is refused", async () => {
    const store = await openIn(newFolder());
    const records = [{ space: "s", key: "a", value: text("v") }];
    const fence = { key: "nobody's", value: 1n };
    await expect(store.commit({ owner: "ann", records, fence })).rejects.toMatchObject({ reason: "FENCED" });
    expect(await store.verify()).toEqual({ events: 0, blobs: 0, records: 0, damages: [] });
    await store.close();
  });

  it("are compared at open with the checkpoint taken at the same batch", async () => {
    const [dir, other] = [newFolder(), newFolder()];
    for (const [folder, value] of [
      [dir, "ours"],
      [other, "theirs"],
    ] as const) {
      const store = await openIn(folder);
      await set(store, "a", value);
      await store.close();
    }
    await rm(join(dir, "db"), { recursive: true });
    await cp(join(other, "db"), join(dir, "db"), { recursive: true });
    expect(await reasonOf(openIn(dir))).toBe("DATA_LOSS");
  });
});
