import { ImportRefusal } from "../reader/port.ts";

/** Values of MAPI properties that are words or bytes, by their ids; named properties and numbers are passed over. */
export type MapiProperties = ReadonlyMap<number, string | Uint8Array>;

/** Bytes that a value of a type takes; what is not listed has its length in front (MS-OXTNEF 2.1.3.4). */
const fixedBytes: Readonly<Record<number, number>> = {
  1: 4,
  2: 4,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  10: 4,
  11: 4,
  20: 8,
  64: 8,
  72: 16,
};
const [object, string8, unicode, binary] = [13, 30, 31, 258];
const manyValued = 0x1000;
const firstNamed = 0x8000;
const propertiesMax = 10_000;

/** Reads a list of MAPI properties as TNEF writes it. Errors: `ImportRefusal` for what is cut off. */
export const mapiProperties = (bytes: Uint8Array): MapiProperties => {
  const read = new Cursor(bytes);
  const found = new Map<number, string | Uint8Array>();
  const count = Math.min(read.number(), propertiesMax);
  for (let n = 0; n < count && !read.isAtEnd; n++) {
    const [type, id] = [read.short(), read.short()];
    if (id >= firstNamed) skipName(read);
    const kind = type & ~manyValued;
    const isMany = (type & manyValued) !== 0;
    const fixed = fixedBytes[kind];
    const values = isMany || fixed === undefined ? read.number() : 1;
    for (let i = 0; i < values && !read.isAtEnd; i++) {
      const value = read.take(fixed ?? read.number());
      if (!isMany && i === 0 && id < firstNamed) keep(found, id, kind, value);
    }
  }
  return found;
};

const keep = (found: Map<number, string | Uint8Array>, id: number, kind: number, value: Uint8Array): void => {
  if (kind === binary || kind === object) found.set(id, value);
  else if (kind === unicode) found.set(id, ended(new TextDecoder("utf-16le").decode(value)));
  else if (kind === string8) found.set(id, ended(new TextDecoder("windows-1252").decode(value)));
};

/** Strings end with a NUL, which is none of their characters. */
const ended = (text: string): string => text.replace(/\0.*$/s, "");

/** A set of properties, and a number or a name in it. */
const skipName = (read: Cursor): void => {
  read.take(16);
  const isWord = read.number() === 1;
  if (isWord) read.take(read.number());
  else read.number();
};

/** Reads on from the beginning; everything is padded to four bytes. */
class Cursor {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  short(): number {
    this.#need(2);
    this.#at += 2;
    return this.#view.getUint16(this.#at - 2, true);
  }

  number(): number {
    this.#need(4);
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4, true);
  }

  take(length: number): Uint8Array {
    this.#need(length);
    const taken = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length + ((4 - (length % 4)) % 4);
    return taken;
  }

  #need(length: number): void {
    if (this.#at + length > this.#bytes.length)
      throw new ImportRefusal("it is cut off or damaged; ask the sender to send it again, as plain attachments");
  }
}
