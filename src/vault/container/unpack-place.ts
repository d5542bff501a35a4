import { type Duplex, pipeline, Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { constants, crc32, createGunzip, createInflateRaw, gunzipSync, inflateRaw } from "node:zlib";
import type { DirectoryEntry } from "../archive/zip-directory.ts";
import { type OpenedEntry, openingEntry } from "../locked/locked-entry.ts";
import { type Passwords, wrongPassword } from "../locked/passwords.ts";
import { ImportRefusal } from "../reader/port.ts";
import { type FileBytes, piecesOf } from "./file-bytes.ts";
import { memberBytesMax } from "./member.ts";

/** An entry of an archive and where its bytes are. */
export interface ZipPlace extends DirectoryEntry {
  readonly dataAt: number;
}

/** What an archive, with the mailboxes in it, may still unpack to, in bytes; and what is tried on its locked entries. */
export interface UnpackBudget {
  left: number;
  readonly passwords: Passwords;
}

/** Real text packs to a twentieth at best; a thousandth is what zeros and bombs do. */
const ratioMax = 250;
/** Below this an entry may pack as well as it likes, in bytes. */
const ratioFreeBytes = 1024 * 1024;
const pieceBytes = 256 * 1024;

const inflateWhole = promisify(inflateRaw) as (
  packed: Uint8Array,
  options: { readonly maxOutputLength: number },
) => Promise<Buffer>;

/** Errors: `ImportRefusal` for an entry that nobody here can unpack. */
export const isReadable = ({ isEncrypted, method: outer, aes }: DirectoryEntry, passwords: Passwords): void => {
  if (isEncrypted && passwords.length === 0)
    throw new ImportRefusal("it is protected by a password; unpack it and import the file");
  const method = aes?.method ?? outer;
  if (method !== 0 && method !== 8) throw new ImportRefusal("it is packed in an uncommon way; pack it as a plain zip");
};

/** The most that an entry may unpack to, whatever its header promised. */
const outputMax = (place: ZipPlace, budget: UnpackBudget): number =>
  Math.min(budget.left, Math.max(ratioFreeBytes, place.packedBytes * ratioMax));

/**
 * The bytes of an entry of at most 64 MiB, unpacked in a thread of Node's own. Errors: `ImportRefusal` for bombs, for one that no
 * password opens, and for bytes that are not those that were packed.
 */
export const unpackedWhole = async (file: FileBytes, place: ZipPlace, budget: UnpackBudget): Promise<Uint8Array> => {
  if (place.packedBytes > memberBytesMax + pieceBytes) throw notWhatWasPacked();
  const packed = await file.read(place.dataAt, place.packedBytes);
  if (!place.isEncrypted) return fromPacked(place, { packed, method: place.method, hasCrc: true }, budget);
  for (const password of budget.passwords) {
    const opened = await openedEntry(place, packed, password);
    if (opened === undefined) continue;
    try {
      return await fromPacked(place, opened, budget);
    } catch (error) {
      // A wrong password may pass the check of an old lock and is found out by what it gives.
      if (!(error instanceof ImportRefusal) || place.aes !== undefined) throw error;
    }
  }
  throw new ImportRefusal(wrongPassword);
};

const openedEntry = async (place: ZipPlace, packed: Uint8Array, password: string): Promise<OpenedEntry | undefined> => {
  const opening = openingEntry(place, packed, password);
  for (;;) {
    const turn = opening.next();
    if (turn.done === true) return turn.value;
    // Others must have their turn while a large one is opened.
    await setImmediate();
  }
};

const fromPacked = async (
  place: ZipPlace,
  { packed, method, hasCrc }: OpenedEntry,
  budget: UnpackBudget,
): Promise<Uint8Array> => {
  const most = Math.min(memberBytesMax, outputMax(place, budget));
  const bytes = method === 0 ? new Uint8Array(packed) : await inflated(packed, most);
  if (bytes.length > most) throw tooMuch();
  budget.left -= bytes.length;
  if (bytes.length !== place.sizeBytes || (hasCrc && crc32(bytes) !== place.crc32)) throw notWhatWasPacked();
  return bytes;
};

const inflated = async (packed: Uint8Array, maxOutputLength: number): Promise<Uint8Array> => {
  if (packed.length === 0) throw damaged();
  try {
    // A copy of its own size: what the library gives may be a view of more.
    return new Uint8Array(await inflateWhole(packed, { maxOutputLength: Math.max(1, maxOutputLength) }));
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE") throw tooMuch();
    throw damaged(error);
  }
};

/** The same piece by piece, for an entry of any size; the check comes with its end. */
export async function* unpackedPieces(
  file: FileBytes,
  place: ZipPlace,
  budget: UnpackBudget,
): AsyncGenerator<Uint8Array> {
  const most = outputMax(place, budget);
  let [size, crc] = [0, 0];
  for await (const piece of rawPieces(file, place)) {
    size += piece.length;
    budget.left -= piece.length;
    if (size > most) throw tooMuch();
    crc = crc32(piece, crc);
    yield piece;
  }
  if (size !== place.sizeBytes || crc !== place.crc32) throw notWhatWasPacked();
}

async function* rawPieces(file: FileBytes, place: ZipPlace): AsyncGenerator<Uint8Array> {
  const packed = piecesOf(file, place.dataAt, place.dataAt + place.packedBytes);
  yield* place.method === 0 ? packed : through(packed, createInflateRaw({ chunkSize: pieceBytes }));
}

async function* through(packed: AsyncIterable<Uint8Array>, unpacking: Duplex): AsyncGenerator<Uint8Array> {
  pipeline(Readable.from(packed), unpacking, () => undefined);
  try {
    for await (const piece of unpacking) yield piece as Buffer;
  } catch (error) {
    throw damaged(error);
  }
}

/** What gzip may unpack to however small it is, in bytes, and how many times its own size. Text packs to a tenth. */
const [gzipBytesFree, gzipRatioMax] = [512 * 1024 * 1024, 30];

/**
 * What was packed with gzip (RFC 1952), piece by piece, from so many packed bytes. Errors: `ImportRefusal` for bombs, and for
 * what is damaged or cut short.
 */
export async function* gunzipped(packed: AsyncIterable<Uint8Array>, packedBytes: number): AsyncGenerator<Uint8Array> {
  const ratioLimit = Math.max(ratioFreeBytes, packedBytes * ratioMax);
  let left = Math.min(ratioLimit, Math.max(gzipBytesFree, packedBytes * gzipRatioMax));
  for await (const piece of through(packed, createGunzip({ chunkSize: pieceBytes }))) {
    left -= piece.length;
    if (left < 0) throw tooMuch();
    yield piece;
  }
}

/** Whether bytes begin as what gzip packed (RFC 1952 2.3.1): two bytes, and the only method there is. */
export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b && head[2] === 8;

/** So many packed bytes are unpacked for a look: they hold at least the first header of a tar archive. */
const lookedAtBytes = 2_048;

/** What the first bytes of what gzip packed unpack to; nothing where they are damaged. */
export const gunzippedHead = (head: Uint8Array): Uint8Array => {
  try {
    return gunzipSync(head.subarray(0, lookedAtBytes), { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return new Uint8Array();
  }
};

const tooMuch = (): ImportRefusal =>
  new ImportRefusal("it unpacks to far more than it should; unpack it yourself and import the files you need");
const damaged = (cause?: unknown): ImportRefusal =>
  new ImportRefusal("it is damaged and cannot be unpacked; make the archive again", { cause });
const notWhatWasPacked = (): ImportRefusal =>
  new ImportRefusal("it is damaged: what comes out is not what was packed; make the archive again");
