import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { maskedCrc32c } from "../../../src/store/level/crc32c.ts";
import type { Store } from "../../../src/store/store.ts";
import { text } from "../../contract/store-samples.ts";
import { behindItsBack, crashCopy, newFolder, openIn } from "../folders.ts";

const keys = Array.from({ length: 40 }, (_, n) => `key${n}`);

/** A folder with 40 records in one table of LevelDB, and that table's path. */
const compacted = async (): Promise<[string, string]> => {
  const dir = newFolder();
  const store = await openIn(dir);
  await store.commit({ owner: "ann", records: keys.map((key) => ({ space: "s", key, value: text(key.repeat(100)) })) });
  await store.close();
  await behindItsBack(dir, (db) => (db as unknown as Compactable).compactRange("", "~"));
  const tables = (await readdir(join(dir, "db"))).filter((name) => name.endsWith(".ldb"));
  expect(tables).toHaveLength(1);
  return [dir, join(dir, "db", tables[0]!)];
};

interface Compactable {
  compactRange(start: string, end: string): Promise<void>;
}

interface Block {
  readonly start: number;
  readonly end: number;
}

/** Blocks as LevelDB's table format names them: offset and size as varints, one handle after the other. */
const blocksAt = (table: Buffer, from: number, count: number): Block[] => {
  let at = from;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = table[at++]!;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  return Array.from({ length: count }, () => {
    const start = varint();
    return { start, end: start + varint() };
  });
};

const filterName = "filter.leveldb.BuiltinBloomFilter2";

/** The Bloom filter; its handle follows its name. */
const filterOf = (table: Buffer): Block => blocksAt(table, table.indexOf(filterName) + filterName.length, 1)[0]!;

/** The index of blocks; the second handle of the footer, which is 48 bytes long. */
const indexOf = (table: Buffer): Block => blocksAt(table, table.length - 48, 2)[1]!;

/** What a damaged folder says: refused at open, or how many records look absent and what `verify` reports. */
const look = async (dir: string): Promise<{ missing: number; damages: readonly string[] } | "refused"> => {
  const store: Store | undefined = await openIn(dir).catch(() => undefined);
  if (!store) return "refused";
  let missing = 0;
  for (const key of keys) if (!(await store.record("ann", "s", key).catch(() => text("refused")))) missing += 1;
  const { damages } = await store.verify();
  await store.close();
  return { missing, damages };
};

/** Each damaged copy either shows the damage or lacks nothing; gives how many had records that lookups did not find. */
const countHidden = async (block: (table: Buffer) => Block, step: number, damage: (byte: number) => number) => {
  const [dir, path] = await compacted();
  const table = await readFile(path);
  const { start, end } = block(table);
  let hidden = 0;
  for (let at = start; at < end; at += step) {
    const copy = Buffer.from(table);
    copy[at] = damage(copy[at]!);
    // As a compaction leaves it: what is damaged has a sound checksum.
    copy.writeUInt32LE(maskedCrc32c(copy.subarray(start, end + 1)), end + 1);
    const found = await look(await copyWith(dir, path, copy));
    if (found === "refused" || found.missing === 0) continue;
    hidden += 1;
    expect(found.damages, `byte ${at - start} of the block`).not.toEqual([]);
  }
  return hidden;
};

describe("a key that lookups do not find although it is stored", () => {
  it("is reported by verify when the Bloom filter lost bits", async () => {
    expect(await countHidden(filterOf, 5, () => 0)).toBeGreaterThan(0);
  });

  it("is reported by verify when the index of blocks names other keys", async () => {
    expect(await countHidden(indexOf, 3, (byte) => byte ^ 1)).toBeGreaterThan(0);
  });
});

const copyWith = async (dir: string, path: string, table: Buffer): Promise<string> => {
  const copy = await crashCopy(dir);
  await writeFile(join(copy, path.slice(dir.length + 1)), table);
  return copy;
};
