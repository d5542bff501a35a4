import type { Worker } from "node:worker_threads";
import { ProcessorTime } from "./processor-time.ts";
import type { Allowance } from "./reading-limits.ts";

/** Why a file that takes too much memory is given up. */
export const tooMuch = "reading it takes more memory than a document may";

/** A thread that took so many milliseconds of the processor is at work, however busy the machine is. */
const atWorkMs = 50;

/**
 * Watches over time and memory of one file that a thread reads. The processor's time decides: on a busy machine ordinary files took longer
 * by the clock than any may. The clock ends a thread that stands still, and one whose processor's time nobody can tell.
 */
export class FileWatch {
  readonly #ms: number;
  #until: number;
  #taken = 0;
  readonly #processor: ProcessorTime;
  readonly #growth: number;
  #memoryMax: number | undefined;

  /** Begins with the file: its clock runs from now on. */
  constructor(thread: Worker | undefined, { ms, processorMs, growth }: Allowance) {
    this.#ms = ms;
    this.#until = performance.now() + ms;
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
    if (this.#processor.taken >= this.#taken + atWorkMs) {
      this.#taken = this.#processor.taken;
      this.#until = performance.now() + this.#ms;
    }
    return performance.now() > this.#until ? tooSlow(this.#ms) : undefined;
  }
}

const tooSlow = (ms: number): string => `reading it took longer than ${Math.ceil(ms / 1000)} seconds`;
