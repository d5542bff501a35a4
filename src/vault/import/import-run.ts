import type { ImportedItem } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { sha256Hex } from "../../sha256.ts";
import type { Reader, Reading } from "../parse/reader.ts";
import type { Strand } from "../strand/strand.ts";
import { Overlay, Plan } from "./plan.ts";
import { readAhead } from "./read-ahead.ts";
import { type ImportInput, knownFile, type ReadFile, refusedFile } from "./read-file.ts";

/**
 * A batch is committed when it has this many documents or bytes: one fsync and one index transaction for all of them.
 * A commit's own part is some 80 µs a document in which nothing else runs, so more would be felt by those who search.
 */
const batchDocumentsMax = 32;
const batchBytesMax = 4 * 1024 * 1024;

export interface ImportOptions {
  readonly dryRun: boolean;
  /** Now, RFC 3339 in UTC. */
  readonly nowIso: () => string;
  readonly reader: Reader;
  /** Told after each batch, before its rows are given. */
  readonly onProgress: (progress: ImportedSoFar) => void;
}

/** Files of the call that are done, and their bytes. */
export interface ImportedSoFar {
  readonly fileCount: number;
  readonly doneBytes: number;
}

/**
 * Imports files one after another and gives a row for each file and attachment once it is on disk, in order. What is read
 * is decided against everything before it, in this call and in earlier ones, so that an import is the same whether its
 * files come in one call or in many. When `files` fails, what came whole before is imported first.
 */
export async function* importFiles(
  strand: Strand,
  files: AsyncIterable<ImportInput> | Iterable<ImportInput>,
  options: ImportOptions,
): AsyncGenerator<ImportedItem> {
  const overlay = new Overlay();
  const done = { fileCount: 0, doneBytes: 0 };
  let batch = new Batch();
  // One batch is committed while the next is read, so that neither waits for the other.
  let committing: Promise<ImportedItem[]> = Promise.resolve([]);
  const next = async (): Promise<ImportedItem[]> => {
    const [rows, full, progress] = [await committing, batch, { ...done }];
    batch = new Batch();
    committing = flush(strand, full, overlay, options).then((decided) => {
      options.onProgress(progress);
      return decided;
    });
    // Heard at its turn; until then it must not count as a failure nobody cares for.
    committing.catch(() => undefined);
    return rows;
  };
  try {
    for await (const answer of readAhead(files, (file) => read(strand, overlay, file, options))) {
      if ("unit" in answer) batch.add(answer.unit);
      else {
        done.fileCount++;
        done.doneBytes += answer.doneBytes;
      }
      if (batch.isFull) yield* await next();
    }
  } catch (error) {
    yield* await next();
    yield* await committing;
    throw error;
  }
  yield* await next();
  yield* await committing;
}

class Batch {
  readonly files: ReadFile[] = [];
  #bytes = 0;
  #documents = 0;

  add(file: ReadFile): void {
    this.files.push(file);
    this.#count(file);
  }

  get isFull(): boolean {
    return this.#documents >= batchDocumentsMax || this.#bytes >= batchBytesMax;
  }

  #count(file: ReadFile): void {
    this.#bytes += (file.made?.original?.length ?? 0) + (file.made?.canonical?.length ?? 0);
    this.#documents++;
    for (const child of file.children) this.#count(child);
  }
}

/** Bytes that are known already are not read again, since they would give the same text. */
const read = (strand: Strand, overlay: Overlay, file: ImportInput, options: ImportOptions): Reading => {
  if ("refusal" in file) return once(refusedFile(file.path, file.refusal));
  if ("docUid" in file) return once(knownFile(file.path, file.docUid));
  const docUid = sha256Hex(file.bytes);
  const isKnown = strand.catalogue.has(docUid) || overlay.records.has(docUid);
  return isKnown ? once(knownFile(file.path, docUid)) : options.reader.read(file, options.nowIso());
};

const once = (unit: ReadFile): Reading => ({
  units: (async function* () {
    yield unit;
  })(),
  cancel: () => undefined,
});

const flush = (strand: Strand, batch: Batch, overlay: Overlay, options: ImportOptions): Promise<ImportedItem[]> =>
  strand.decided(() => decideAndCommit(strand, batch, overlay, options));

const decideAndCommit = async (
  strand: Strand,
  batch: Batch,
  overlay: Overlay,
  options: ImportOptions,
): Promise<ImportedItem[]> => {
  const plan = new Plan(strand, overlay);
  for (const file of batch.files) plan.take(file, "");
  if (options.dryRun) plan.remember();
  else await strand.commit(plan.documents, plan.noted);
  return plan.rows;
};
