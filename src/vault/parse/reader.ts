import { Worker } from "node:worker_threads";
import { FileWatch } from "../../confined/file-watch.ts";
import { endedReader, fault, faultOf } from "../../confined/in-thread.ts";
import {
  type Allowance,
  allowanceFor,
  heapOf,
  lookEveryMs,
  pictureAllowance,
  type ReadingLimits,
  usualLimits,
} from "../../confined/reading-limits.ts";
import type { GivenFile, ReadFile } from "../import/read-file.ts";
import { ReadingJob } from "./reading-job.ts";
import { type DropRequest, type MoreRequest, type ReadRequest, type ThreadMessage, unitFromWire } from "./wire.ts";

/** Reads files in a thread of its own: the main one answers searches meanwhile. */
export interface Reader {
  /**
   * One answer for a document; one for each file of a mailbox or archive and a last one for itself. What takes too long
   * or too much memory is refused like what cannot be read. Reading begins with this call, in the order of the calls;
   * whoever does not take all answers must cancel.
   */
  read(file: GivenFile, importedAtIso: string): Reading;
  /** Ends the thread. Running readings end as refused. */
  close(): Promise<void>;
}

/** A file that is being read. */
export interface Reading {
  /** Its answers, in order; to be taken once. */
  readonly units: AsyncIterable<ReadFile>;
  /** Ends the reading where it is; after its end this does nothing. */
  cancel(): void;
}

/** The source runs as it is under Node's type stripping; a published build has the same file as JavaScript. */
const threadFile = new URL(import.meta.url.endsWith(".ts") ? "./thread.ts" : "./thread.js", import.meta.url);

/**
 * Opens a reader with one thread, started with the first file and kept. When a file takes too long or too much, the
 * thread ends, the file is refused, and a new thread goes on with the next.
 */
export const createReader = (limits: ReadingLimits = usualLimits): Reader => new ThreadReader(limits);

class ThreadReader implements Reader {
  readonly #limits: ReadingLimits;
  /** In the order in which the thread reads them: the first is the one it is at. */
  #jobs: ReadingJob[] = [];
  #nextId = 1;
  #worker: Worker | undefined;
  #isReady = false;
  #clock: NodeJS.Timeout | undefined;
  #watched: FileWatch | undefined;

  constructor(limits: ReadingLimits) {
    this.#limits = limits;
  }

