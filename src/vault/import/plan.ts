import { create } from "@bufbuild/protobuf";
import {
  type DocDetail,
  type DocRecord,
  type DocSummary,
  type NotedPath,
  NotedPathSchema,
} from "../../../gen/pincite/vault/v1/doc_pb.ts";
import {
  type ImportedItem,
  ImportedItemSchema,
  ImportedItem_Outcome as Outcome,
} from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { inEnglish, worded } from "../../messages/said.ts";
import { mailboxEntryPath } from "../container/mailbox-members.ts";
import { holdsLocked } from "../locked/holds-locked.ts";
import { lockedReasons } from "../locked/passwords.ts";
import type { Strand } from "../strand/strand.ts";
import { attachmentPaths, keptInside, type ReadFile, wasErased, wasOpened } from "./read-file.ts";
import type { MadeDocument } from "./record.ts";
import { keptReasons } from "./unread-kinds.ts";

/** Documents a dry run would have written, so that it decides on later files as a real one would. */
export class Overlay {
  readonly records = new Map<string, DocRecord>();
  readonly paths = new Map<string, string>();
  /** `<path>\n<doc_uid>` of documents that stood there before. */
  readonly former = new Set<string>();
  /** Documents that were erased, as far as only the store knew. */
  readonly erased = new Set<string>();
}

/** Decides on the files of one batch, in order: new, known, superseding or refused. */
export class Plan {
  readonly rows: ImportedItem[] = [];
  readonly documents: MadeDocument[] = [];
  /** Known documents met at further paths. */
  readonly noted: NotedPath[] = [];
  /** Known documents of which an attachment was locked, as they are read with the passwords of this call. */
  readonly reopened: MadeDocument[] = [];
  readonly #fresh = new Map<string, DocRecord>();
  readonly #paths = new Map<string, string>();
  readonly #former = new Set<string>();
  readonly #strand: Strand;
  readonly #overlay: Overlay;

  constructor(strand: Strand, overlay: Overlay) {
    this.#strand = strand;
    this.#overlay = overlay;
  }

  take(file: ReadFile, parentDocUid: string): void {
    const known = file.refusal === "" ? this.#find(file.docUid) : undefined;
    if (known === undefined && this.#wasErased(file.docUid)) this.#partRow(file.path, wasErased, parentDocUid);
    else if (file.opened) this.#takeOpened(file, parentDocUid);
    else if (known !== undefined && file.made !== undefined && this.holdsLocked(file.docUid))
      this.#takeReopened(known, file, file.made, parentDocUid);
    else if (known !== undefined) this.#known(known, file.path, parentDocUid);
    else if (file.made !== undefined) this.#takeNew(file, file.made, parentDocUid);
    else this.#partRow(file.path, file.refusal || notKnown, parentDocUid);
  }

  /** Whether an attachment of a known document, or of one in it, was locked when it was read. */
  holdsLocked(docUid: string): boolean {
    return holdsLocked((uid) => this.#find(uid), docUid);
  }

  /** A document the strand has: nothing is written, and what it carries is known with it. */
  #known(record: DocRecord, path: string, parentDocUid: string): void {
    const detail = record.detail as DocDetail;
    const { docUid } = detail.summary as DocSummary;
    this.#knownRow(detail, path, parentDocUid);
    const childPaths = attachmentPaths(path, detail.attachments);
    for (const [i, attachment] of detail.attachments.entries()) {
      const child = attachment.docUid === "" ? undefined : this.#find(attachment.docUid);
      const childPath = childPaths[i] ?? path;
      if (child !== undefined) this.#known(child, childPath, docUid);
      else this.#partRow(childPath, attachment.reason, docUid);
    }
  }

  /** A document the strand has, of which more is to be read than was before. */
  #takeReopened(record: DocRecord, file: ReadFile, made: MadeDocument, parentDocUid: string): void {
    this.#knownRow(record.detail as DocDetail, file.path, parentDocUid);
    this.reopened.push(made);
    for (const child of file.children) this.take(child, file.docUid);
  }

