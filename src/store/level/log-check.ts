import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { dataLoss } from "../refusals.ts";
import { maskedCrc32c } from "./crc32c.ts";

/**
 * LevelDB's log format: blocks of 32 KiB, in them fragments of a header (masked CRC-32C 4 bytes, length 2, type 1, all
 * little-endian) and data. Types: 1 a whole record, 2 the first part of one, 3 a middle part, 4 the last.
 */
const blockBytes = 32_768;
const headerBytes = 7;
const typeWhole = 1;
const typeFirst = 2;
const typeLast = 4;

/**
 * Reads every log of the database before LevelDB does. LevelDB skips what does not fit its CRC without a word, and then
 * deletes the log; one flipped bit has cost 4,259 acknowledged keys that way. Errors: DATA_LOSS; the database is untouched.
 */
export const checkLogs = async (folder: string): Promise<void> => {
  const names = await readdir(folder);
  const logs = names.filter((name) => name.endsWith(".log"));
  // LevelDB keeps a log from its first moment on, also when closed, and does not miss it when it is gone.
  if (names.includes("CURRENT") && logs.length === 0) throw dataLoss("the log of the database is missing");
  for (const name of logs) {
    const at = damageOf(await readFile(join(folder, name)));
    if (at === undefined) continue;
    throw dataLoss(`the log ${name} is damaged at byte ${at}, before records that were acknowledged`, {
      file: name,
      offset: String(at),
    });
  }
};

/**
 * Where a log is damaged, or undefined. Unreadable bytes at the end are a batch that was being written when the process or
 * the power died, and were never acknowledged. Batches are written one after the other, each fsynced before the next is
 * begun: so if another record *begins* behind the unreadable bytes, those had been acknowledged.
 */
export const damageOf = (log: Uint8Array): number | undefined => {
  for (let at = 0; at < log.length; ) {
    const block = blockEnd(at);
    if (block - at < headerBytes) {
      at = block;
      continue;
    }
    const fragment = fragmentAt(log, at);
    if (!fragment) return beginsBehind(log, at + 1) ? at : undefined;
    at = fragment.end;
  }
  return undefined;
};

/**
 * Looks at every byte of the block at hand, since a damaged length hides where its other fragments begin; of later blocks
 * the beginning is known, and one that is unreadable is passed over whole.
 */
const beginsBehind = (log: Uint8Array, from: number): boolean => {
  const bytewiseEnd = blockEnd(from);
  for (let at = from; at + headerBytes <= log.length; ) {
    const fragment = fragmentAt(log, at);
    if (fragment && fragment.type <= typeFirst) return true;
    at = fragment?.end ?? (at < bytewiseEnd ? at + 1 : blockEnd(at));
  }
  return false;
};

/** Where the block ends that `at` is in. */
const blockEnd = (at: number): number => (Math.floor(at / blockBytes) + 1) * blockBytes;

/** The fragment whose header stands at `at`, if its CRC fits. */
const fragmentAt = (log: Uint8Array, at: number): { type: number; end: number } | undefined => {
  const view = new DataView(log.buffer, log.byteOffset, log.byteLength);
  if (at + headerBytes > log.length) return undefined;
  const type = view.getUint8(at + 6);
  const end = at + headerBytes + view.getUint16(at + 4, true);
  if (type < typeWhole || type > typeLast || end > log.length || end > blockEnd(at)) return undefined;
  return maskedCrc32c(log.subarray(at + 6, end)) === view.getUint32(at, true) ? { type, end } : undefined;
};

/** The records of a log that are there whole, in order, with where each ends: what stands before and behind unreadable bytes. */
export function* recordsIn(log: Uint8Array): Generator<{ record: Uint8Array; end: number }> {
  let parts: Uint8Array[] | undefined;
  for (let at = 0; at + headerBytes <= log.length; ) {
    if (blockEnd(at) - at < headerBytes) {
      at = blockEnd(at);
      continue;
    }
    const fragment = fragmentAt(log, at);
    if (!fragment) {
      // A damaged length hides where the next fragment begins: it is looked for byte by byte.
      [parts, at] = [undefined, at + 1];
      continue;
    }
    const content = log.subarray(at + headerBytes, fragment.end);
    if (fragment.type <= typeFirst) parts = [];
    parts?.push(content);
    if (parts && (fragment.type === typeWhole || fragment.type === typeLast)) {
      yield { record: parts.length === 1 ? content : Buffer.concat(parts), end: fragment.end };
      parts = undefined;
    }
    at = fragment.end;
  }
}
