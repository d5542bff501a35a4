import { clone } from "@bufbuild/protobuf";
import {
  type DocDetail,
  DocDetailSchema,
  type DocRecord,
  type DocSummary,
  DocSummarySchema,
  type NotedPath,
} from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { Threads } from "../thread/threads.ts";
import { SharedStrings } from "./shared-strings.ts";

/**
 * The documents of one strand, as a fold of its journal: a pure structure in memory, the same whenever the same records
 * are added in the same order. Costs about a kilobyte and a half a document.
 */
export class Catalogue {
  private readonly records = new Map<string, DocRecord>();
  /** The newest document of each path. */
  private readonly byPath = new Map<string, string>();
  /** Documents that stood at a path before the newest one; only paths that ever changed are here. */
  private readonly former = new Map<string, Set<string>>();
  private readonly supersededBy = new Map<string, string>();
  /** At how many paths a document is the newest one. */
  private readonly places = new Map<string, number>();
  private readonly parents = new Map<string, Set<string>>();
  private readonly threads = new Threads();
  private readonly shared = new SharedStrings();
  private sorted: readonly string[] | undefined;

  /** Adds a document; one that is there already changes nothing. */
  add(record: DocRecord): void {
    const detail = record.detail as DocDetail;
    const summary = detail.summary as DocSummary;
    if (this.records.has(summary.docUid)) return;
    this.shared.share(record);
    this.records.set(summary.docUid, record);
    this.place(summary.path, summary.docUid);
    for (const { docUid } of detail.attachments) if (docUid !== "") this.addParent(docUid, summary.docUid);
    if (summary.docType === "email") this.threads.add(threadedMail(record, detail, summary));
    this.sorted = undefined;
  }

  /** A known document was met at a further path, which it now takes. */
  note({ path, docUid }: NotedPath): void {
    this.place(path, docUid);
    this.sorted = undefined;
  }

  get count(): number {
    return this.records.size;
  }

  record(docUid: string): DocRecord | undefined {
    return this.records.get(docUid);
  }

  /** The document that was imported last under this path. */
  atPath(path: string): string | undefined {
    return this.byPath.get(path);
  }

  /** Whether this document stood at this path, now or before. */
  wasAt(path: string, docUid: string): boolean {
    return this.byPath.get(path) === docUid || this.former.get(path)?.has(docUid) === true;
  }

  /** True when something newer stands at every path the document was imported under. */
  isSuperseded(docUid: string): boolean {
    return (this.places.get(docUid) ?? 0) === 0 && this.supersededBy.has(docUid);
  }

  /** The record's summary with what later imports decided filled in; a copy. */
  summary(docUid: string): DocSummary | undefined {
    const stored = this.records.get(docUid)?.detail?.summary;
    if (stored === undefined) return undefined;
    const summary = clone(DocSummarySchema, stored);
    summary.threadUid = this.threads.threadOf(docUid) ?? "";
    summary.supersededByDocUid = this.isSuperseded(docUid) ? (this.supersededBy.get(docUid) ?? "") : "";
    return summary;
  }

  /** The record's detail with what later imports decided filled in; a copy. */
  detail(docUid: string): DocDetail | undefined {
    const [stored, summary] = [this.records.get(docUid)?.detail, this.summary(docUid)];
    if (stored === undefined || summary === undefined) return undefined;
    const detail = clone(DocDetailSchema, stored);
    detail.summary = summary;
    detail.parentDocUids = [...(this.parents.get(docUid) ?? [])].sort();
    return detail;
  }

  /** Every document: newest first, then by id, undated ones last. */
  docUids(): readonly string[] {
    this.sorted ??= [...this.records.keys()].sort(
      (a, b) => compareText(this.instant(b), this.instant(a)) || compareText(a, b),
    );
    return this.sorted;
  }

  threadOf(docUid: string): string | undefined {
    return this.threads.threadOf(docUid);
  }

  /** Messages of the thread that holds this one: oldest first, then by id, undated ones last. */
  threadMembers(docUid: string): readonly string[] | undefined {
    const members = this.threads.membersWith(docUid);
    return members && this.oldestFirst(members);
  }

  /** Every thread, as its messages oldest first; threads in no particular order. */
  allThreads(): (readonly string[])[] {
    return [...this.threads.all()].map((members) => this.oldestFirst(members));
  }

  /** The instant of a document in UTC; empty when unknown. */
  instant(docUid: string): string {
    return this.records.get(docUid)?.detail?.summary?.authoredAtIso ?? "";
  }

  private oldestFirst(docUids: readonly string[]): readonly string[] {
    // "~" sorts behind every digit: undated messages come last.
    const key = (docUid: string): string => this.instant(docUid) || "~";
    return [...docUids].sort((a, b) => compareText(key(a), key(b)) || compareText(a, b));
  }

  private place(path: string, docUid: string): void {
    const before = this.byPath.get(path);
    if (before === docUid) return;
    this.byPath.set(path, docUid);
    this.places.set(docUid, (this.places.get(docUid) ?? 0) + 1);
    if (before === undefined) return;
    this.places.set(before, (this.places.get(before) ?? 1) - 1);
    this.supersededBy.set(before, docUid);
    this.former.set(path, (this.former.get(path) ?? new Set()).add(before));
  }

  private addParent(child: string, parent: string): void {
    const parents = this.parents.get(child) ?? new Set<string>();
    this.parents.set(child, parents.add(parent));
  }
}

/** Order by code units: ids and ISO dates are ASCII, and no locale may move them. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const threadedMail = (record: DocRecord, detail: DocDetail, summary: DocSummary) => ({
  docUid: summary.docUid,
  messageId: detail.messageId,
  inReplyTo: record.inReplyTo,
  references: record.references,
  subject: summary.title,
  addresses: record.addresses,
});
