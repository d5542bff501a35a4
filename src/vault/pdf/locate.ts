import { Worker } from "node:worker_threads";
import { Serial } from "#kit/serial.ts";
import type { PlacedOnPage, WantedOnPage } from "./locate-job.ts";

/** Milliseconds after which a file is given up: a page of a usual one takes a tenth of a second. */
const msMax = 10_000;

/** MiB of heap, above which the thread ends. */
const heapMiB = 512;

const threadFile = new URL(
  import.meta.url.endsWith(".ts") ? "./locate-thread.ts" : "./locate-thread.js",
  import.meta.url,
);

/** One file at a time: whoever asks for many waits, and others are answered meanwhile. */
const one = new Serial();

/**
 * Finds words on the pages of a PDF, in a thread that does this alone: searches go on meanwhile, and a file that is made to
 * take for ever or too much ends nothing but its thread. Undefined where it cannot be had.
 */
export const locate = (
  pdf: Uint8Array,
  wanted: readonly WantedOnPage[],
): Promise<readonly PlacedOnPage[] | undefined> => one.run(() => inThread(pdf, wanted));

const inThread = (pdf: Uint8Array, wanted: readonly WantedOnPage[]): Promise<readonly PlacedOnPage[] | undefined> => {
  const worker = new Worker(threadFile, {
    workerData: { pdf, wanted },
    resourceLimits: { maxOldGenerationSizeMb: heapMiB, stackSizeMb: 4 },
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  // A library's chatter about a document is evidence text on a console: nobody reads it.
  worker.stdout.resume();
  worker.stderr.resume();
  return new Promise<readonly PlacedOnPage[] | undefined>((resolve) => {
    const clock = setTimeout(() => resolve(undefined), msMax);
    worker.on("message", resolve);
    worker.on("error", () => resolve(undefined));
    worker.on("exit", () => {
      clearTimeout(clock);
      resolve(undefined);
    });
  }).finally(() => worker.terminate());
};
