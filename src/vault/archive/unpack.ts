import { crc32, inflateRawSync } from "node:zlib";
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
  if (packed.length === 0) return new Uint8Array();
  const most = Math.min(entryBytesMax, left, Math.max(ratioFreeBytes, packed.length * ratioMax));
  if (most < 1) throw tooMuch();
  try {
    // It stops with the byte that is one too many, and holds what came until then.
    return inflateRawSync(packed, { maxOutputLength: most });
  } catch (error) {
    if (error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") throw tooMuch();
    throw new ImportRefusal("it is damaged and cannot be unpacked; make the archive again", { cause: error });
  }
};

const tooMuch = (): ImportRefusal =>
  new ImportRefusal("it unpacks to far more than it should; unpack it yourself and import the files you need");
