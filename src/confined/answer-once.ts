import { parentPort, workerData } from "node:worker_threads";
import { cutNetwork } from "./cut-network.ts";

/** What a thread says when its program is loaded and it begins with the file: from then on its time counts. */
export const begun = "begun";

/** The whole of a thread of `inThread`: without network it makes one answer of what it was given, and ends. */
export const answerOnce = async <Work>(make: (work: Work) => unknown): Promise<void> => {
  cutNetwork();
  parentPort?.postMessage(begun);
  parentPort?.postMessage(await make(workerData as Work));
};
