import { Bell } from "./bell.ts";

/**
 * What one side puts and another takes, in order; whoever takes waits until something is put. Once it has ended nothing
 * more goes in, and the end, or the error it ended with, comes after everything that was put before. It has one taker.
 */
export class Queue<T> {
  readonly #waiting: T[] = [];
  readonly #signal: AbortSignal | undefined;
  readonly #bell: Bell;
  #end: { readonly error?: unknown } | undefined;

  /** When the signal aborts nothing more goes in, and taking throws its reason. */
  constructor(signal?: AbortSignal) {
    this.#signal = signal;
    this.#bell = new Bell(signal);
  }

  /** What would be taken last. */
  get last(): T | undefined {
    return this.#waiting.at(-1);
  }

  /** Puts one at the end, or in the place of the last one. */
  put(one: T, place: "end" | "last" = "end"): void {
    if (this.#end || this.#signal?.aborted) return;
    if (place === "last") this.#waiting.pop();
    this.#waiting.push(one);
    this.#bell.ring();
  }

  /** Ends it; the first end counts. */
  end(): void {
    this.#end ??= {};
    this.#bell.ring();
  }

  /** Ends it with an error. */
  fail(error: unknown): void {
    this.#end ??= { error };
    this.#bell.ring();
  }

  /** Takes the first, when there is one; undefined after the end. */
  async take(): Promise<T | undefined> {
    for (;;) {
      this.#signal?.throwIfAborted();
      if (this.#waiting.length > 0) return this.#waiting.shift();
      if (this.#end && "error" in this.#end) throw this.#end.error;
      if (this.#end) return undefined;
      await this.#bell.rung();
    }
  }

  /** Takes all that waits, at once. */
  drain(): T[] {
    return this.#waiting.splice(0);
  }
}