  read(file: GivenFile, importedAtIso: string): Reading {
    const job = new ReadingJob(this.#nextId++, file, importedAtIso);
    this.#jobs.push(job);
    this.#send(job);
    if (this.#jobs.length === 1) this.#start();
    const more: MoreRequest = { job: job.id, more: 1 };
    const units = job.units(() => job.isDone || this.#worker?.postMessage(more));
    return { units, cancel: () => this.#abandon(job) };
  }

  async close(): Promise<void> {
    const ending = this.#end();
    for (const job of this.#jobs.splice(0).filter(({ isDone }) => !isDone)) {
      job.lose("the server stopped while it was read; import it again");
      job.finish();
    }
    await ending;
  }

  #send(job: ReadingJob): void {
    const { path, mediaType, archives = 0, passwords = [] } = job.file;
    // A copy of its own, handed over: a clone of a view would copy all that it is a view of.
    const bytes = new Uint8Array(job.file.bytes);
    const { id, importedAtIso, given: skip } = job;
    const request: ReadRequest = {
      job: id,
      file: { path, mediaType, archives, passwords, bytes },
      importedAtIso,
      skip,
    };
    this.#thread().postMessage(request, [bytes.buffer]);
  }

  #thread(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(threadFile, {
      resourceLimits: heapOf(this.#limits),
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    // A library's chatter about a document is evidence text on a console: nobody reads it.
    worker.stdout.resume();
    worker.stderr.resume();
    worker.on("message", (message: ThreadMessage) => this.#worker === worker && this.#hear(message));
    worker.on("error", (error) => this.#worker === worker && this.#lost(faultOf(error)));
    worker.on("exit", () => this.#worker === worker && this.#lost(endedReader));
    this.#worker = worker;
    this.#clock = setInterval(() => this.#look(), lookEveryMs);
    this.#rest();
    return worker;
  }

  #hear(message: ThreadMessage): void {
    const job = this.#jobs[0];
    if (message.say === "ready") {
      this.#isReady = true;
      this.#start();
    } else if (job !== undefined && job.id === message.job) this.#hearOf(job, message);
  }

  #hearOf(job: ReadingJob, message: Exclude<ThreadMessage, { say: "ready" }>): void {
    if (message.say === "bug") this.#lost(fault(message.message));
    else if (message.say === "dropped") this.#finish(job);
    else if (message.say === "begin") {
      job.begin(message.place, message.path);
      this.#watch(message.sizeBytes);
    } else if (message.say === "picture") {
      this.#allow(pictureAllowance(this.#limits, job.file.bytes.length, message.pixels));
    } else {
      if (!job.isDone) job.give(unitFromWire(message.unit, job.file.bytes));
      if (message.last) this.#finish(job);
      else this.#watch(job.file.bytes.length);
    }
  }

  #finish(job: ReadingJob): void {
    this.#jobs.shift();
    job.finish();
    this.#start();
  }

  /** The clock of the first job starts: the thread reads it now. */
  #start(): void {
    const job = this.#jobs[0];
    this.#rest();
    if (job !== undefined && this.#isReady) this.#watch(job.file.bytes.length);
    else this.#watched = undefined;
  }

  #watch(sizeBytes: number): void {
    this.#allow(allowanceFor(this.#limits, sizeBytes));
  }

  /** From now on the thread may take so much. */
  #allow(allowance: Allowance): void {
    this.#watched = new FileWatch(this.#worker, allowance);
  }

  /** Looks at time and memory. A thread that waits for its answers to be taken is not at work and is left alone. */
  #look(): void {
    if (this.#jobs[0]?.isHeldBack === true) return;
    const reason = this.#watched?.look();
    if (reason !== undefined) this.#lost(reason, this.#watched?.stoodStill);
  }

  /**
   * The thread is of no use any more: the file it was at is refused, the others begin anew in another thread. Where it stood still, a
   * machine with much else to do may have been the cause: that file is tried once more before it is refused.
   */
  #lost(reason: string, stoodStill = false): void {
    void this.#end();
    const isOver = !stoodStill || this.#jobs[0]?.triesAgain() !== true;
    if (isOver && this.#jobs[0]?.isDone === false)
      this.#jobs[0].lose(`${reason}; save its words as plain text and import that`);
    this.#jobs = this.#jobs.filter((job) => !job.isDone);
    for (const job of this.#jobs) this.#send(job);
  }

  /**
   * Of the file that the thread is at only its end can be had. One behind it keeps its place in line until the thread has said
   * that it dropped it: else the thread would wait for ever for its answers to be taken, and the clock of the next file would run.
   */
  #abandon(job: ReadingJob): void {
    if (job.isDone) return;
    const isAtIt = this.#jobs[0] === job;
    job.finish();
    if (!isAtIt) {
      const drop: DropRequest = { job: job.id, drop: true };
      this.#worker?.postMessage(drop);
      return;
    }
    void this.#end();
    this.#jobs = this.#jobs.filter((other) => !other.isDone);
    for (const other of this.#jobs) this.#send(other);
  }

  async #end(): Promise<void> {
    clearInterval(this.#clock);
    this.#isReady = false;
    this.#watched = undefined;
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  /** An idle thread keeps no program alive that is otherwise done. */
  #rest(): void {
    if (this.#jobs.length === 0) {
      this.#worker?.unref();
      this.#clock?.unref();
    } else {
      this.#worker?.ref();
      this.#clock?.ref();
    }
  }
}
