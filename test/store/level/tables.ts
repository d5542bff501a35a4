import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { maskedCrc32c } from "../../../src/store/level/crc32c.ts";
import { contentOf, handlesOf, leadingBlocks } from "../../../src/store/level/table-check.ts";
import { text } from "../../contract/store-samples.ts";
import { behindItsBack, crashCopy, newFolder, openIn } from "../folders.ts";

/** What lies in the folder of `tabled`: 40 records of one space and as many artifacts. */
export const recordCount = 40;

/** A folder with one table of several blocks, packed ones and others, with a Bloom filter; the table's name and bytes. */
export const tabled = async (): Promise<{ dir: string; name: string; table: Buffer }> => {
  const dir = newFolder();
  const store = await openIn(dir);
  for (let n = 0; n < recordCount; n += 1)
    await store.commit({
      owner: "ann",
      records: [{ space: "s", key: `key${n}`, value: text(`value ${n} `.repeat(60)) }],
      blobs: [Uint8Array.from({ length: 700 }, (_, at) => (at * at * (n + 7)) % 251)],
    });
  await store.close();
  await behindItsBack(dir, (db) => (db as unknown as Compactable).compactRange("", "~"));
  const [name] = (await readdir(join(dir, "db"))).filter((entry) => entry.endsWith(".ldb"));
  return { dir, name: name!, table: await readFile(join(dir, "db", name!)) };
};

interface Compactable {
  compactRange(start: string, end: string): Promise<void>;
}

/** A copy of the folder with other bytes of its table. */
export const withTable = async (dir: string, name: string, table: Uint8Array): Promise<string> => {
  const copy = await crashCopy(dir);
  await writeFile(join(copy, "db", name), table);
  return copy;
};

/** The table with the checksums that its blocks would have, had a compaction copied what is damaged. */
export const soundAgain = (table: Buffer): Buffer => {
  const sound = Buffer.from(table);
  const [filters, index] = leadingBlocks(table)!;
  for (const { from, size } of [filters, index, ...handlesOf(contentOf(table, index))])
    sound.writeUInt32LE(maskedCrc32c(table.subarray(from, from + size + 1)), from + size + 1);
  return sound;
};

/** A copy of the folder whose checksums hold, with a bit flipped so that a list gives fewer records than there are, and how many it gives. */
export const withHiddenRecord = async (
  { dir, name, table }: { dir: string; name: string; table: Buffer },
  finish: (damaged: Buffer) => Buffer,
): Promise<{ dir: string; found: number }> => {
  for (let at = table.indexOf("key1"); at < table.length - 48; at += 1) {
    const damaged = Buffer.from(table);
    damaged[at]! ^= 1;
    const sound = await withTable(dir, name, soundAgain(damaged));
    const store = await openIn(sound).catch(() => undefined);
    const found = (await store?.list("ann", "s").catch(() => [])) ?? [];
    await store?.close();
    if (found.length > 0 && found.length < recordCount)
      return { dir: await withTable(dir, name, finish(damaged)), found: found.length };
  }
  throw new Error("no bit hides a record");
};
