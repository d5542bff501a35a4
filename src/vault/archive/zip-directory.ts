import { viewOf } from "#kit/data-view.ts";
import type { AesLock } from "../locked/locked-entry.ts";
import { ImportRefusal } from "../reader/port.ts";

/** One entry of a zip as its central directory tells it. */
export interface DirectoryEntry {
  readonly name: string;
  readonly rawName: Uint8Array;
  /** 0 stored, 8 deflated; others are refused when they are read. */
  readonly method: number;
  readonly crc32: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  /** Offset of its local header. */
  readonly localAt: number;
  readonly isEncrypted: boolean;
  /** Of an entry that is locked with AES, how. */
  readonly aes?: AesLock;
  /** By which an old lock knows its password: the highest byte of the CRC-32, or of the time where that was not known yet (APPNOTE 6.1.6). */
  readonly checkByte: number;
  readonly isFolder: boolean;
  readonly isLink: boolean;
}

/** One entry, checked against its local header. */
export interface ZipEntry extends DirectoryEntry {
  /** Raw bytes of the entry as they stand in the file. */
  readonly packed: Uint8Array;
}

/** Where a central directory lies, and how many entries it should have. */
export interface DirectoryPlace {
  readonly count: number;
  readonly at: number;
  /** Where what ends the archive begins: no entry reaches beyond. */
  readonly end: number;
}

const [endSignature, entrySignature, localSignature] = [0x06054b50, 0x02014b50, 0x04034b50];
const [largeEndSignature, largePlaceSignature] = [0x06064b50, 0x07064b50];
const entriesMax = 20_000;
/** The end record is followed by a comment of at most 64 KiB, and preceded by the place of a large one. */
export const endSearchBytes = 20 + 22 + 65_535;
/** A local header without name and extra fields. */
export const localHeaderBytes = 30;
/** An entry of the directory without name, extra fields and comment. */
export const entryBytes = 46;
/** The end record of a large archive without its extra part. */
export const largeEndBytes = 56;

/**
 * The entries of a zip (APPNOTE 6.3, without spanning; with the records of zip64, which some programs write for any file). The central directory is the truth; each entry must have a local header of the same name where it says, and no
 * two entries may share bytes, because that is how a few megabytes are made to unpack to terabytes.
 *
 * Errors: `ImportRefusal` for what is no zip, is damaged, overlaps or has more than 20,000 entries.
 */
export const zipEntries = (original: Uint8Array): ZipEntry[] => {
  const tailAt = Math.max(0, original.length - endSearchBytes);
  const place = directoryOf(original, tailAt);
  if (place.count > entriesMax) throw tooManyEntries(entriesMax);
  const directory = original.subarray(place.at);
  const entries = Array.from(entryStarts(directory, place.count), (start) => {
    const entry = entryAt(directory, start);
    const header = original.subarray(entry.localAt, entry.localAt + localHeaderBytes + entry.rawName.length);
    const dataAt = dataPlace(header, entry, place.at);
    return { ...entry, packed: original.subarray(dataAt, dataAt + entry.packedBytes), dataAt };
  });
  requireApart(
    entries.map(({ localAt }) => localAt),
    entries.map(({ dataAt, packedBytes }) => dataAt + packedBytes),
  );
  return entries;
};

const directoryOf = (original: Uint8Array, tailAt: number): DirectoryPlace => {
  const tail = original.subarray(tailAt);
  const recordAt = largeEndPlace(tail);
  return recordAt === undefined
    ? directoryIn(tail, tailAt)
    : largeDirectory(original.subarray(recordAt, recordAt + largeEndBytes), recordAt);
};

export const tooManyEntries = (most: number): ImportRefusal =>
  new ImportRefusal(`it has more than ${most} entries; split it`);

/**
 * Finds the directory by the last bytes of the archive, of which the first is the archive's byte `tailAt`. The signature may
 * stand in the comment too: the last place from which everything fits is the one.
 */
export const directoryIn = (tail: Uint8Array, tailAt: number): DirectoryPlace => {
  const view = viewOf(tail);
  for (let at = tail.length - 22; at >= 0; at--) {
    if (view.getUint32(at, true) !== endSignature) continue;
    const [size, start] = [view.getUint32(at + 12, true), view.getUint32(at + 16, true)];
    if (start + size <= tailAt + at) return { count: view.getUint16(at + 10, true), at: start, end: tailAt + at };
  }
  throw noZip();
};

/** Where the end record of a large archive lies (zip64), if it has one. */
export const largeEndPlace = (tail: Uint8Array): number | undefined => {
  const view = viewOf(tail);
  for (let at = tail.length - 22; at >= 20; at--)
    if (view.getUint32(at, true) === endSignature && view.getUint32(at - 20, true) === largePlaceSignature)
      return Number(view.getBigUint64(at - 12, true));
  return undefined;
};

/** The same as `directoryIn`, by the end record of a large archive, which lies at `recordAt`. */
export const largeDirectory = (record: Uint8Array, recordAt: number): DirectoryPlace => {
  if (record.length < largeEndBytes) throw noZip();
  const view = viewOf(record);
  const [count, size, at] = [32, 40, 48].map((o) => Number(view.getBigUint64(o, true))) as [number, number, number];
  if (view.getUint32(0, true) !== largeEndSignature || at + size > recordAt) throw noZip();
  return { count, at, end: recordAt };
};

/** A file that cannot be read as a zip at all: it is none, is cut off, or its directory makes no sense. */
export class DamagedZip extends ImportRefusal {}

const noZip = (): DamagedZip =>
  new DamagedZip("it is no zip archive, or its end is missing; make it again and import that");

/**
 * Where the entries of a directory begin, whose first byte is the first given. Errors: `ImportRefusal` for a damaged one, and
 * for one that is too short for so many.
 */
