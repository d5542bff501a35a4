import { crc32 } from "node:zlib";
import { Inflate } from "fflate";
import { type OpenedEntry, openingEntry } from "../locked/locked-entry.ts";
import { type Passwords, wrongPassword } from "../locked/passwords.ts";
import { ImportRefusal } from "../reader/port.ts";
import type { ZipEntry } from "./zip-directory.ts";

/** What an archive, with the archives in it, may still unpack to, in bytes. */
export interface UnpackBudget {
  left: number;
}

/** Largest entry, in bytes: what one file may have. */
const entryBytesMax = 64 * 1024 * 1024;
/** Real text packs to a twentieth at best; a thousandth is what zeros and bombs do. */
const ratioMax = 250;
/** Below this an entry may pack as well as it likes, in bytes. */
const ratioFreeBytes = 1024 * 1024;
/** Packed bytes unpacked at a time: at most 1,032 times as much comes out before the count is looked at. */
const step = 8 * 1024;

/**
 * The bytes of an entry, counted while they are unpacked, whatever its header promised.
 * Errors: `ImportRefusal` for one that no password given opens, unknown methods, bombs, and bytes that are not those that were packed.
 */
export const unpack = (entry: ZipEntry, budget: UnpackBudget, passwords: Passwords = []): Uint8Array => {
  if (!entry.isEncrypted) return unpacked(entry, { ...entry, hasCrc: true }, budget);
  return passwords.length === 0 ? refuseLocked() : tried(entry, budget, passwords);
};

const refuseLocked = (): never => {
  throw new ImportRefusal("it is protected by a password; unpack it and import the file");
};

/** A wrong password may pass the check of an old lock and is found out by what it gives. */
const tried = (entry: ZipEntry, budget: UnpackBudget, passwords: Passwords): Uint8Array => {
  for (const password of passwords) {
    const opening = openingEntry(entry, entry.packed, password);
    let turn = opening.next();
    while (turn.done !== true) turn = opening.next();
    if (turn.value === undefined) continue;
    try {
      return unpacked(entry, turn.value, budget);
    } catch (error) {
      if (!(error instanceof ImportRefusal) || entry.aes !== undefined) throw error;
    }
  }
  throw new ImportRefusal(wrongPassword);
};

const unpacked = (
  { sizeBytes, crc32: crc }: ZipEntry,
  { packed, method, hasCrc }: OpenedEntry,
  budget: UnpackBudget,
): Uint8Array => {
  if (method !== 0 && method !== 8) throw new ImportRefusal("it is packed in an uncommon way; pack it as a plain zip");
  const bytes = method === 0 ? new Uint8Array(packed) : inflate(packed, budget.left);
  if (method === 0 && bytes.length > budget.left) throw tooMuch();
  budget.left -= bytes.length;
  if (bytes.length !== sizeBytes || (hasCrc && crc32(bytes) !== crc)) {
    throw new ImportRefusal("it is damaged: what comes out is not what was packed; make the archive again");
  }
  return bytes;
};

const inflate = (packed: Uint8Array, left: number): Uint8Array => {
  const limit = Math.min(entryBytesMax, left);
  const pieces: Uint8Array[] = [];
  let size = 0;
  const inflater = new Inflate((piece) => {
    size += piece.length;
    if (size > limit) throw tooMuch();
    if (size > ratioFreeBytes && size > packed.length * ratioMax) throw tooMuch();
    pieces.push(piece);
  });
  try {
    for (let at = 0; at < packed.length; at += step) {
      inflater.push(packed.subarray(at, at + step), at + step >= packed.length);
    }
  } catch (error) {
    if (error instanceof ImportRefusal) throw error;
    throw new ImportRefusal("it is damaged and cannot be unpacked; make the archive again", { cause: error });
  }
  return Buffer.concat(pieces, size);
};

const tooMuch = (): ImportRefusal =>
  new ImportRefusal("it unpacks to far more than it should; unpack it yourself and import the files you need");
