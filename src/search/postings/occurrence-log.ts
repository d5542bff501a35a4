import type { DocumentWriter } from "./document-writer.ts";
import { OccurrenceRun } from "./occurrence-run.ts";

/** Integers an occurrence: its word and its place. */
const width = 2;
/** Occurrences gathered before they are sorted into a run: a question goes through them one by one, in some 30 µs. */
const tailMax = 32_768;
/** Room for so many to begin with. */
const tailMin = 256;
/** Going through the tail so often costs what putting it in order does. */
const askedMax = 24;
/** Runs put in order by word in one step, which takes about a millisecond. */
const runsAStep = 2;

/** The occurrences of one document: pairs of word and place, as `gather` of the recent words makes them. */
export type Occurrences = Int32Array;

/**
 * Occurrences of words in the order in which they come. They are sorted by word a run at a time, so that neither adding
 * nor asking ever has to sort everything: both go on while an import fills the log.
 */
export class OccurrenceLog {
  /** It grows with what it holds: a server has hundreds of logs open, most of them with a few documents. */
  #tail = new Int32Array(0);
  #tailEnd = 0;
  /** Documents of the tail, and where in it each begins. */
  #docs: number[] = [];
  #docStarts: number[] = [];
  readonly #runs: OccurrenceRun[] = [];
  /** The tail in order by word, made when it was asked often since it last grew: an index at rest is asked the most. */
  #tailRun: OccurrenceRun | undefined;
  #asked = 0;
  /** How often each word was met in the tail while it is sorted; all zero between. */
  #counts = new Int32Array(0);
  /** One run over all, into which `gather` takes them one by one. */
  #whole: OccurrenceRun | undefined;
  #size = 0;

  /** Occurrences held. */
  get size(): number {
    return this.#size;
  }

  /** Adds a document, whose number must be higher than all before. Places of one word must ascend, but for `noPlace`. */
  add(doc: number, occurrences: Occurrences): void {
    this.#size += occurrences.length / width;
    this.#tailRun = undefined;
    this.#asked = 0;
    for (let from = 0; from < occurrences.length; ) {
      if (this.#tailEnd === this.#tail.length) this.#makeRoom();
      const end = Math.min(occurrences.length, from + this.#tail.length - this.#tailEnd);
      this.#docs.push(doc);
      this.#docStarts.push(this.#tailEnd);
      this.#tail.set(occurrences.subarray(from, end), this.#tailEnd);
      this.#tailEnd += end - from;
      from = end;
    }
  }

  /** Writes one word's documents, ascending; gives how many occurrences they hold. */
  write(word: number, writer: DocumentWriter): number {
    this.#whole?.each(word, writer);
    for (const run of this.#runs) run.each(word, writer);
    if (this.#tailEnd > 0) this.#eachOfTail(word, writer);
    return writer.finish();
  }

  /** Sorts everything by word for `write` of all words, a step at a time; nothing may be added afterwards. */
  *gather(): Generator<void> {
    this.#sortTail();
    const whole = OccurrenceRun.over(this.#runs);
    this.#whole = whole;
    yield;
    // Each is let go of as soon as it is taken, so that hardly more is held than before.
    for (let run = this.#runs.shift(); run !== undefined; run = this.#runs.shift()) {
      whole.take(run);
      run.free();
      if (this.#runs.length % runsAStep === 0) yield;
    }
  }

  clear(): void {
    for (const run of [this.#whole, this.#tailRun, ...this.#runs]) run?.free();
    this.#docs = [];
    this.#docStarts = [];
    this.#tail = new Int32Array(0);
    this.#runs.length = this.#tailEnd = this.#size = 0;
    this.#whole = this.#tailRun = undefined;
  }

  #eachOfTail(word: number, found: DocumentWriter): void {
    if (this.#tailRun === undefined && ++this.#asked > askedMax) this.#tailRun = this.#sortedTail();
    if (this.#tailRun !== undefined) {
      this.#tailRun.each(word, found);
      return;
    }
    const tail = this.#tail;
    for (let number = 0; number < this.#docs.length; number++) {
      const end = this.#docStarts[number + 1] ?? this.#tailEnd;
      for (let at = this.#docStarts[number] as number; at < end; at += width)
        if (tail[at] === word) found.add(this.#docs[number] as number, tail[at + 1] as number);
    }
  }

  /** Makes the tail longer, or empties it where it is as long as it gets. */
  #makeRoom(): void {
    if (this.#tail.length === tailMax * width) {
      this.#sortTail();
      return;
    }
    const longer = new Int32Array(Math.min(tailMax * width, Math.max(tailMin * width, 2 * this.#tail.length)));
    longer.set(this.#tail);
    this.#tail = longer;
  }

  /** Makes the tail a run. */
  #sortTail(): void {
    if (this.#tailEnd === 0) return;
    this.#runs.push(this.#tailRun ?? this.#sortedTail());
    this.#tailRun = undefined;
    this.#docs = [];
    this.#docStarts = [];
    this.#tailEnd = 0;
  }

  /** Counting sort of the tail by word; the counts' memory is kept, because making it is what would cost. */
  #sortedTail(): OccurrenceRun {
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
    return run;
  }
}

const grown = (array: Int32Array<ArrayBuffer>, least: number): Int32Array<ArrayBuffer> => {
  const larger = new Int32Array(Math.max(array.length * 2, least));
  larger.set(array);
  return larger;
};
