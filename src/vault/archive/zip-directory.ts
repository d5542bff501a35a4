import { ImportRefusal } from "../reader/port.ts";

/** One entry of a zip as its central directory tells it, checked against its local header. */
export interface ZipEntry {
  readonly name: string;
  /** Raw bytes of the entry as they stand in the file. */
  readonly packed: Uint8Array;
  /** 0 stored, 8 deflated; others are refused when they are read. */
  readonly method: number;
  readonly crc32: number;
  readonly sizeBytes: number;
  readonly isEncrypted: boolean;
  readonly isFolder: boolean;
  readonly isLink: boolean;
}

const [endSignature, entrySignature, localSignature] = [0x06054b50, 0x02014b50, 0x04034b50];
const entriesMax = 20_000;
/** The end record is followed by a comment of at most 64 KiB. */
const endSearchBytes = 22 + 65_535;

/**
 * The entries of a zip (APPNOTE 6.3, without spanning and without zip64 directories, which files below 64 MiB do not
 * need). The central directory is the truth; each entry must have a local header of the same name where it says, and no
 * two entries may share bytes, because that is how a few megabytes are made to unpack to terabytes.
 *
 * Errors: `ImportRefusal` for what is no zip, is damaged, overlaps or has more than 20,000 entries.
 */
export const zipEntries = (original: Uint8Array): ZipEntry[] => {
  const view = new DataView(original.buffer, original.byteOffset, original.length);
  const { count, at: directory } = directoryOf(view);
  if (count > entriesMax) throw new ImportRefusal(`it has more than ${entriesMax} entries; split it`);
  const entries: ZipEntry[] = [];
  const taken: { start: number; end: number }[] = [];
  let at = directory;
  for (let i = 0; i < count; i++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== entrySignature) throw damaged();
    const { entry, place, next } = entryAt(original, view, at, directory);
    entries.push(entry);
    taken.push(place);
    at = next;
  }
  requireApart(taken);
  return entries;
};

const directoryOf = (view: DataView): { count: number; at: number } => {
  const lowest = Math.max(0, view.byteLength - endSearchBytes);
  for (let at = view.byteLength - 22; at >= lowest; at--) {
    if (view.getUint32(at, true) !== endSignature) continue;
    const [count, size, start] = [
      view.getUint16(at + 10, true),
      view.getUint32(at + 12, true),
      view.getUint32(at + 16, true),
    ];
    if (start + size <= at) return { count, at: start };
  }
  throw new ImportRefusal("it is no zip archive, or its end is missing; make it again and import that");
};

const entryAt = (original: Uint8Array, view: DataView, at: number, directory: number) => {
  const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
  const crc32 = view.getUint32(at + 16, true);
  const [nameLength, extraLength, commentLength] = [28, 30, 32].map((o) => view.getUint16(at + o, true)) as [
    number,
    number,
    number,
  ];
  const attributes = view.getUint32(at + 38, true);
  const next = at + 46 + nameLength + extraLength + commentLength;
  if (next > view.byteLength) throw damaged();
  const rawName = original.subarray(at + 46, at + 46 + nameLength);
  const sizes = sizesOf(view, at, nameLength, extraLength);
  const place = placeOf(original, view, sizes.local, sizes.packed, rawName);
  if (place.end > directory) throw damaged();
  const name = nameOf(rawName, (flags & 0x800) !== 0);
  const unixMode = view.getUint8(at + 5) === 3 ? attributes >>> 16 : 0;
  const entry: ZipEntry = {
    name,
    packed: original.subarray(place.data, place.end),
    method,
    crc32,
    sizeBytes: sizes.whole,
    isEncrypted: (flags & 1) !== 0,
    isFolder: name.endsWith("/"),
    isLink: (unixMode & 0xf000) === 0xa000,
  };
  return { entry, place: { start: sizes.local, end: place.end }, next };
};

/** Sizes and place of an entry; some writers put them in the zip64 field although they fit. */
const sizesOf = (view: DataView, at: number, nameLength: number, extraLength: number) => {
  let [packed, whole, local] = [20, 24, 42].map((o) => view.getUint32(at + o, true)) as [number, number, number];
  const end = at + 46 + nameLength + extraLength;
  for (let field = at + 46 + nameLength; field + 4 <= end; field += 4 + view.getUint16(field + 2, true)) {
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

/** Where the entry's bytes lie, by its local header, which must name the same file. */
const placeOf = (original: Uint8Array, view: DataView, local: number, packed: number, rawName: Uint8Array) => {
  if (local + 30 > view.byteLength || view.getUint32(local, true) !== localSignature) throw damaged();
  const [nameLength, extraLength] = [view.getUint16(local + 26, true), view.getUint16(local + 28, true)];
  const data = local + 30 + nameLength + extraLength;
  const localName = original.subarray(local + 30, local + 30 + nameLength);
  if (Buffer.compare(localName, rawName) !== 0) {
    throw new ImportRefusal("it names a file differently in two places, as an archive does that hides something");
  }
  if (data + packed > view.byteLength) throw damaged();
  return { data, end: data + packed };
};

const requireApart = (places: readonly { start: number; end: number }[]): void => {
  const sorted = [...places].sort((a, b) => a.start - b.start);
  for (const [i, place] of sorted.entries()) {
    if (i > 0 && place.start < (sorted[i - 1]?.end ?? 0)) {
      throw new ImportRefusal(
        "its entries share bytes, as no honest archive does; unpack it yourself and import the files",
      );
    }
  }
};

/** UTF-8 where it says so or is; else the old code pages, of which nobody knows which one. */
const nameOf = (raw: Uint8Array, isUtf8: boolean): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    return isUtf8 ? new TextDecoder().decode(raw) : new TextDecoder("windows-1252").decode(raw);
  }
};

const damaged = (): ImportRefusal => new ImportRefusal("it is a damaged zip archive; make it again and import that");
