import { NumberTable } from "#kit/number-table.ts";
import {
  type DirectoryPlace,
  dataPlace,
  directoryIn,
  endSearchBytes,
  entryAt,
  entryStarts,
  largeDirectory,
  largeEndBytes,
  largeEndPlace,
  localHeaderBytes,
  requireApart,
  tooManyEntries,
} from "../archive/zip-directory.ts";
import { sameName } from "../archive/zip-names.ts";
import { ImportRefusal } from "../reader/port.ts";
import type { FileBytes } from "./file-bytes.ts";
import type { ZipPlace } from "./unpack-place.ts";

const entriesMax = 400_000;
/** So much is read at once where the headers of many small files lie. */
const headersPieceBytes = 64 * 1024;
/** A directory is held whole while an archive is read. */
const directoryBytesMax = 32 * 1024 * 1024;

/**
 * The entries of an archive in the order of its directory, each with its place; nothing of them is unpacked. They are kept as
 * the directory's own bytes and made as they are asked for: as objects they took half a kilobyte each.
 */
export class ZipListing {
  readonly #directory: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #dataAt: Float64Array;
  #emptyCount = 0;

  private constructor(directory: Uint8Array, count: number) {
    this.#directory = directory;
    this.#starts = entryStarts(directory, count);
    this.#dataAt = new Float64Array(count);
  }

  /** Reads it, and looks at every local header. Errors: `ImportRefusal` for what is no zip, or is damaged as a whole. */
  static async of(file: FileBytes): Promise<ZipListing> {
    const { at, end, count } = await directoryOf(file);
    if (count > entriesMax) throw tooManyEntries(entriesMax);
    if (end - at > directoryBytesMax)
      throw new ImportRefusal("its directory is larger than 32 MiB; pack it in several archives");
    const listing = new ZipListing(await file.read(at, end - at), count);
    await listing.#find(file, at);
    return listing;
  }

  get length(): number {
    return this.#starts.length;
  }

  /** How many files have nothing in them. */
  get emptyCount(): number {
    return this.#emptyCount;
  }

  at(i: number): ZipPlace {
    return { ...entryAt(this.#directory, this.#starts[i] as number), dataAt: this.#dataAt[i] as number };
  }

  async #find(file: FileBytes, limit: number): Promise<void> {
    const [localAts, ends] = [new Float64Array(this.length), new Float64Array(this.length)];
    let [piece, pieceAt] = [new Uint8Array(), 0];
    for (let i = 0; i < this.length; i++) {
      const entry = this.at(i);
      if (isEmptyFile(entry)) this.#emptyCount++;
      const headerBytes = localHeaderBytes + entry.rawName.length;
      // Headers of small files lie close together: one reading of the disk for many of them.
      if (entry.localAt < pieceAt || entry.localAt + headerBytes > pieceAt + piece.length) {
        const isSmall = entry.packedBytes < headersPieceBytes / 8;
        piece = new Uint8Array(await file.read(entry.localAt, isSmall ? headersPieceBytes : headerBytes));
        pieceAt = entry.localAt;
      }
      const header = piece.subarray(entry.localAt - pieceAt, entry.localAt - pieceAt + headerBytes);
      const dataAt = dataPlace(header, entry, limit);
      this.#dataAt[i] = dataAt;
      localAts[i] = entry.localAt;
      ends[i] = dataAt + entry.packedBytes;
    }
    requireApart(localAts, ends);
  }
}

/** Whether a file has nothing in it, by its sizes: packed, nothing takes two bytes (RFC 1951). */
export const isEmptyFile = ({
  isFolder,
  sizeBytes,
  packedBytes,
}: Pick<ZipPlace, "isFolder" | "sizeBytes" | "packedBytes">): boolean =>
  !isFolder && sizeBytes === 0 && packedBytes <= 2;

/** The names of entries met so far, as `sameName` gives them. */
export class SeenNames {
  readonly #numbers: NumberTable;

  constructor(listing: ZipListing) {
    this.#numbers = new NumberTable((number) => sameName(listing.at(number - 1).name));
  }

  has(name: string): boolean {
    return this.#numbers.find(name) !== undefined;
  }

  /** Adds the name of the entry of this place. */
  add(i: number, name: string): void {
    if (!this.has(name)) this.#numbers.add(i + 1, name);
  }
}

const directoryOf = async (file: FileBytes): Promise<DirectoryPlace> => {
  const tailAt = Math.max(0, file.sizeBytes - endSearchBytes);
  const tail = await file.read(tailAt, file.sizeBytes - tailAt);
  const recordAt = largeEndPlace(tail);
  return recordAt === undefined
    ? directoryIn(tail, tailAt)
    : largeDirectory(await file.read(recordAt, largeEndBytes), recordAt);
};
