/** Integers an occurrence: its document and its place. */
const width = 2;

/** Whoever takes occurrences, in order. */
export interface TakeOccurrences {
  add(doc: number, place: number): void;
}

/** Occurrences sorted by word, those of a word in the order in which they came. */
export class OccurrenceRun {
  /** Words, ascending, and at which occurrence each one's begin; one entry more, for the end. */
  readonly #words: Int32Array<ArrayBuffer>;
  readonly #starts: Int32Array<ArrayBuffer>;
  readonly #occurrences: Int32Array<ArrayBuffer>;
  /** Of a run over others: where each word's next occurrence is put. */
  #ends: Int32Array | undefined;

  /** Makes room for so many occurrences of each word, and turns `counts` into where each word's first is to be put. */
  constructor(words: Int32Array<ArrayBuffer>, counts: Int32Array) {
    this.#words = words;
    this.#starts = new Int32Array(words.length + 1);
    for (let number = 0; number < words.length; number++) {
      const word = words[number] as number;
      const start = this.#starts[number] as number;
      this.#starts[number + 1] = start + (counts[word] as number);
      counts[word] = start;
    }
    this.#occurrences = new Int32Array((this.#starts[words.length] as number) * width);
  }

  /** An empty run with room for all occurrences of these; `take` each of them, in order. */
  static over(runs: readonly OccurrenceRun[]): OccurrenceRun {
    const wordMax = runs.reduce((most, run) => Math.max(most, run.#words.at(-1) ?? 0), -1);
    const counts = new Int32Array(wordMax + 1);
    for (const run of runs) {
      for (let number = 0; number < run.#words.length; number++)
        (counts[run.#words[number] as number] as number) += run.#countAt(number);
    }
    const words = new Int32Array(counts.length);
    let length = 0;
    for (let word = 0; word < counts.length; word++) if ((counts[word] as number) > 0) words[length++] = word;
    const whole = new OccurrenceRun(words.slice(0, length), counts);
    whole.#ends = counts;
    return whole;
  }

  /** Appends another run's occurrences to those of their words. */
  take(run: OccurrenceRun): void {
    const ends = this.#ends as Int32Array;
    const [from, to] = [run.#occurrences, this.#occurrences];
    for (let number = 0; number < run.#words.length; number++) {
      const word = run.#words[number] as number;
      const end = (run.#starts[number + 1] as number) * width;
      let at = (ends[word] as number) * width;
      for (let next = (run.#starts[number] as number) * width; next < end; next++) to[at++] = from[next] as number;
      ends[word] = at / width;
    }
  }

  /** Puts one occurrence. */
  put(number: number, doc: number, place: number): void {
    this.#occurrences[number * width] = doc;
    this.#occurrences[number * width + 1] = place;
  }

  /**
   * Lets go of its memory at once; nothing may be asked of it afterwards. The collector of garbage sees small objects in runs and does not
   * hurry: tens of megabytes of them outlived their use while an import went on.
   */
  free(): void {
    for (const { buffer } of [this.#words, this.#starts, this.#occurrences]) buffer.transfer(0);
  }

  /** Gives the occurrences of one word; of a run over others, those taken so far. */
  each(word: number, take: TakeOccurrences): void {
    const number = this.#find(word);
    if (number < 0) return;
    const end = (this.#ends?.[word] ?? (this.#starts[number + 1] as number)) * width;
    for (let at = (this.#starts[number] as number) * width; at < end; at += width)
      take.add(this.#occurrences[at] as number, this.#occurrences[at + 1] as number);
  }

  #countAt(number: number): number {
    return (this.#starts[number + 1] as number) - (this.#starts[number] as number);
  }

  /** Binary search; -1 where the run does not have the word. */
  #find(word: number): number {
    let [low, high] = [0, this.#words.length - 1];
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const there = this.#words[middle] as number;
      if (there === word) return middle;
      if (there < word) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}
