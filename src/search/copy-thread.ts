import { copyFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { keyFileOf } from "../block-cipher.ts";
import { deleteDerivedFile } from "../derived-file.ts";
import { leanWriting } from "./index-state.ts";
import { openFullTextIndex } from "./sqlite-index.ts";

/** Copies an index into one file beside whoever reads and writes it, with all words written, and says what the copy says that it is of. */

const { from, to } = workerData as { readonly from: string; readonly to: string };
deleteDerivedFile(to);
const place = pathToFileURL(from);
place.search = "?mode=rw";
const db = new DatabaseSync(place);
db.prepare("VACUUM INTO ?").run(to);
db.close();
copyFileSync(keyFileOf(from), keyFileOf(to));
const copy = openFullTextIndex(to, leanWriting);
const { watermark } = copy;
copy.close();
parentPort?.postMessage(watermark);
