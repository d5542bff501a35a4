/** How many rows a table has, and what their checks come to, in whatever order they came and went. */
export class RowSum {
  #count = 0;
  #sum = 0;

  /** As `toString` wrote it; empty for a table without rows. */
  static of(text: string): RowSum {
    const made = new RowSum();
    const [count = 0, sum = 0] = text.split(" ").map(Number);
    [made.#count, made.#sum] = [count, sum];
    return made;
  }

  add(check: number): void {
    this.#count++;
    this.#sum = (this.#sum ^ check) >>> 0;
  }

  remove(check: number): void {
    this.#count--;
    this.#sum = (this.#sum ^ check) >>> 0;
  }

  is(other: RowSum): boolean {
    return this.#count === other.#count && this.#sum === other.#sum;
  }

  toString(): string {
    return `${this.#count} ${this.#sum}`;
  }
}
