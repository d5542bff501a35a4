import type { BlockWriter } from "./block-writer.ts";
import { OccurrenceRun } from "./occurrence-run.ts";
import { noPlace } from "./posting-bytes.ts";

/** Integers an occurrence: its word and its place. */
const width = 2;
/** Occurrences gathered before they are sorted into a run: a question goes through them one by one, in some 30 µs. */
const tailMax = 32_768;
/** Runs put in order by word in one step, which takes about a millisecond. */
const runsAStep = 2;

/** The occurrences of one document: pairs of word and place, as `gather` of the recent words makes them. */
export type Occurrences = Int32Array;

/**
 * Occurrences of words in the order in which they come. They are sorted by word a run at a time, so that neither adding
 * nor asking ever has to sort everything: both go on while an import fills the log.
 */
export class OccurrenceLog {
  readonly #tail = new Int32Array(tailMax * width);
  #tailEnd = 0;
  /** Documents of the tail, and where in it each begins. */
  #docs: number[] = [];
  #docStarts: number[] = [];
  readonly #runs: OccurrenceRun[] = [];
  /** How often each word was met in the tail while it is sorted; all zero between. */
  #counts = new Int32Array(0);
  /** One run of everything, once `gather` has made it. */
  #whole: OccurrenceRun | undefined;
  #size = 0;

  /** Occurrences held. */
  get size(): number {
    return this.#size;
  }

  /** Adds a document, whose number must be higher than all before. Places of one word must ascend, but for `noPlace`. */
  add(doc: number, occurrences: Occurrences): void {
    this.#size += occurrences.length / width;
    for (let from = 0; from < occurrences.length; ) {
      if (this.#tailEnd === this.#tail.length) this.#sortTail();
      const end = Math.min(occurrences.length, from + this.#tail.length - this.#tailEnd);
      this.#docs.push(doc);
      this.#docStarts.push(this.#tailEnd);
      this.#tail.set(occurrences.subarray(from, end), this.#tailEnd);
      this.#tailEnd += end - from;
      from = end;
    }
  }

  /** Writes one word's documents, ascending; gives how many occurrences they hold. */
  write(word: number, writer: BlockWriter): number {
    const found = new DocumentWriter(writer);
    if (this.#whole !== undefined) this.#whole.each(word, found);
    else {
      for (const run of this.#runs) run.each(word, found);
      this.#eachOfTail(word, found);
    }
    return found.finish();
  }

  /**
   * Puts everything in order by word, for `write` of all words; nothing may be added afterwards. A step at a time, between
   * which `write` may be called.
   */
  *gather(): Generator<void> {
    this.#sortTail();
    const whole = OccurrenceRun.over(this.#runs);
    yield;
    for (const [number, run] of this.#runs.entries()) {
      whole.take(run);
      if (number % runsAStep === runsAStep - 1) yield;
    }
    this.#whole = whole;
    this.#runs.length = 0;
  }

  clear(): void {
    this.#docs = [];
    this.#docStarts = [];
    this.#runs.length = this.#tailEnd = this.#size = 0;
    this.#whole = undefined;
  }

  #eachOfTail(word: number, found: DocumentWriter): void {
    const tail = this.#tail;
    for (let number = 0; number < this.#docs.length; number++) {
      const end = this.#docStarts[number + 1] ?? this.#tailEnd;
      for (let at = this.#docStarts[number] as number; at < end; at += width)
        if (tail[at] === word) found.add(this.#docs[number] as number, tail[at + 1] as number);
    }
  }

  /** Counting sort of the tail by word; the counts' memory is kept, because making it is what would cost. */
  #sortTail(): void {
    if (this.#tailEnd === 0) return;
    const tail = this.#tail;
    const words: number[] = [];
    for (let at = 0; at < this.#tailEnd; at += width) {
      const word = tail[at] as number;
      if (word >= this.#counts.length) this.#counts = grown(this.#counts, word + 1);
      if ((this.#counts[word] as number)++ === 0) words.push(word);
    }
    const run = new OccurrenceRun(Int32Array.from(words).sort(), this.#counts);
    for (let number = 0; number < this.#docs.length; number++) {
      const end = this.#docStarts[number + 1] ?? this.#tailEnd;
      const doc = this.#docs[number] as number;
      // The counts have become the places at which each word's next occurrence is put.
      for (let at = this.#docStarts[number] as number; at < end; at += width)
        run.put((this.#counts[tail[at] as number] as number)++, doc, tail[at + 1] as number);
    }
    for (const word of words) this.#counts[word] = 0;
    this.#runs.push(run);
    this.#docs = [];
    this.#docStarts = [];
    this.#tailEnd = 0;
  }
}

/** Gathers a document's places and hands them on together. */
class DocumentWriter {
  readonly #writer: BlockWriter;
  readonly #places: number[] = [];
  #doc = -1;
  #isExtra = false;
  #count = 0;

  constructor(writer: BlockWriter) {
    this.#writer = writer;
  }

  add(doc: number, place: number): void {
    this.#count++;
    if (doc !== this.#doc) this.#handOn();
    this.#doc = doc;
    if (place === noPlace) this.#isExtra = true;
    else this.#places.push(place);
  }

  finish(): number {
    this.#handOn();
    this.#writer.finish();
    return this.#count;
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
