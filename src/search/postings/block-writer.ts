import { ByteWriter } from "./byte-writer.ts";
import { bodyPlace, peoplePlace } from "./posting-bytes.ts";

/** A block is closed when it has so many bytes: with its key it then fits into its b-tree page four times. */
const blockBytesMax = 3_800;

/** Collects one word's documents and hands out blocks of them. */
export class BlockWriter {
  readonly #head = new ByteWriter();
  readonly #docs = new ByteWriter();
  readonly #places = new ByteWriter();
  #first = -1;
  #last = 0;
  readonly #take: (first: number, block: Uint8Array) => void;

  /** `take` gets each finished block with the number of its first document; the bytes are lent until it returns. */
  constructor(take: (first: number, block: Uint8Array) => void) {
    this.#take = take;
  }

  /** Adds a document, whose number is higher than those before, with the first so many of these places, ascending. */
  add(doc: number, places: ArrayLike<number>, isExtra: boolean, count = places.length): void {
    if (this.#docs.length + this.#places.length > blockBytesMax) this.finish();
    if (this.#first < 0) this.#first = this.#last = doc;
    let [title, people] = [0, 0];
    let before = 0;
    let field = 0;
    for (let number = 0; number < count; number++) {
      const place = places[number] as number;
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
    this.#head.varint(this.#docs.length);
    this.#head.append(this.#docs);
    this.#head.append(this.#places);
    this.#take(this.#first, this.#head.bytes());
    for (const bytes of [this.#head, this.#docs, this.#places]) bytes.clear();
    this.#first = -1;
  }
}
