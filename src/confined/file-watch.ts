import type { Worker } from "node:worker_threads";
import { ProcessorTime } from "./processor-time.ts";
import { type Allowance, lookEveryMs } from "./reading-limits.ts";

/** Why a file that takes too much memory is given up. */
export const tooMuch = "reading it takes more memory than a document may";

/**
 * What one look counts for at most, in milliseconds: whoever looks may have been kept from looking, and the thread's answer waits behind
 * that look. Ten looks in a row were missed then.
 */
const lookMs = 10 * lookEveryMs;

/** A thread that took so many milliseconds of the processor is at work, however busy the machine is. */
const atWorkMs = 50;

/**
 * Watches over time and memory of one file that a thread reads. The processor's time decides: on a busy machine ordinary files took longer
 * by the clock than any may. The clock ends a thread that is seen to stand still, and one whose processor's time nobody can tell.
 */
export class FileWatch {
  readonly #ms: number;
  /** When it was looked last, and how long the thread was seen to stand still. */
  #looked = performance.now();
  #still = 0;
  #taken = 0;
  readonly #processor: ProcessorTime;
  readonly #growth: number;
  #memoryMax: number | undefined;

  /** Begins with the file: its clock runs from now on. */
  constructor(thread: Worker | undefined, { ms, processorMs, growth }: Allowance) {
    this.#ms = ms;
    this.#processor = new ProcessorTime(thread, processorMs);
    this.#growth = growth;
  }

  /**
   * Why the file is to be given up; undefined while it may go on. The heap has a limit of its own; buffers have none, so the growth
   * of the process is looked at. Whatever else grows meanwhile counts as well: wrongly refused is better than out of memory.
   */
  look(): string | undefined {
    const size = process.memoryUsage.rss();
    this.#memoryMax ??= size + this.#growth;
    this.#processor.look();
    if (size > this.#memoryMax) return tooMuch;
    if (this.#processor.isOver) return tooSlow(this.#processor.ms);
    const now = performance.now();
    this.#still += Math.min(now - this.#looked, lookMs);
    this.#looked = now;
    if (this.#processor.taken >= this.#taken + atWorkMs) {
      this.#taken = this.#processor.taken;
      this.#still = 0;
    }
    return this.#still > this.#ms ? tooSlow(this.#ms) : undefined;
  }

  /** Whether it was the clock that gave the file up, which a machine with much else to do can bring about. */
  get stoodStill(): boolean {
    return this.#still > this.#ms;
  }
}

const tooSlow = (ms: number): string => `reading it took longer than ${Math.ceil(ms / 1000)} seconds`;
