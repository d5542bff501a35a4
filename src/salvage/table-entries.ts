import { endOfChecked } from "../store/level/crc32c.ts";
import {
  type Block,
  contentOf,
  footerBytes,
  handlesOf,
  isWhole,
  leadingBlocks,
  placesIn,
  trailerBytes,
} from "../store/level/table-check.ts";

/** One version of a key as LevelDB keeps it. */
export interface Version {
  readonly key: string;
  /** Which write it is of: the greatest is the newest. */
  readonly sequence: number;
  /** Absent: this write took the key away. */
  readonly value?: Uint8Array;
}

/** What of a table could be read. */
export interface ReadTable {
  readonly blocks: readonly Block[];
  /** Where blocks begin that are damaged. */
  readonly damagedAt: readonly number[];
}

/** The blocks of a table that are what they were when they were written; by its index, or where that is hurt, one behind the other. */
export const blocksOf = (table: Uint8Array): ReadTable => {
  const named = namedBlocks(table);
  if (!named) return blocksInARow(table);
  const isHere = new Map(named.map((block) => [block, isWhole(table, block)]));
  return {
    blocks: named.filter((block) => isHere.get(block)),
    damagedAt: named.filter((block) => !isHere.get(block)).map(({ from }) => from),
  };
};

/** The versions in a block, in order of key. Throws a RangeError on what is no block of data. */
export function* versionsIn(table: Uint8Array, block: Block): Generator<Version> {
  const content = contentOf(table, block);
  let before: Buffer = Buffer.alloc(0);
  for (const { shared, own, from, end } of placesIn(content)) {
    if (shared > before.length || end > content.length) throw new RangeError("an entry ends behind its block");
    before = Buffer.concat([before.subarray(0, shared), content.subarray(own, from)]);
    yield versionOf(before, content.subarray(from, end));
  }
}

/** A key is followed by eight bytes: what the write did, 0 took away and 1 set, and its number. */
const versionOf = (internal: Buffer, value: Uint8Array): Version => {
  const at = internal.length - 8;
  if (at < 0 || internal[at]! > 1) throw new RangeError("an entry has no number");
  const sequence = internal.readUIntLE(at + 1, 6) + internal[at + 7]! * 2 ** 48;
  const key = internal.toString("utf8", 0, at);
  return internal[at] === 0 ? { key, sequence } : { key, sequence, value };
};

const namedBlocks = (table: Uint8Array): Block[] | undefined => {
  let named: Block[] | undefined;
  holds(() => {
    const index = leadingBlocks(table)?.[1];
    named = index && isWhole(table, index) ? handlesOf(contentOf(table, index)) : undefined;
    return true;
  });
  return named;
};

/** Without an index nothing says how long a block is: where the bytes so far fit the check behind them, it ends. The first that is damaged hides all behind it. */
const blocksInARow = (table: Uint8Array): ReadTable => {
  const blocks: Block[] = [];
  for (let from = 0; from < table.length; ) {
    const end = endOfBlock(table, from);
    if (end === undefined)
      return { blocks: blocks.filter(isOfData(table)), damagedAt: from < table.length - footerBytes ? [from] : [] };
    blocks.push({ from, size: end - 1 - from });
    from = end - 1 + trailerBytes;
  }
  return { blocks: blocks.filter(isOfData(table)), damagedAt: [] };
};

const endOfBlock = (table: Uint8Array, from: number): number | undefined => {
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  return endOfChecked(
    table,
    from,
    // The byte before the check says how the block is packed: not at all, or by Snappy.
    (end, check) => table[end - 1]! <= 1 && end + 4 <= table.length && view.getUint32(end, true) === check,
  );
};

/** Filters and indexes lie in a row with the data: neither is a block of versions, and an index begins by naming the first block. */
const isOfData =
  (table: Uint8Array) =>
  (block: Block, _at: number, [first]: readonly Block[]): boolean =>
    holds(() => [...versionsIn(table, block)].length > 0) &&
    (block === first || !holds(() => handlesOf(contentOf(table, block))[0]?.size === first?.size));

const holds = (question: () => boolean): boolean => {
  try {
    return question();
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
};
