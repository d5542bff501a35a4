import { bodyPlace, peoplePlace } from "./posting-bytes.ts";

/** A block is closed when it has so many bytes: with its key it then fits into its b-tree page four times. */
const blockBytesMax = 3_800;

/** Grows as it is written to; kept and reused, since making buffers is what costs. */
class Bytes {
  buffer = new Uint8Array(4_096);
  length = 0;

  varint(value: number): void {
    if (this.length + 5 > this.buffer.length) this.#grow(5);
    if (value < 128) {
      this.buffer[this.length++] = value;
      return;
    }
    let left = value;
    while (left > 127) {
      this.buffer[this.length++] = (left & 127) | 128;
      left >>>= 7;
    }
    this.buffer[this.length++] = left;
  }

  append({ buffer, length }: Bytes): void {
    if (this.length + length > this.buffer.length) this.#grow(length);
    for (let at = 0; at < length; at++) this.buffer[this.length++] = buffer[at] as number;
  }

  #grow(by: number): void {
    const grown = new Uint8Array(2 * this.buffer.length + by);
    grown.set(this.buffer);
    this.buffer = grown;
  }
}

/** Collects one word's documents and hands out blocks of them. */
export class BlockWriter {
  readonly #head = new Bytes();
  readonly #docs = new Bytes();
  readonly #places = new Bytes();
  #first = -1;
  #last = 0;
  readonly #take: (first: number, block: Uint8Array) => void;

  /** `take` gets each finished block with the number of its first document; the bytes are lent until it returns. */
  constructor(take: (first: number, block: Uint8Array) => void) {
    this.#take = take;
  }

  /** Adds a document, whose number is higher than those before, with its places, ascending. */
  add(doc: number, places: readonly number[], isExtra: boolean): void {
    if (this.#docs.length + this.#places.length > blockBytesMax) this.finish();
    if (this.#first < 0) this.#first = this.#last = doc;
    let [title, people] = [0, 0];
    let before = 0;
    let field = 0;
    for (const place of places) {
      const base = place >= peoplePlace ? peoplePlace : place >= bodyPlace ? bodyPlace : 0;
      if (base === 0) title++;
      else if (base === peoplePlace) people++;
      if (base !== field) before = field = base;
      this.#places.varint(place - before);
      before = place;
    }
    this.#docs.varint(doc - this.#last);
    this.#docs.varint(
      (places.length - title - people) * 8 + (isExtra ? 4 : 0) + (people > 0 ? 2 : 0) + (title > 0 ? 1 : 0),
    );
    if (title > 0) this.#docs.varint(title);
    if (people > 0) this.#docs.varint(people);
    this.#last = doc;
  }

  /** Hands out what is left; the next document begins a new word. */
  finish(): void {
    if (this.#first < 0) return;
    this.#head.varint(this.#docs.length);
    this.#head.append(this.#docs);
    this.#head.append(this.#places);
    this.#take(this.#first, this.#head.buffer.subarray(0, this.#head.length));
    this.#head.length = this.#docs.length = this.#places.length = 0;
    this.#first = -1;
  }
}
