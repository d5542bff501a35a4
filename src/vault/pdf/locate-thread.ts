import { parentPort, workerData } from "node:worker_threads";
import { cutNetwork } from "../parse/cut-network.ts";
import { locateOnPages, type WantedOnPage } from "./locate-job.ts";

/** The thread in which a stranger's PDF is opened once more, for the places of words on it; it does that once and ends. */
cutNetwork();
const { pdf, wanted } = workerData as { readonly pdf: Uint8Array; readonly wanted: readonly WantedOnPage[] };
parentPort?.postMessage(await locateOnPages(pdf, wanted));
