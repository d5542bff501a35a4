import { once } from "node:events";
import { statSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { FileWatch } from "../../confined/file-watch.ts";
import { type Allowance, allowanceFor, lookEveryMs, mib, usualLimits } from "../../confined/reading-limits.ts";
import { ImportRefusal } from "../reader/port.ts";
import type { SealedFile } from "../spool/upload-key.ts";
import type { PstStep } from "./pst-items.ts";

/** What the thread says: the next step, or the end with the reason why it came too early; empty where it did not. */
export type OutlookAnswer = { readonly step: PstStep } | { readonly end: string };

/** Milliseconds that the thread may stand still at one item: the folders of a large file come from a disk. */
const msMax = 120_000;
/** An item is no larger. */
const itemBytesMax = 64 * mib;
/** MiB of heap, above which the thread ends: an item with its copies, and the list of all items of a large file. */
const heapMiB = 1_024;

const threadFile = new URL(
  import.meta.url.endsWith(".ts") ? "./outlook-thread.ts" : "./outlook-thread.js",
  import.meta.url,
);

/**
 * The items of a data file of Outlook, read in a thread of its own, one ahead of whoever takes them: what a stranger's file makes of
 * the library ends nothing but that thread. One item may take the processor's time that a document as large as the file may, of at most
 * 64 MiB: a damaged file leads the library round in a circle. Errors: `ImportRefusal`, also between two items.
 */
export async function* outlookSteps(source: SealedFile | Uint8Array, skip: number): AsyncGenerator<PstStep> {
  const worker = new Worker(threadFile, {
    workerData: { source, skip },
    resourceLimits: { maxOldGenerationSizeMb: heapMiB, stackSizeMb: 4 },
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  // The library writes what it meets to a console, evidence text too: nobody reads it.
  worker.stdout.resume();
  worker.stderr.resume();
  const sizeBytes = source instanceof Uint8Array ? source.length : statSync(source.path).size;
  const { processorMs } = allowanceFor(usualLimits, Math.min(sizeBytes, itemBytesMax));
  const allowance = { ms: msMax, processorMs, growth: heapMiB * mib };
  try {
    await started(worker);
    for (let asked = ask(worker, allowance); ; ) {
      const answer = await asked;
      if ("end" in answer) {
        if (answer.end === "") return;
        throw new ImportRefusal(answer.end);
      }
      asked = ask(worker, allowance);
      // Heard at its turn; until then it must not count as a failure nobody cares for.
      asked.catch(() => undefined);
      yield answer.step;
    }
  } finally {
    await worker.terminate();
  }
}

/** Loading the library is no part of what the file takes. */
const started = async (worker: Worker): Promise<void> => {
  try {
    await once(worker, "message", { signal: AbortSignal.timeout(msMax) });
  } catch (cause) {
    throw new ImportRefusal(givenUp, { cause });
  }
};

const ask = async (worker: Worker, allowance: Allowance): Promise<OutlookAnswer> => {
  const clock = new AbortController();
  const watch = new FileWatch(worker, allowance);
  const timer = setInterval(() => watch.look() === undefined || clock.abort(), lookEveryMs);
  worker.postMessage("next");
  try {
    const [answer] = (await once(worker, "message", { signal: clock.signal })) as [OutlookAnswer];
    return answer;
  } catch (cause) {
    throw new ImportRefusal(givenUp, { cause });
  } finally {
    clearInterval(timer);
  }
};

const givenUp =
  "an item in it could not be read in the time or the memory that a document may take, and the rest was not tried; export its folders from Outlook one by one and import those";
