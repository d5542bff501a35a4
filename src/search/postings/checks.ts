import { crc32 } from "node:zlib";
import { TornBlockError } from "./posting-bytes.ts";

/**
 * Checks of an index file. Every row has the CRC-32 of all that it says, its key too; of each table that is asked for what stands nowhere
 * the file keeps how many rows there are and what their checks come to, so that a row that is gone shows as well. They tell damage, not
 * intent: whoever can write the file can write its checks.
 */

/** What the checks of rows with this key begin with. */
export const keyCheck = (key: string): number => crc32(key);

/** The check of a row, by the check of its key; `number`: an integer from 0 to 2^32 - 1. */
export const checkOf = (key: number, number: number, bytes: Uint8Array): number =>
  (crc32(bytes, key) ^ Math.imul(number, spread)) >>> 0;

/**
 * The check of bytes as they are stored, encrypted, by two numbers that say where, from 0 to 2^32 - 1: a signed integer of 32 bits. It tells
 * nobody anything of what is encrypted, and is held without decrypting.
 */
export const storedCheck = (number: number, first: number, stored: Uint8Array): number =>
  crc32(stored, number) ^ Math.imul(first, spread);

/** Whether a value of a row is the bytes of which this is the check. */
export const isStored = (check: unknown, number: number, first: number, stored: unknown): stored is Uint8Array =>
  stored instanceof Uint8Array && storedCheck(number, first, stored) === check;

/** Odd, so that no two numbers come to the same. */
const spread = 0x9e3779b1;

const checkBytes = 4;

/** Bytes as they are stored: with their check behind them. */
export const withCheck = (bytes: Uint8Array, check: number): Uint8Array => {
  const stored = Buffer.allocUnsafe(bytes.length + checkBytes);
  stored.set(bytes);
  stored.writeUInt32LE(check, bytes.length);
  return stored;
};

const checkIn = (stored: Uint8Array | undefined): number => {
  const at = stored === undefined ? -1 : stored.length - checkBytes;
  if (stored === undefined || at < 0) throw new TornBlockError();
  return new DataView(stored.buffer, stored.byteOffset + at, checkBytes).getUint32(0, true);
};

/** The bytes of a stored row again. Errors: `TornBlockError` where they are not what was written under this key. */
export const checked = (key: number, number: number, stored: Uint8Array | undefined): Uint8Array => {
  const check = checkIn(stored);
  const bytes = (stored as Uint8Array).subarray(0, -checkBytes);
  if (checkOf(key, number, bytes) !== check) throw new TornBlockError();
  return bytes;
};
