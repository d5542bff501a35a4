/**
 * Where a word stands, as bytes. A block holds some documents in ascending order of number:
 *
 *     varint: length of the part that follows, up to the places
 *     for each document: varint of the difference to the one before (0 for the first, whose number is the block's key),
 *                        varint of `occurrences in the body × 8 + 4 if it is an extra + 2 if in people + 1 if in title`,
 *                        and where the bits say so, varints of the occurrences in title and in people
 *     places:            for each document, varints of the differences of its places in title, body and people
 *
 * Counts lie apart from places because only phrases ask for places. Varints are those of Protobuf (LEB128).
 */

/** A place counts words from the beginning of its field; each field has a range of its own, so one number says both. */
export const bodyPlace = 2 ** 17;
export const peoplePlace = 2 ** 30;
/** Titles longer than this many words keep their later words at one place. */
export const titlePlaceMax = 2 ** 16;
/** The place of what has none: another reading of a word, a facet. */
export const noPlace = -1;

/** A block is closed when it has so many bytes: with its key it then fits into its b-tree page four times. */
const blockBytesMax = 1_800;

/** One document's occurrences of one word, places ascending. */
export interface Occurrence {
  readonly doc: number;
  readonly places: readonly number[];
  readonly isExtra: boolean;
}

/** Grows as it is written to; kept and reused, since making buffers is what costs. */
class Bytes {
  buffer = new Uint8Array(4_096);
  length = 0;

  varint(value: number): void {
    if (this.length + 5 > this.buffer.length) this.#grow();
    let left = value;
    while (left > 127) {
      this.buffer[this.length++] = (left & 127) | 128;
      left >>>= 7;
    }
    this.buffer[this.length++] = left;
  }

  #grow(): void {
    const grown = new Uint8Array(this.buffer.length * 2);
    grown.set(this.buffer);
    this.buffer = grown;
  }
}

/** Collects one word's documents and hands out blocks of them. */
export class BlockWriter {
  readonly #docs = new Bytes();
  readonly #places = new Bytes();
  #first = -1;
  #last = 0;
  readonly #take: (first: number, block: Uint8Array) => void;

  /** `take` gets each finished block with the number of its first document; the bytes are its own. */
  constructor(take: (first: number, block: Uint8Array) => void) {
    this.#take = take;
  }

  /** Adds places `from` to `to` (exclusive) of a list that holds one document's places, ascending. */
  add(doc: number, places: readonly number[], count: number, isExtra: boolean): void {
    if (this.#docs.length + this.#places.length > blockBytesMax) this.finish();
    if (this.#first < 0) this.#first = this.#last = doc;
    let [title, people] = [0, 0];
    let before = 0;
    let field = 0;
    for (let at = 0; at < count; at++) {
      const place = places[at] as number;
      const base = place >= peoplePlace ? peoplePlace : place >= bodyPlace ? bodyPlace : 0;
      if (base === 0) title++;
      else if (base === peoplePlace) people++;
      if (base !== field) before = field = base;
      this.#places.varint(place - before);
      before = place;
    }
    this.#docs.varint(doc - this.#last);
    this.#docs.varint((count - title - people) * 8 + (isExtra ? 4 : 0) + (people > 0 ? 2 : 0) + (title > 0 ? 1 : 0));
    if (title > 0) this.#docs.varint(title);
    if (people > 0) this.#docs.varint(people);
    this.#last = doc;
  }

  /** Hands out what is left; the next document begins a new word. */
  finish(): void {
    if (this.#first < 0) return;
    const head = new Bytes5(this.#docs.length);
    const block = new Uint8Array(head.length + this.#docs.length + this.#places.length);
    block.set(head.bytes);
    block.set(this.#docs.buffer.subarray(0, this.#docs.length), head.length);
    block.set(this.#places.buffer.subarray(0, this.#places.length), head.length + this.#docs.length);
    this.#take(this.#first, block);
    this.#first = -1;
    this.#docs.length = this.#places.length = 0;
  }
}
