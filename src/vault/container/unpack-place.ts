import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { crc32, createInflateRaw, inflateRaw } from "node:zlib";
import type { DirectoryEntry } from "../archive/zip-directory.ts";
import { ImportRefusal } from "../reader/port.ts";
import { type FileBytes, piecesOf } from "./file-bytes.ts";
import { memberBytesMax } from "./member.ts";

/** An entry of an archive and where its bytes are. */
export interface ZipPlace extends DirectoryEntry {
  readonly dataAt: number;
}

/** What an archive, with the mailboxes in it, may still unpack to, in bytes. */
export interface UnpackBudget {
  left: number;
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
export const isReadable = ({ isEncrypted, method }: DirectoryEntry): void => {
  if (isEncrypted) throw new ImportRefusal("it is protected by a password; unpack it and import the file");
  if (method !== 0 && method !== 8) throw new ImportRefusal("it is packed in an uncommon way; pack it as a plain zip");
};

/** The most that an entry may unpack to, whatever its header promised. */
const outputMax = (place: ZipPlace, budget: UnpackBudget): number =>
  Math.min(budget.left, Math.max(ratioFreeBytes, place.packedBytes * ratioMax));

/**
 * The bytes of an entry of at most 64 MiB, unpacked in a thread of Node's own. Errors: `ImportRefusal` for bombs, and for bytes
 * that are not those that were packed.
 */
export const unpackedWhole = async (file: FileBytes, place: ZipPlace, budget: UnpackBudget): Promise<Uint8Array> => {
  if (place.packedBytes > memberBytesMax + pieceBytes) throw notWhatWasPacked();
  const packed = await file.read(place.dataAt, place.packedBytes);
  const most = Math.min(memberBytesMax, outputMax(place, budget));
  const bytes = place.method === 0 ? new Uint8Array(packed) : await inflated(packed, most);
  if (bytes.length > most) throw tooMuch();
  budget.left -= bytes.length;
  if (bytes.length !== place.sizeBytes || crc32(bytes) !== place.crc32) throw notWhatWasPacked();
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
  if (place.method === 0) return yield* packed;
  const inflating = createInflateRaw({ chunkSize: pieceBytes });
  pipeline(Readable.from(packed), inflating, () => undefined);
  try {
    for await (const piece of inflating) yield piece as Buffer;
  } catch (error) {
    throw damaged(error);
  }
}

const tooMuch = (): ImportRefusal =>
  new ImportRefusal("it unpacks to far more than it should; unpack it yourself and import the files you need");
const damaged = (cause?: unknown): ImportRefusal =>
  new ImportRefusal("it is damaged and cannot be unpacked; make the archive again", { cause });
const notWhatWasPacked = (): ImportRefusal =>
  new ImportRefusal("it is damaged: what comes out is not what was packed; make the archive again");
