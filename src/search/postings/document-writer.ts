import type { BlockWriter } from "./block-writer.ts";
import type { TakeOccurrences } from "./occurrence-run.ts";
import { noPlace } from "./posting-bytes.ts";

/** Gathers one document's places of a word and hands them on together; kept and reused, word after word. */
export class DocumentWriter implements TakeOccurrences {
  readonly #writer: BlockWriter;
  #places = new Int32Array(256);
  #placesEnd = 0;
  #doc = -1;
  #isExtra = false;
  #count = 0;

  constructor(writer: BlockWriter) {
    this.#writer = writer;
  }

  add(doc: number, place: number): void {
    this.#count++;
    if (doc !== this.#doc) {
      this.#handOn();
      this.#doc = doc;
    }
    if (place === noPlace) this.#isExtra = true;
    else this.#add(place);
  }

  /** Ends a word; gives how many occurrences it had. */
  finish(): number {
    this.#handOn();
    this.#writer.finish();
    const count = this.#count;
    this.#count = 0;
    this.#doc = -1;
    return count;
  }

  #add(place: number): void {
    if (this.#placesEnd === this.#places.length) {
      const grown = new Int32Array(this.#places.length * 2);
      grown.set(this.#places);
      this.#places = grown;
    }
    this.#places[this.#placesEnd++] = place;
  }

  #handOn(): void {
    if (this.#doc >= 0) this.#writer.add(this.#doc, this.#places, this.#isExtra, this.#placesEnd);
    this.#placesEnd = 0;
    this.#isExtra = false;
  }
}
