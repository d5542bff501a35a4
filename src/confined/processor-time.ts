import type { Worker } from "node:worker_threads";

/** Counts the time that a thread has the processor, from its first look on. */
export class ProcessorTime {
  readonly #thread: Worker | undefined;
  /** Milliseconds it may take. */
  readonly ms: number;
  #before: number | undefined;
  #taken = 0;
  #isAsking = false;

  constructor(thread: Worker | undefined, ms: number) {
    this.#thread = thread;
    this.ms = ms;
  }

  /** Milliseconds that it took, as far as the last answer tells. */
  get taken(): number {
    return this.#taken;
  }

  /** Whether it took more, as far as the last answer tells. */
  get isOver(): boolean {
    return this.#taken > this.ms;
  }

  /** Asks; the answer comes later, and none where the platform has no such question or the thread has ended. */
  look(): void {
    if (this.#isAsking || typeof this.#thread?.cpuUsage !== "function") return;
    this.#isAsking = true;
    this.#thread.cpuUsage().then(
      ({ user, system }) => this.#hear((user + system) / 1000),
      () => undefined,
    );
  }

  #hear(ms: number): void {
    this.#isAsking = false;
    this.#before ??= ms;
    this.#taken = ms - this.#before;
  }
}

/** Milliseconds that this thread has had the processor; where Node does not tell, those of the clock. */
export const threadMs = (): number => {
  if (typeof process.threadCpuUsage !== "function") return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
