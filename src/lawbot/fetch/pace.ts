import { Serial } from "#kit/serial.ts";
import type { FetchClock } from "./fetch-clock.ts";

/** One request at a time, and no two begun sooner after one another than a service allows; over all calls of a server. */
export class Pace {
  readonly #clock: FetchClock;
  readonly #serial = new Serial();
  #nextAt = 0;

  constructor(clock: FetchClock) {
    this.#clock = clock;
  }

  /** Waits for its turn and resolves to the function that ends it. Rejects when the signal aborts meanwhile. */
  async turn(gapMs: number, signal: AbortSignal): Promise<() => void> {
    const done = await this.#serial.turn();
    try {
      signal.throwIfAborted();
      const waitMs = this.#nextAt - this.#clock.now();
      if (waitMs > 0) await this.#clock.wait(waitMs, signal);
      this.#nextAt = this.#clock.now() + gapMs;
      return done;
    } catch (error) {
      done();
      throw error;
    }
  }
}
