import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { viewOf } from "#kit/data-view.ts";
import { maskedCrc32c } from "./crc32c.ts";
import { liveTables } from "./live-tables.ts";
import { unpackSnappy, varintAt } from "./snappy.ts";

/** LevelDB's table format: blocks, each before a byte for how it is packed and its masked CRC-32C; the last 48 bytes lead to them. */
export const trailerBytes = 5;
export const footerBytes = 48;
const magic = 0xdb4775248b80fb57n;

/**
 * Reads every table of a database and compares every block with its checksum, which LevelDB as it is embedded here never does: a
 * flipped bit in a key can hide entries from a list, and one in a block that is compacted ends the process.
 *
 * @returns one sentence for each damaged table
 */
export const checkTables = async (folder: string): Promise<string[]> => damagesOf(folder, await liveTables(folder));

/** The same for some of its tables; one that LevelDB removes meanwhile is passed over. */
export const damagesOf = async (folder: string, names: readonly string[]): Promise<string[]> => {
  const damages: string[] = [];
  for (const name of names) {
    const table = await readFile(join(folder, name)).catch(absent);
    const at = table && tableDamage(table);
    if (at !== undefined) damages.push(`the table ${name} is damaged in the block at byte ${at}`);
  }
  return damages;
};

/** Where the first block begins that is not what it was when it was written, or undefined. */
export const tableDamage = (table: Uint8Array): number | undefined => {
  const footer = Math.max(0, table.length - footerBytes);
  try {
    const leading = leadingBlocks(table);
    if (!leading) return footer;
    const [filters, index] = leading;
    for (const block of [index, filters]) if (!isWhole(table, block)) return block.from;
    const named = [index, filters].flatMap((block) => handlesOf(contentOf(table, block)));
    const damaged = named.find((block) => !isWhole(table, block));
    if (damaged) return damaged.from;
    return isCovered(table, [filters, index, ...named]) ? undefined : footer;
  } catch (error) {
    if (error instanceof RangeError) return footer;
    throw error;
  }
};

/** Where the index of filters and that of data stand; undefined where the end of the table is not that of one. Throws a RangeError on a number that does not end. */
export const leadingBlocks = (table: Uint8Array): [filters: Block, index: Block] | undefined => {
  if (table.length < footerBytes || viewOf(table).getBigUint64(table.length - 8, true) !== magic) return undefined;
  return handlesIn(table, table.length - footerBytes, 2) as [Block, Block];
};

/** A block without what follows it. */
export interface Block {
  readonly from: number;
  readonly size: number;
}

/** Whether a block is what it was when it was written. */
export const isWhole = (table: Uint8Array, { from, size }: Block): boolean => {
  const end = from + size;
  if (end + trailerBytes > table.length) return false;
  return maskedCrc32c(table.subarray(from, end + 1)) === viewOf(table).getUint32(end + 1, true);
};

/** No byte of the file lies outside what was checked: a footer that leads elsewhere would hide blocks. */
const isCovered = (table: Uint8Array, blocks: readonly Block[]): boolean =>
  blocks.reduce((sum, { size }) => sum + size + trailerBytes, 0) === table.length - footerBytes;

/** A block, unpacked. Throws a RangeError on what is no block. */
export const contentOf = (table: Uint8Array, { from, size }: Block): Uint8Array => {
  const content = table.subarray(from, from + size);
  return table[from + size] === 0 ? content : unpackSnappy(content);
};

/** The blocks that the entries of an index name. */
export const handlesOf = (content: Uint8Array): Block[] =>
  [...placesIn(content)].flatMap(({ from }) => handlesIn(content, from, 1));

/** Where the parts of an entry stand: how much of the key before it shares, where its own part begins, where its value begins and ends. */
export interface EntryPlace {
  readonly shared: number;
  readonly own: number;
  readonly from: number;
  readonly end: number;
}

/** The entries of a block. Each: shared and own length of its key, length of its value, key, value. Throws a RangeError on what is no block. */
export function* placesIn(content: Uint8Array): Generator<EntryPlace> {
  if (content.length < 4) throw new RangeError("the block has no end");
  const restarts = viewOf(content).getUint32(content.length - 4, true);
  const end = content.length - 4 - restarts * 4;
  for (let at = 0; at < end; ) {
    const shared = varintAt(content, at);
    const own = varintAt(content, shared.next);
    const value = varintAt(content, own.next);
    const from = value.next + own.value;
    at = from + value.value;
    yield { shared: shared.value, own: value.next, from, end: at };
  }
}

const handlesIn = (bytes: Uint8Array, from: number, count: number): Block[] => {
  const blocks: Block[] = [];
  for (let at = from; blocks.length < count; ) {
    const offset = varintAt(bytes, at);
    const size = varintAt(bytes, offset.next);
    blocks.push({ from: offset.value, size: size.value });
    at = size.next;
  }
  return blocks;
};

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== "ENOENT") throw error;
};
