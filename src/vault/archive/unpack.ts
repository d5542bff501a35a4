import { crc32 } from "node:zlib";
import { Inflate } from "fflate";
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
 * Errors: `ImportRefusal` for passwords, unknown methods, bombs, and bytes that are not those that were packed.
 */
export const unpack = (entry: ZipEntry, budget: UnpackBudget): Uint8Array => {
  if (entry.isEncrypted) throw new ImportRefusal("it is protected by a password; unpack it and import the file");
  if (entry.method !== 0 && entry.method !== 8)
    throw new ImportRefusal("it is packed in an uncommon way; pack it as a plain zip");
  const bytes = entry.method === 0 ? new Uint8Array(entry.packed) : inflate(entry, budget.left);
  if (entry.method === 0 && bytes.length > budget.left) throw tooMuch();
  budget.left -= bytes.length;
  if (bytes.length !== entry.sizeBytes || crc32(bytes) !== entry.crc32) {
    throw new ImportRefusal("it is damaged: what comes out is not what was packed; make the archive again");
  }
  return bytes;
};

const inflate = (entry: ZipEntry, left: number): Uint8Array => {
  const limit = Math.min(entryBytesMax, left);
  const pieces: Uint8Array[] = [];
  let size = 0;
  const inflater = new Inflate((piece) => {
    size += piece.length;
    if (size > limit) throw tooMuch();
    if (size > ratioFreeBytes && size > entry.packed.length * ratioMax) throw tooMuch();
    pieces.push(piece);
  });
  try {
    for (let at = 0; at < entry.packed.length; at += step) {
      inflater.push(entry.packed.subarray(at, at + step), at + step >= entry.packed.length);
    }
  } catch (error) {
    if (error instanceof ImportRefusal) throw error;
    throw new ImportRefusal("it is damaged and cannot be unpacked; make the archive again", { cause: error });
  }
  return Buffer.concat(pieces, size);
};

const tooMuch = (): ImportRefusal =>
  new ImportRefusal("it unpacks to far more than it should; unpack it yourself and import the files you need");
