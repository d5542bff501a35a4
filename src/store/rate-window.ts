/**
 * A sliding window over calls: at most so many in any stretch of so many milliseconds, with the time handed in. Its counts can be kept
 * elsewhere and handed in again.
 */
export class RateWindow {
  readonly #max: number;
  readonly #windowMs: number;
  #calls: number[];

  /** @param max calls, at least 1; @param windowMs length of the window in milliseconds; @param calls when earlier ones were counted, oldest first */
  constructor(max: number, windowMs: number, calls: readonly number[] = []) {
    this.#max = max;
    this.#windowMs = windowMs;
    this.#calls = [...calls];
  }

  /** When the calls of the last window were counted, oldest first. */
  get calls(): readonly number[] {
    return this.#calls;
  }

  /** Milliseconds until one more call fits, at this instant; 0: it fits now. Counts nothing. */
  waitMs(nowMs: number): number {
    this.#calls = this.#calls.filter((at) => at > nowMs - this.#windowMs);
    const oldest = this.#calls[this.#calls.length - this.#max];
    return oldest === undefined ? 0 : oldest + this.#windowMs - nowMs;
  }

  /** Counts a call. The clock of another machine may have counted a later one already. */
  count(nowMs: number): void {
    this.#calls.push(nowMs);
    this.#calls.sort((a, b) => a - b);
  }
}
