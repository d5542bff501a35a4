import { statSync } from "node:fs";
import { Worker } from "node:worker_threads";

/** The log is copied into the file when it has grown by so many bytes since the last time. */
const grownMax = 32 * 1024 * 1024;
/** Looks at the log's size: one in so many transactions. */
const lookEvery = 16;
/** SQLite cuts a log that begins anew down to this size, so that its size says how much is in it. */
export const logKeptBytes = 4 * 1024 * 1024;

/** The source runs as it is under Node's type stripping; a published build has the same file as JavaScript. */
const threadFile = new URL(
  import.meta.url.endsWith(".ts") ? "./checkpoint-thread.ts" : "./checkpoint-thread.js",
  import.meta.url,
);

/**
 * Copies the write-ahead log of an index into its file in a thread of its own. SQLite would do it within a commit: tens of
 * megabytes and two fsyncs, for which everybody would wait. Should the thread fail, SQLite's own limit still holds.
 */
export class Checkpoints {
  readonly #log: string | undefined;
  readonly #file: string;
  #commits = 0;
  #sizeBefore = 0;
  #isRunning = false;

  /** `file` may be `:memory:`, which has no log. */
  constructor(file: string) {
    this.#file = file;
    this.#log = file === ":memory:" ? undefined : `${file}-wal`;
  }

  /** To be called after each transaction. */
  committed(): void {
    if (this.#log === undefined || ++this.#commits % lookEvery !== 0 || this.#isRunning) return;
    const size = statSync(this.#log, { throwIfNoEntry: false })?.size ?? 0;
    if (size < this.#sizeBefore) this.#sizeBefore = 0;
    if (size < this.#sizeBefore + grownMax) return;
    this.#sizeBefore = size;
    this.#run();
  }

  #run(): void {
    this.#isRunning = true;
    const thread = new Worker(threadFile, { workerData: this.#file, execArgv: [] });
    // A damaged or deleted file shows to those who read it; here it only means that nothing was copied.
    thread.on("error", () => undefined);
    thread.on("exit", () => {
      this.#isRunning = false;
    });
    // It holds up no program that is otherwise done.
    thread.unref();
  }
}
