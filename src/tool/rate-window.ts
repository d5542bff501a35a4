/**
 * A sliding window over calls: at most so many in any stretch of so many milliseconds. Kept in memory, with the time
 * handed in; after a restart the count begins anew, which lets a person wait less, never more.
 */
export class RateWindow {
  readonly #max: number;
  readonly #windowMs: number;
  #calls: number[] = [];

  /** @param max calls, at least 1; @param windowMs length of the window in milliseconds */
  constructor(max: number, windowMs: number) {
    this.#max = max;
    this.#windowMs = windowMs;
  }

  /** Milliseconds until one more call fits, at this instant; 0: it fits now. Counts nothing. */
  waitMs(nowMs: number): number {
    this.#calls = this.#calls.filter((at) => at > nowMs - this.#windowMs);
    const oldest = this.#calls[this.#calls.length - this.#max];
    return oldest === undefined ? 0 : oldest + this.#windowMs - nowMs;
  }

  /** Counts a call. */
  count(nowMs: number): void {
    this.#calls.push(nowMs);
  }

  /** True when no call of the last window is counted: it can be forgotten. */
  isIdle(nowMs: number): boolean {
    return this.#calls.every((at) => at <= nowMs - this.#windowMs);
  }
}