  #knownRow(detail: DocDetail, path: string, parentDocUid: string): void {
    const { docUid, sourceDigest, path: firstPath } = detail.summary as DocSummary;
    const supersedesDocUid = this.#note(path, docUid);
    const newer = supersedesDocUid === "" && this.#newest(docUid, path);
    const reason = `the same bytes were imported before${firstPath === path ? "" : " under another path"}${newer ? "; a newer document has taken their path since" : ""}`;
    this.#row({ path, outcome: Outcome.DUPLICATE, reason, docUid, sourceDigest, supersedesDocUid, parentDocUid });
  }

  /** A file that is no document, by the reason. */
  #partRow(path: string, reason: string, parentDocUid: string): void {
    const isKept = parentDocUid !== "" && keptReasons.has(reason);
    const outcome = isKept ? Outcome.KEPT : (noDocument.get(reason) ?? Outcome.REFUSED);
    const isLocked = outcome === Outcome.REFUSED && lockedReasons.has(reason);
    this.#row({ path, outcome, reason: outcome === Outcome.OPENED ? "" : reason, parentDocUid, isLocked });
  }

  /** Files of an attached archive hang below the message; those of one that was imported by itself below nothing. */
  #takeOpened({ path, refusal: reason, container }: ReadFile, parentDocUid: string): void {
    const { digest: containerDigest = "", notes = [] } = container ?? {};
    this.#row({ path, outcome: Outcome.OPENED, reason, parentDocUid, containerDigest, notes: [...notes] });
  }

  /** Remembers the path of a known document, so that a later change there supersedes it; answers what it replaces there. */
  #note(path: string, docUid: string): string {
    const before = this.#at(path);
    if (before === docUid || path === mailboxEntryPath(path, docUid) || this.#wasAt(path, docUid)) return "";
    this.noted.push(create(NotedPathSchema, { path, docUid, supersedesDocUid: before ?? "" }));
    this.#place(path, docUid, before);
    return before ?? "";
  }

  #place(path: string, docUid: string, before = ""): void {
    this.#paths.set(path, docUid);
    if (before !== "") this.#former.add(`${path}\n${before}`);
  }

  /** A document that stood at a path before and comes again there is an old copy, not a change. */
  #wasAt(path: string, docUid: string): boolean {
    const key = `${path}\n${docUid}`;
    return this.#former.has(key) || this.#overlay.former.has(key) || this.#strand.catalogue.wasAt(path, docUid);
  }

  #at(path: string): string | undefined {
    return this.#paths.get(path) ?? this.#overlay.paths.get(path) ?? this.#strand.catalogue.atPath(path);
  }

  /** Keeps what a dry run decided for its next batch. */
  remember(): void {
    for (const [docUid, record] of this.#fresh) this.#overlay.records.set(docUid, record);
    for (const [path, docUid] of this.#paths) this.#overlay.paths.set(path, docUid);
    for (const former of this.#former) this.#overlay.former.add(former);
  }

  #takeNew({ path, children }: ReadFile, made: MadeDocument, parentDocUid: string): void {
    const detail = made.record.detail as DocDetail;
    const { docUid, sourceDigest } = detail.summary as DocSummary;
    const supersedesDocUid = this.#at(path) ?? "";
    detail.supersedesDocUid = supersedesDocUid;
    this.documents.push(made);
    this.#fresh.set(docUid, made.record);
    this.#place(path, docUid, supersedesDocUid);
    const outcome = supersedesDocUid === "" ? Outcome.IMPORTED : Outcome.SUPERSEDES;
    this.#row({
      path,
      outcome,
      docUid,
      sourceDigest,
      supersedesDocUid,
      parentDocUid,
      notes: detail.notes,
      lostWordCount: detail.lostWordCount,
    });
    for (const child of children) this.take(child, docUid);
  }

  #wasErased(docUid: string): boolean {
    return docUid !== "" && (this.#overlay.erased.has(docUid) || this.#strand.catalogue.erased(docUid) !== undefined);
  }

  #find(docUid: string): DocRecord | undefined {
    return this.#fresh.get(docUid) ?? this.#overlay.records.get(docUid) ?? this.#strand.catalogue.record(docUid);
  }

  #newest(docUid: string, path: string): boolean {
    const current = this.#at(path);
    return current !== undefined && current !== docUid;
  }

  #row(row: Partial<Omit<ImportedItem, "$typeName" | "$unknown">>): void {
    this.rows.push(create(ImportedItemSchema, row));
  }
}

/** Reasons that are no refusals. */
const noDocument: ReadonlyMap<string, Outcome> = new Map([
  [wasOpened, Outcome.OPENED],
  [keptInside, Outcome.KEPT],
]);

const notKnown = inEnglish(worded("import.bytes-not-sent"));
