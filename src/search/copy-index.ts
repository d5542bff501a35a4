import { Worker } from "node:worker_threads";

/** The source runs as it is under Node's type stripping; a published build has the same file as JavaScript. */
const threadFile = new URL(import.meta.url.endsWith(".ts") ? "./copy-thread.ts" : "./copy-thread.js", import.meta.url);

/**
 * Copies the file of an open index, with its key, as it stands at one moment; in a thread of its own, since it may be hundreds of megabytes. Gives the
 * watermark that the copy bears. Errors: whatever reading and writing files throws; damage of the index.
 */
export const copyIndex = (from: string, to: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(threadFile, { workerData: { from, to }, execArgv: [] });
    thread.once("message", resolve);
    thread.once("error", reject);
    // After a message this changes nothing.
    thread.once("exit", () => reject(new Error("a copy of an index was not made")));
  });
