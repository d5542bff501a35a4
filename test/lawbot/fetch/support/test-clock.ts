import type { FetchClock } from "../../../../src/lawbot/fetch/fetch-clock.ts";

/** Time that moves only when it is told to, or when somebody waits on purpose. */
export class TestClock implements FetchClock {
  /** What was waited for on purpose, in milliseconds. */
  readonly waits: number[] = [];
  #now = Date.UTC(2025, 0, 1);
  readonly #timers = new Set<{ readonly at: number; readonly fire: () => void }>();

  now(): number {
    return this.#now;
  }

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.waits.push(ms);
    this.advance(ms);
  }

  after(ms: number, fire: () => void): () => void {
    const timer = { at: this.#now + ms, fire };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  advance(ms: number): void {
    this.#now += ms;
    for (const timer of [...this.#timers]) if (timer.at <= this.#now && this.#timers.delete(timer)) timer.fire();
  }

  /** Limits that are still being watched; none once nothing is under way. */
  get pending(): number {
    return this.#timers.size;
  }
}
