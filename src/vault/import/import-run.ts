import type { ImportedItem } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { DomainError } from "../../error.ts";
import { sha256Hex } from "../../sha256.ts";
import type { Strand } from "../strand/strand.ts";
import { Overlay, Plan } from "./plan.ts";
import { type GivenFile, knownFile, type ReadFile, readFile, refusedFile } from "./read-file.ts";

/** A batch is committed when it has this many documents or bytes: one fsync and one index transaction for all of them. */
const batchDocumentsMax = 64;
const batchBytesMax = 8 * 1024 * 1024;

export interface ImportOptions {
  readonly dryRun: boolean;
  /** Now, RFC 3339 in UTC. */
  readonly nowIso: () => string;
}

/** A file, or the refusal of one whose bytes were not worth receiving. */
export type ImportInput = GivenFile | { readonly path: string; readonly refusal: string };

/**
 * Imports files one after another and gives a row for each file and attachment once it is on disk, in order. What is read
 * is decided against everything before it, in this call and in earlier ones, so that an import is the same whether its
 * files come in one call or in many.
 */
export async function* importFiles(
  strand: Strand,
  files: AsyncIterable<ImportInput> | Iterable<ImportInput>,
  options: ImportOptions,
): AsyncGenerator<ImportedItem> {
  const overlay = new Overlay();
  let batch = new Batch();
  for await (const file of files) {
    batch.add(await read(strand, overlay, file, options));
    if (!batch.isFull) continue;
    yield* await flush(strand, batch, overlay, options);
    batch = new Batch();
  }
  yield* await flush(strand, batch, overlay, options);
}

class Batch {
  readonly files: ReadFile[] = [];
  private bytes = 0;
  private documents = 0;

  add(file: ReadFile): void {
    this.files.push(file);
    this.count(file);
  }

  get isFull(): boolean {
    return this.documents >= batchDocumentsMax || this.bytes >= batchBytesMax;
  }

  private count(file: ReadFile): void {
    this.bytes += (file.made?.original.length ?? 0) + (file.made?.canonical.length ?? 0);
    this.documents++;
    for (const child of file.children) this.count(child);
  }
}

/** Bytes that are known already are not read again, since they would give the same text. */
const read = async (strand: Strand, overlay: Overlay, file: ImportInput, options: ImportOptions): Promise<ReadFile> => {
  if ("refusal" in file) return refusedFile(file.path, file.refusal);
  const docUid = sha256Hex(file.bytes);
  const isKnown = strand.catalogue.record(docUid) !== undefined || overlay.records.has(docUid);
  return isKnown ? knownFile(file.path, docUid) : readFile(file, options.nowIso());
};

const flush = (strand: Strand, batch: Batch, overlay: Overlay, options: ImportOptions): Promise<ImportedItem[]> =>
  strand.exclusively(async () => {
    try {
      return await decideAndCommit(strand, batch, overlay, options);
    } catch (error) {
      if (!(error instanceof DomainError) || error.reason !== "RUN_VERSION_STALE") throw error;
      // Another process wrote to this strand: what it wrote may decide otherwise on these files.
      await strand.catchUp();
      return decideAndCommit(strand, batch, overlay, options);
    }
  });

const decideAndCommit = async (
  strand: Strand,
  batch: Batch,
  overlay: Overlay,
  options: ImportOptions,
): Promise<ImportedItem[]> => {
  const plan = new Plan(strand, overlay);
  for (const file of batch.files) plan.take(file, "");
  if (options.dryRun) plan.remember();
  else await strand.commit(plan.documents);
  return plan.rows;
};
