import type { BlockWriter } from "./block-writer.ts";
import { noPlace } from "./posting-bytes.ts";

/** Integers an occurrence: its word and its place; once sorted, its document and its place. */
const width = 2;
const start = 16_384;
/** Occurrences after the sorted part that are gone through one by one, rather than sort all again. */
const tailMax = 65_536;

/**
 * Occurrences of words in the order in which they come. Adding writes at the end and nowhere else, which is what makes
 * it cheap; they are sorted by word (counting sort, linear) when a word is asked for.
 */
export class OccurrenceLog {
  #log = new Int32Array(start * width);
  #end = 0;
  /** Documents and where in the log each begins. */
  #docs: number[] = [];
  #docStarts: number[] = [];
  #counts = new Int32Array(start);
  /** Documents and places by word, and where each word's begin; of the log up to `#sortedEnd`. */
  #sorted = new Int32Array(0);
  #sortedStarts = new Int32Array(1);
  #sortedEnd = 0;
  #sortedDocs = 0;

  /** Occurrences held. */
  get size(): number {
    return this.#end / width;
  }

  /** What is pushed from now on stands in this document, whose number must be higher than all before. */
  begin(doc: number): void {
    this.#docs.push(doc);
    this.#docStarts.push(this.#end);
  }

  /** Adds an occurrence; places of one word in one document must ascend, but for `noPlace`. */
  push(word: number, place: number): void {
    if (this.#end === this.#log.length) this.#log = grown(this.#log, this.#end + width);
    if (word >= this.#counts.length) this.#counts = grown(this.#counts, word + 1);
    this.#log[this.#end] = word;
    this.#log[this.#end + 1] = place;
    this.#end += width;
    (this.#counts[word] as number)++;
  }

  /** Sorts everything, for `write` of many words. */
  sort(): void {
    const starts = new Int32Array(this.#counts.length + 1);
    for (let word = 0; word < this.#counts.length; word++) {
      starts[word + 1] = (starts[word] as number) + (this.#counts[word] as number) * width;
    }
    const sorted = new Int32Array(this.#end);
    const cursors = starts.slice();
    const log = this.#log;
    // Written out rather than with `#each`: this loop goes over everything.
    for (let number = 0; number < this.#docs.length; number++) {
      const doc = this.#docs[number] as number;
      const end = this.#docStarts[number + 1] ?? this.#end;
      for (let from = this.#docStarts[number] as number; from < end; from += width) {
        const word = log[from] as number;
        const at = cursors[word] as number;
        sorted[at] = doc;
        sorted[at + 1] = log[from + 1] as number;
        cursors[word] = at + width;
      }
    }
    this.#sorted = sorted;
    this.#sortedStarts = starts;
    this.#sortedEnd = this.#end;
    this.#sortedDocs = this.#docs.length;
  }

  /** Writes one word's documents, ascending. */
  write(word: number, writer: BlockWriter): void {
    if (this.#end - this.#sortedEnd > tailMax * width) this.sort();
    const found = new DocumentWriter(writer);
    const [from, to] = [this.#sortedStarts[word] ?? 0, this.#sortedStarts[word + 1] ?? 0];
    for (let at = from; at < to; at += width) found.add(this.#sorted[at] as number, this.#sorted[at + 1] as number);
    if (this.#sortedEnd < this.#end) {
      this.#each(this.#sortedDocs, (other, doc, place) => {
        if (other === word) found.add(doc, place);
      });
    }
    found.finish();
  }

  clear(): void {
    this.#log = new Int32Array(start * width);
    this.#counts = new Int32Array(start);
    this.#sorted = new Int32Array(0);
    this.#sortedStarts = new Int32Array(1);
    this.#docs = [];
    this.#docStarts = [];
    this.#end = this.#sortedEnd = this.#sortedDocs = 0;
  }

  /** Visits occurrences in their order, from the so-many-th document on. */
  #each(fromDoc: number, visit: (word: number, doc: number, place: number) => void): void {
    for (let number = fromDoc; number < this.#docs.length; number++) {
      const doc = this.#docs[number] as number;
      const end = this.#docStarts[number + 1] ?? this.#end;
      for (let at = this.#docStarts[number] as number; at < end; at += width) {
        visit(this.#log[at] as number, doc, this.#log[at + 1] as number);
      }
    }
  }
}

/** Gathers a document's places and hands them on together. */
class DocumentWriter {
  readonly #writer: BlockWriter;
  readonly #places: number[] = [];
  #doc = -1;
  #isExtra = false;

  constructor(writer: BlockWriter) {
    this.#writer = writer;
  }

  add(doc: number, place: number): void {
    if (doc !== this.#doc) this.#handOn();
    this.#doc = doc;
    if (place === noPlace) this.#isExtra = true;
    else this.#places.push(place);
  }

  finish(): void {
    this.#handOn();
    this.#writer.finish();
  }

  #handOn(): void {
    if (this.#doc >= 0) this.#writer.add(this.#doc, this.#places, this.#isExtra);
    this.#places.length = 0;
    this.#isExtra = false;
  }
}

const grown = (array: Int32Array<ArrayBuffer>, least: number): Int32Array<ArrayBuffer> => {
  const larger = new Int32Array(Math.max(array.length * 2, least));
  larger.set(array);
  return larger;
};
