import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { workerData } from "node:worker_threads";

/** Copies the log of one index into its file, beside whoever reads and writes it, and ends. */

const place = pathToFileURL(workerData as string);
// Never made anew: the index may have been closed and deleted meanwhile.
place.search = "?mode=rw";
const db = new DatabaseSync(place);
// PASSIVE waits for nobody: what somebody still needs stays in the log until the next time.
db.exec("PRAGMA wal_checkpoint(PASSIVE)");
db.close();
