import { readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Store } from "../../../../src/store/store.ts";
import { append, bodies, first, reasonOf, text } from "../../../contract/store-samples.ts";
import { crashCopy, newFolder, openIn } from "../../folders.ts";

const keysOf = (dir: string): string => join(dir, "scope-keys", "keys");

/** Two runs, whose keys are 1 and 2, and a document, whose key is 3. */
const filled = async (dir: string): Promise<void> => {
  const store = await openIn(dir);
  for (const run of ["run1", "run2"]) await append(store, "ann", run, ["a", "b"]);
  await store.commit({ owner: "ann", scopes: [{ scope: "doc", blobs: [text("paper")] }] });
  await store.close();
};

const flipAt = async (path: string, at: number): Promise<void> => {
  const bytes = await readFile(path);
  bytes[at]! ^= 4;
  await writeFile(path, bytes);
};

const during = async <T>(dir: string, work: (store: Store) => Promise<T>, told: string[] = []): Promise<T> => {
  const store = await openIn(dir, { onDamage: (sentence) => told.push(sentence) });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
};

describe("the file of keys", () => {
  it("can be read by its account alone", async () => {
    const dir = newFolder();
    await filled(dir);
    expect((await stat(keysOf(dir))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dir, "scope-keys"))).mode & 0o777).toBe(0o700);
  });

  it("is missed, by name, when it is gone or cut short", async () => {
    for (const damage of [(path: string) => rm(path), (path: string) => truncate(path, 128)]) {
      const dir = newFolder();
      await filled(dir);
      await damage(keysOf(dir));
      const refusal = await openIn(dir).catch((error: unknown) => error as Error);
      expect(refusal).toMatchObject({ reason: "DATA_LOSS", message: expect.stringContaining(keysOf(dir)) });
    }
  });

  it("tells of a flipped bit in any byte of a slot, costs that scope alone, and heals when it is put back", async () => {
    const dir = newFolder();
    await filled(dir);
    const whole = await readFile(keysOf(dir));
    for (let at = 128; at < 192; at += 5) {
      await flipAt(keysOf(dir), at);
      const told: string[] = [];
      await during(
        dir,
        async (store) => {
          expect(await reasonOf(store.read("ann", "run2")), `byte ${at}`).toBe("DATA_LOSS");
          expect(await reasonOf(append(store, "ann", "run2", ["c"])), `byte ${at}`).toBe("DATA_LOSS");
          expect(bodies(await store.read("ann", "run1"))).toEqual(["a", "b"]);
          const { damages } = await store.verify();
          expect(damages.some((sentence) => sentence.includes("the key 2 in scope-keys/keys"))).toBe(true);
        },
        told,
      );
      expect(told.some((sentence) => sentence.includes("the key 2"))).toBe(true);
      await writeFile(keysOf(dir), whole);
    }
    await during(dir, async (store) => expect((await store.verify()).damages).toEqual([]));
  });

  it("tells where another store's file stands in its place", async () => {
    const [dir, other] = [newFolder(), newFolder()];
    await filled(dir);
    await filled(other);
    await writeFile(keysOf(dir), await readFile(keysOf(other)));
    expect(await reasonOf(openIn(dir))).toBe("DATA_LOSS");
  });

  it("loses a destroyed key again where an older file was put back", async () => {
    const dir = newFolder();
    await filled(dir);
    const older = await readFile(keysOf(dir));
    await during(dir, (store) => store.commit({ owner: "ann", erase: [{ scope: "run2" }] }));
    expect((await readFile(keysOf(dir))).subarray(128, 192)).toEqual(Buffer.alloc(64));
    await writeFile(keysOf(dir), older);
    await during(dir, async (store) => expect((await store.verify()).damages).toEqual([]));
    expect((await readFile(keysOf(dir))).subarray(128, 192)).toEqual(Buffer.alloc(64));
  });

  it("is made anew from where a batch of keys was cut off, since none of those was given", async () => {
    const dir = newFolder();
    await filled(dir);
    await truncate(keysOf(dir), 64 * 40 + 17);
    await during(dir, async (store) => {
      for (let run = 0; run < 200; run += 1) await store.commit(first("ann", `more${run}`));
      expect((await store.verify()).damages).toEqual([]);
    });
    await during(dir, async (store) => expect((await store.verify()).damages).toEqual([]));
  });

  it("has a key ready for as many scopes as begin at once", async () => {
    const dir = newFolder();
    const store = await openIn(dir);
    const runs = Array.from({ length: 1_500 }, (_, n) => `run${n}`);
    await Promise.all(runs.map((run) => store.commit(first("ann", run))));
    const copy = await crashCopy(dir);
    await store.close();
    await during(copy, async (again) => {
      expect((await again.verify()).damages).toEqual([]);
      expect(bodies(await again.read("ann", "run1499"))).toEqual(["first"]);
    });
    const slots = await readFile(keysOf(copy));
    const keys = runs.map((_, n) => slots.subarray(64 * (n + 1) + 8, 64 * (n + 1) + 40).toString("hex"));
    expect(new Set(keys).size).toBe(1_500);
  });
});
