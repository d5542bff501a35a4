import type { FetchClock } from "./fetch-clock.ts";
import { fetchLimits } from "./fetch-limits.ts";

/**
 * Breaks a request off when nothing comes for a while, or when a whole file takes too long: a server that sends a byte now
 * and then is never silent and never done. The time of one file counts over all its requests.
 */
export class Watchdog {
  readonly #clock: FetchClock;
  readonly #caller: AbortSignal;
  #request = new AbortController();
  #calls: (() => void)[] = [];
  #leftMs: number = fetchLimits.fileMs;
  #begunAt = 0;
  #quiet: () => void = () => undefined;
  #why = "";

  constructor(clock: FetchClock, caller: AbortSignal) {
    this.#clock = clock;
    this.#caller = caller;
  }

  /** Aborts the request that was begun last. */
  get signal(): AbortSignal {
    return this.#request.signal;
  }

  /** Why it was broken off, as a clause; "" when it was not. */
  get barked(): string {
    return this.#why;
  }

  /** A request begins. */
  begin(): void {
    this.#request = new AbortController();
    this.#begunAt = this.#clock.now();
    const leave = () => this.#request.abort();
    if (this.#caller.aborted) leave();
    this.#caller.addEventListener("abort", leave, { once: true });
    const minutes = Math.round(fetchLimits.fileMs / 60_000);
    this.#calls = [
      this.#clock.after(this.#leftMs, () => this.#bark(`one file took longer than ${minutes} minutes`)),
      () => this.#caller.removeEventListener("abort", leave),
    ];
    this.alive();
  }

  /** Something came. */
  alive(): void {
    this.#quiet();
    const seconds = fetchLimits.silenceMs / 1000;
    this.#quiet = this.#clock.after(fetchLimits.silenceMs, () => this.#bark(`nothing came for ${seconds} seconds`));
  }

  /** The request is over; a second call does nothing. */
  end(): void {
    if (this.#calls.length > 0) this.#leftMs = Math.max(1, this.#leftMs - (this.#clock.now() - this.#begunAt));
    this.#quiet();
    for (const call of this.#calls) call();
    this.#calls = [];
  }

  #bark(why: string): void {
    this.#why = why;
    this.#request.abort();
  }
}
