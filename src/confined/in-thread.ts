import { Worker } from "node:worker_threads";
import { begun } from "./answer-once.ts";
import { FileWatch, tooMuch } from "./file-watch.ts";
import { allowanceFor, heapOf, lookEveryMs, type ReadingLimits, usualLimits } from "./reading-limits.ts";

/** What a thread says in the end: what it made of the file, or that it was ended and why. */
export type FromThread<Answer> = { readonly answer: Answer } | { readonly lost: string };

/** Where a thread's program is: `name-thread.ts` beside the module, or in a published build the same name as JavaScript. */
export const threadBeside = (moduleUrl: string, name: string): URL =>
  new URL(`./${name}.${moduleUrl.endsWith(".ts") ? "ts" : "js"}`, moduleUrl);

/**
 * Reads one file in a thread of its own, which is an `answerOnce`. What takes too long or too much memory, or
 * brings out a fault, ends nothing but the thread; `lost` then says why, in words that follow the file's name.
 */
export const inThread = async <Answer>(
  program: URL,
  work: { readonly bytes: Uint8Array } & Readonly<Record<string, unknown>>,
  limits: ReadingLimits = usualLimits,
): Promise<FromThread<Answer>> => {
  const bytes = new Uint8Array(work.bytes);
  const worker = new Worker(program, {
    workerData: { ...work, bytes },
    transferList: [bytes.buffer],
    resourceLimits: heapOf(limits),
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  // A library's chatter about a document is evidence text on a console: nobody reads it.
  worker.stdout.resume();
  worker.stderr.resume();
  let clock: NodeJS.Timeout | undefined;
  try {
    return await new Promise<FromThread<Answer>>((resolve) => {
      worker.on("message", (said: Answer | typeof begun) => {
        if (said !== begun) return resolve({ answer: said });
        const watch = new FileWatch(worker, allowanceFor(limits, work.bytes.length));
        clock = setInterval(() => {
          const lost = watch.look();
          if (lost !== undefined) resolve({ lost });
        }, lookEveryMs);
      });
      worker.on("error", (error) => resolve({ lost: faultOf(error) }));
      worker.on("exit", () => resolve({ lost: endedReader }));
    });
  } finally {
    clearInterval(clock);
    await worker.terminate();
  }
};

/** Why a thread that ended without being told to is lost. */
export const endedReader = "reading it ended the reader";

/** What an error of a thread is told as: its name or place, never its words, which may be the file's. */
export const faultOf = (error: unknown): string =>
  (error as { code?: string }).code === "ERR_WORKER_OUT_OF_MEMORY"
    ? tooMuch
    : fault(error instanceof Error ? error.name : typeof error);

export const fault = (where: string): string =>
  `the importer has a fault that this file brings out (${where}): report it`;
