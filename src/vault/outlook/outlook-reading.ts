import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { ImportRefusal } from "../reader/port.ts";
import type { PstStep } from "./pst-items.ts";

/** What the thread says: the next step, or the end with the reason why it came too early; empty where it did not. */
export type OutlookAnswer = { readonly step: PstStep } | { readonly end: string };

/** Milliseconds after which one item is given up: one of 64 MiB takes some seconds, the folders of a large file as well. */
const msMax = 120_000;
/** MiB of heap, above which the thread ends: an item with its copies, and the list of all items of a large file. */
const heapMiB = 1_024;

const threadFile = new URL(
  import.meta.url.endsWith(".ts") ? "./outlook-thread.ts" : "./outlook-thread.js",
  import.meta.url,
);

/**
 * The items of a data file of Outlook, read in a thread of its own, one ahead of whoever takes them: what a stranger's file makes of
 * the library ends nothing but that thread. Errors: `ImportRefusal`, also between two items.
 */
export async function* outlookSteps(source: string | Uint8Array, skip: number): AsyncGenerator<PstStep> {
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
  try {
    for (let asked = ask(worker); ; ) {
      const answer = await asked;
      if ("end" in answer) {
        if (answer.end === "") return;
        throw new ImportRefusal(answer.end);
      }
      asked = ask(worker);
      // Heard at its turn; until then it must not count as a failure nobody cares for.
      asked.catch(() => undefined);
      yield answer.step;
    }
  } finally {
    await worker.terminate();
  }
}

const ask = async (worker: Worker): Promise<OutlookAnswer> => {
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), msMax);
  worker.postMessage("next");
  try {
    const [answer] = (await once(worker, "message", { signal: clock.signal })) as [OutlookAnswer];
    return answer;
  } catch (cause) {
    throw new ImportRefusal(givenUp, { cause });
  } finally {
    clearTimeout(timer);
  }
};

const givenUp =
  "an item in it could not be read within two minutes or the memory that is there, and the rest was not tried; export its folders from Outlook one by one and import those";
