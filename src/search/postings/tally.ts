/** Counts by document number, emptied at the cost of what was counted; one array is reused for query after query. */
export class Tally {
  #counts = new Float64Array(1_024);
  #docs = new Int32Array(1_024);
  /** How many documents have been counted. */
  size = 0;

  /** Makes room for numbers below `capacity`. Call when empty. */
  reserve(capacity: number): void {
    if (capacity <= this.#counts.length) return;
    this.#counts = new Float64Array(capacity * 2);
    this.#docs = new Int32Array(capacity * 2);
  }

  /** Adds to a document's count; the amount must be above 0. */
  add(doc: number, amount: number): void {
    const before = this.#counts[doc] as number;
    if (before === 0) this.#docs[this.size++] = doc;
    this.#counts[doc] = before + amount;
  }

  get(doc: number): number {
    return this.#counts[doc] as number;
  }

  /** Documents in the order in which they were first counted; valid until the next change. */
  docs(): Int32Array {
    return this.#docs.subarray(0, this.size);
  }

  clear(): void {
    for (let at = 0; at < this.size; at++) this.#counts[this.#docs[at] as number] = 0;
    this.size = 0;
  }
}
