import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { checkTables, tableDamage } from "../../../src/store/level/table-check.ts";
import { text } from "../../contract/store-samples.ts";
import { behindItsBack, crashCopy, newFolder, openIn, removeFoldersAfterwards } from "../folders.ts";

removeFoldersAfterwards();

interface Compactable {
  compactRange(start: string, end: string): Promise<void>;
}

let folder = "";
let path = "";
let table: Buffer;

/** A table of several blocks, packed ones and others, with a Bloom filter. */
beforeAll(async () => {
  const dir = await newFolder();
  const store = await openIn(dir);
  for (let n = 0; n < 40; n += 1)
    await store.commit({
      owner: "ann",
      records: [{ space: "s", key: `key${n}`, value: text(`value ${n} `.repeat(60)) }],
      blobs: [Uint8Array.from({ length: 700 }, (_, at) => (at * at * (n + 7)) % 251)],
    });
  await store.close();
  await behindItsBack(dir, (db) => (db as unknown as Compactable).compactRange("", "~"));
  folder = join(dir, "db");
  const [name] = (await readdir(folder)).filter((entry) => entry.endsWith(".ldb"));
  path = join(folder, name!);
  table = await readFile(path);
});

describe("the check of LevelDB's tables", () => {
  it("finds nothing in what LevelDB wrote", async () => {
    expect(table.length).toBeGreaterThan(15_000);
    expect(await checkTables(folder)).toEqual([]);
  });

  it("finds a flipped bit in every byte that is not padding", () => {
    const unseen: number[] = [];
    for (let at = 0; at < table.length; at += 7) {
      const damaged = Buffer.from(table);
      damaged[at]! ^= 1 << (at & 7);
      if (tableDamage(damaged) === undefined) unseen.push(at);
    }
    // The footer's handles take fewer bytes than there is room for.
    expect(unseen.filter((at) => at < table.length - 48)).toEqual([]);
  });

  it("finds a table that was cut, emptied or has grown", () => {
    for (const length of [0, 10, 47, 48, 1_000, table.length - 1])
      expect(tableDamage(table.subarray(0, length)), `${length} bytes`).toBeDefined();
    expect(tableDamage(Buffer.concat([Buffer.of(0), table]))).toBeDefined();
  });

  it("names the table and the place", async () => {
    const damaged = Buffer.from(table);
    damaged[5_000]! ^= 4;
    await writeFile(path, damaged);
    const [sentence, ...others] = await checkTables(folder);
    expect(sentence).toMatch(/^the table \d+\.ldb is damaged in the block at byte \d+$/);
    expect(others).toEqual([]);
    await writeFile(path, table);
  });

  it("is part of verify, and is told once of an open store whose reads all look whole", async () => {
    const { dir, found } = await withHiddenRecord();
    const told: string[] = [];
    const read: number[] = [];
    const store = await openIn(dir, {
      onDamage: (sentence) => told.push(sentence),
      onScrubbed: (damages) => read.push(damages),
    });
    expect(await store.list("ann", "s")).toHaveLength(found);
    await vi.waitFor(() => expect(told).toHaveLength(1), { timeout: 60_000 });
    await vi.waitFor(() => expect(read).toEqual([1]), { timeout: 60_000 });
    expect((await store.verify()).damages).toContain(told[0]);
    await store.close();
  });

  it("refuses the folder when the process ended twice without a close, since LevelDB may end it again", async () => {
    const { dir } = await withHiddenRecord();
    await writeFile(join(dir, "open"), "2\n");
    await expect(openIn(dir)).rejects.toMatchObject({ reason: "DATA_LOSS", message: expect.stringContaining("table") });
    await writeFile(join(dir, "open"), "1\n");
    await (await openIn(dir)).close();
  });
});

/** A copy of the folder with a bit flipped so that a list gives fewer records than there are, and how many it gives. */
const withHiddenRecord = async (): Promise<{ dir: string; found: number }> => {
  const name = path.slice(join(folder, "..").length + 1);
  for (let at = table.indexOf("key1"); at < table.length - 48; at += 1) {
    const dir = await crashCopy(join(folder, ".."));
    const damaged = Buffer.from(table);
    damaged[at]! ^= 1;
    await writeFile(join(dir, name), damaged);
    const store = await openIn(dir);
    const found = await store.list("ann", "s").catch(() => []);
    await store.close();
    if (found.length > 0 && found.length < 40) return { dir, found: found.length };
  }
  throw new Error("no bit hides a record");
};
