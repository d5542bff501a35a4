import { create } from "@bufbuild/protobuf";
import type { DocDetail, DocRecord, DocSummary } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import {
  type ImportedItem,
  ImportedItemSchema,
  ImportedItem_Outcome as Outcome,
} from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import type { Strand } from "../strand/strand.ts";
import { attachmentPaths, type ReadFile } from "./read-file.ts";
import type { MadeDocument } from "./record.ts";

/** Documents a dry run would have written, so that it decides on later files as a real one would. */
export class Overlay {
  readonly records = new Map<string, DocRecord>();
  readonly paths = new Map<string, string>();
}

/** Decides on the files of one batch, in order: new, known, superseding or refused. */
export class Plan {
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
