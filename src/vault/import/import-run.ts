import { create } from "@bufbuild/protobuf";
import type { DocDetail, DocRecord, DocSummary } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import {
  type ImportedItem,
  ImportedItemSchema,
  ImportedItem_Outcome as Outcome,
} from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { DomainError } from "../../error.ts";
import { sha256Hex } from "../../sha256.ts";
import type { Strand } from "../strand/strand.ts";
import { attachmentPaths, type GivenFile, knownFile, type ReadFile, readFile, refusedFile } from "./read-file.ts";
import type { MadeDocument } from "./record.ts";

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

/** Documents a dry run would have written, so that it decides on later files as a real one would. */
class Overlay {
  readonly records = new Map<string, DocRecord>();
  readonly paths = new Map<string, string>();
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

/** Decides on the files of one batch, in order: new, known, superseding or refused. */
class Plan {
  readonly rows: ImportedItem[] = [];
  readonly documents: MadeDocument[] = [];
  private readonly fresh = new Map<string, DocRecord>();
  private readonly paths = new Map<string, string>();
  private readonly strand: Strand;
  private readonly overlay: Overlay;

  constructor(strand: Strand, overlay: Overlay) {
    this.strand = strand;
    this.overlay = overlay;
  }

  take(file: ReadFile, parentDocUid: string): void {
    const known = file.refusal === "" ? this.find(file.docUid) : undefined;
    if (known !== undefined) this.known(known, file.path, parentDocUid);
    else if (file.made !== undefined) this.takeNew(file, file.made, parentDocUid);
    else this.row({ path: file.path, outcome: Outcome.REFUSED, reason: file.refusal, parentDocUid });
  }

  /** A document the strand has: nothing is written, and what it carries is known with it. */
  private known(record: DocRecord, path: string, parentDocUid: string): void {
    const detail = record.detail as DocDetail;
    const { docUid, sourceDigest, path: firstPath } = detail.summary as DocSummary;
    const newer = this.newest(docUid, firstPath);
    const reason = `the same bytes were imported before${firstPath === path ? "" : " under another path"}${newer ? "; a newer document has taken their path since" : ""}`;
    this.row({ path, outcome: Outcome.DUPLICATE, reason, docUid, sourceDigest, parentDocUid });
    const childPaths = attachmentPaths(path, detail.attachments);
    for (const [i, attachment] of detail.attachments.entries()) {
      const child = attachment.docUid === "" ? undefined : this.find(attachment.docUid);
      const childPath = childPaths[i] ?? path;
      if (child !== undefined) this.known(child, childPath, docUid);
      else this.row({ path: childPath, outcome: Outcome.REFUSED, reason: attachment.reason, parentDocUid: docUid });
    }
  }

  /** Keeps what a dry run decided for its next batch. */
  remember(): void {
    for (const [docUid, record] of this.fresh) this.overlay.records.set(docUid, record);
    for (const [path, docUid] of this.paths) this.overlay.paths.set(path, docUid);
  }

  private takeNew({ path, children }: ReadFile, made: MadeDocument, parentDocUid: string): void {
    const detail = made.record.detail as DocDetail;
    const { docUid, sourceDigest } = detail.summary as DocSummary;
    const supersedesDocUid =
      this.paths.get(path) ?? this.overlay.paths.get(path) ?? this.strand.catalogue.atPath(path) ?? "";
    detail.supersedesDocUid = supersedesDocUid;
    this.documents.push(made);
    this.fresh.set(docUid, made.record);
    this.paths.set(path, docUid);
    const outcome = supersedesDocUid === "" ? Outcome.IMPORTED : Outcome.SUPERSEDES;
    this.row({ path, outcome, docUid, sourceDigest, supersedesDocUid, parentDocUid, notes: detail.notes });
    for (const child of children) this.take(child, docUid);
  }

  private find(docUid: string): DocRecord | undefined {
    return this.fresh.get(docUid) ?? this.overlay.records.get(docUid) ?? this.strand.catalogue.record(docUid);
  }

  private newest(docUid: string, path: string): boolean {
    const current = this.paths.get(path) ?? this.strand.catalogue.atPath(path);
    return current !== undefined && current !== docUid;
  }

  private row(row: Partial<Omit<ImportedItem, "$typeName" | "$unknown">>): void {
    this.rows.push(create(ImportedItemSchema, row));
  }
}