export const entryStarts = (directory: Uint8Array, count: number): Uint32Array => {
  if (count * entryBytes > directory.length) throw damaged();
  const view = viewOf(directory);
  const starts = new Uint32Array(count);
  for (let at = 0, i = 0; i < count; i++) {
    if (at + entryBytes > view.byteLength || view.getUint32(at, true) !== entrySignature) throw damaged();
    starts[i] = at;
    at += entryBytes + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (at > view.byteLength) throw damaged();
  }
  return starts;
};

/** The entry that begins at a place that `entryStarts` gave. Errors: `ImportRefusal` for a damaged one. */
export const entryAt = (directory: Uint8Array, at: number): DirectoryEntry => {
  const view = viewOf(directory);
  const flags = view.getUint16(at + 8, true);
  const [nameLength, extraLength] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)];
  // A copy: a view would keep the whole directory.
  const rawName = new Uint8Array(directory.subarray(at + entryBytes, at + entryBytes + nameLength));
  const sizes = sizesOf(view, at, nameLength, extraLength);
  const name = nameOf(rawName, (flags & 0x800) !== 0);
  const [method, crc] = [view.getUint16(at + 10, true), view.getUint32(at + 16, true)];
  const aes = method === aesMethod ? aesOf(view, at + entryBytes + nameLength, extraLength) : undefined;
  const unixMode = view.getUint8(at + 5) === 3 ? view.getUint32(at + 38, true) >>> 16 : 0;
  return {
    name,
    rawName,
    method,
    crc32: crc,
    packedBytes: sizes.packed,
    sizeBytes: sizes.whole,
    localAt: sizes.local,
    isEncrypted: (flags & 1) !== 0,
    ...(aes === undefined ? {} : { aes }),
    checkByte: (flags & 8) === 0 ? crc >>> 24 : view.getUint8(at + 13),
    isFolder: name.endsWith("/"),
    isLink: (unixMode & 0xf000) === 0xa000,
  };
};

/** WinZip AE-2: the method of an entry with a lock of AES, and the extra field that says how it is packed below. */
const [aesMethod, aesField] = [99, 0x9901];

const aesOf = (view: DataView, from: number, length: number): AesLock | undefined => {
  const end = Math.min(from + length, view.byteLength);
  for (let at = from; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== aesField || at + 11 > end) continue;
    const keyBytes = 8 + 8 * view.getUint8(at + 8);
    return [16, 24, 32].includes(keyBytes) ? { keyBytes, method: view.getUint16(at + 9, true) } : undefined;
  }
  return undefined;
};

/** Sizes and place of an entry; some writers put them in the zip64 field although they fit. */
const sizesOf = (view: DataView, at: number, nameLength: number, extraLength: number) => {
  let [packed, whole, local] = [20, 24, 42].map((o) => view.getUint32(at + o, true)) as [number, number, number];
  const end = at + entryBytes + nameLength + extraLength;
  for (let field = at + entryBytes + nameLength; field + 4 <= end; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== 1) continue;
    let value = field + 4;
    const large = (): number => {
      if (value + 8 > end) throw damaged();
      const number = Number(view.getBigUint64(value, true));
      value += 8;
      return number;
    };
    if (whole === 0xffffffff) whole = large();
    if (packed === 0xffffffff) packed = large();
    if (local === 0xffffffff) local = large();
  }
  return { packed, whole, local };
};

/**
 * Where the entry's bytes lie, by its local header, which must name the same file; they must end before `limit`. The header is
 * given with as much of its name as the entry has.
 */
export const dataPlace = (
  header: Uint8Array,
  { localAt, packedBytes, rawName }: DirectoryEntry,
  limit: number,
): number => {
  const view = viewOf(header);
  if (header.length < localHeaderBytes || view.getUint32(0, true) !== localSignature) throw damaged();
  const [nameLength, extraLength] = [view.getUint16(26, true), view.getUint16(28, true)];
  const localName = header.subarray(localHeaderBytes, localHeaderBytes + nameLength);
  if (nameLength !== rawName.length || Buffer.compare(localName, rawName) !== 0) {
    throw new ImportRefusal("it names a file differently in two places, as an archive does that hides something");
  }
  const at = localAt + localHeaderBytes + nameLength + extraLength;
  if (at + packedBytes > limit) throw damaged();
  return at;
};

/** Each entry's first byte, and what follows its last. Errors: `ImportRefusal` where two entries share bytes. */
export const requireApart = (starts: ArrayLike<number>, ends: ArrayLike<number>): void => {
  const inOrder = Uint32Array.from({ length: starts.length }, (_, i) => i);
  // Nearly every archive lists its files as they lie.
  if (inOrder.some((i) => (starts[i] as number) < (starts[i - 1] ?? 0)))
    inOrder.sort((a, b) => (starts[a] as number) - (starts[b] as number));
  let end = 0;
  for (const i of inOrder) {
    if ((starts[i] as number) < end)
      throw new ImportRefusal(
        "its entries share bytes, as no honest archive does; unpack it yourself and import the files",
      );
    end = ends[i] as number;
  }
};

/** UTF-8 where it says so or is; else the old code pages, of which nobody knows which one. */
const nameOf = (raw: Uint8Array, isUtf8: boolean): string => {
  try {
    return strictUtf8.decode(raw);
  } catch {
    return (isUtf8 ? utf8 : codePage).decode(raw);
  }
};

/** Made once: a decoder costs more than a name does. */
const [strictUtf8, utf8, codePage] = [
  new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }),
  new TextDecoder(),
  new TextDecoder("windows-1252"),
];

const damaged = (): DamagedZip => new DamagedZip("it is a damaged zip archive; make it again and import that");
