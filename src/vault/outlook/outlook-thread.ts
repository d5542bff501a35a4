import { parentPort, workerData } from "node:worker_threads";
import { begun } from "../../confined/answer-once.ts";
import { cutNetwork } from "../../confined/cut-network.ts";
import { ImportRefusal } from "../reader/port.ts";
import type { SealedFile } from "../spool/upload-key.ts";
import type { OutlookAnswer } from "./outlook-reading.ts";
import { pstItems } from "./pst-items.ts";
import { pstLibrary } from "./pst-library.ts";

/** The thread in which a data file of Outlook is opened: each time it is asked it gives the next item. */
cutNetwork();
const { source, skip } = workerData as { readonly source: SealedFile | Uint8Array; readonly skip: number };
const read = source instanceof Uint8Array ? Buffer.from(source.buffer, source.byteOffset, source.length) : source;
const items = pstItems(read, skip);

const next = (): OutlookAnswer => {
  try {
    const { value, done } = items.next();
    return done === true ? { end: "" } : { step: value };
  } catch (error) {
    return { end: error instanceof ImportRefusal ? error.message : damagedMailbox };
  }
};

const damagedMailbox = "it is damaged; export the mailbox from Outlook as .pst once more and import that";

try {
  pstLibrary();
} catch {
  // Said when the first item is asked for.
}
parentPort?.postMessage(begun);
parentPort?.on("message", () => parentPort?.postMessage(next()));
