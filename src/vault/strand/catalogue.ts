import { clone, create } from "@bufbuild/protobuf";
import {
  type DocDetail,
  DocDetailSchema,
  type DocRecord,
  type DocSummary,
  DocSummarySchema,
  type DocumentMended,
  type EarlierText,
  type ErasedDocument,
  SameMessageSchema,
} from "../../../gen/pincite/vault/v1/doc_pb.ts";
import type { Head } from "../../store/store.ts";
import { type CatalogueChange, CatalogueState } from "./catalogue-state.ts";
import type { DocRow } from "./catalogue-tables.ts";
import { uidText } from "./doc-uid.ts";
import { isSameMessage } from "./same-message.ts";

/** Which documents a list wants. */
export interface DocFilter {
  /** None: every type. */
  readonly docTypes?: readonly string[];
  readonly includeSuperseded?: boolean;
  /** Only what came after this instant; empty or absent: whenever it came. */
  readonly importedAfterIso?: string;
  readonly limit?: number;
  readonly offset?: number;
}

/**
 * The documents of one strand, as a fold of its journal: the same whenever the same records are added in the same order.
 * It lies on disk and is derived. In memory are pages in bounded number and what was looked at last, however many
 * documents there are.
 */
export class Catalogue {
  readonly #state: CatalogueState;

  /** `file` may be `:memory:`. */
  constructor(file: string) {
    this.#state = new CatalogueState(file);
  }

  /** Up to where the journal is folded. */
  get head(): Head {
    return this.#state.head;
  }

  /** Whether it lost something that it had: the journal must be folded again from `head`. */
  get isBehind(): boolean {
    return this.#state.isBehind;
  }

  /**
   * Takes what the journal says between two heads, all of it or none. Documents that are there already change nothing.
   * False, and nothing taken, when it is not at `from`: it has fallen back, or others have extended it meanwhile.
   */
  extend(change: CatalogueChange, from: Head, to: Head): boolean {
    return this.#state.extend(change, from, to);
  }

  /** Says that nothing of the journal is left to fold. */
  complete(): void {
    this.#state.complete();
  }

  /** Forgets everything, because it belongs to another journal. */
  clear(): void {
    this.#state.clear();
  }

  close(): void {
    this.#state.close();
  }

  get count(): number {
    return this.#state.ask((tables) => tables.count);
  }

  has(docUid: string): boolean {
    return this.#doc(docUid) !== undefined;
  }

  /** What the journal says of the document, with what a person set; not to be changed. */
  record(docUid: string): DocRecord | undefined {
    return this.#state.record(docUid);
  }

  /** The same as its source was read last, whatever a person set; not to be changed. */
  asRead(docUid: string): DocRecord | undefined {
    const doc = this.#doc(docUid);
    return doc && this.#state.ask((tables) => tables.asRead(doc.number).record);
  }

  /** What a person said of the document last; undefined for nobody. */
  mended(docUid: string): DocumentMended | undefined {
    const doc = this.#doc(docUid);
    return doc && this.#state.ask((tables) => tables.mended(doc.number));
  }

  /** When and why a document was erased from the strand; undefined: it was not. */
  erased(docUid: string): ErasedDocument | undefined {
    return this.#state.ask((tables) => tables.erased(docUid));
  }

  /** Every document that was erased from the strand, in the order in which it was. */
  allErased(): ErasedDocument[] {
    return this.#state.ask((tables) => tables.allErased());
  }

  /** Every path at which the document stood, now or before, in order. */
  pathsOf(docUid: string): string[] {
    const doc = this.#doc(docUid);
    if (doc === undefined) return [];
    return this.#state.ask((tables) => tables.pathsOf(doc.number));
  }

  /** Texts that were made of the document before the present one, oldest first. */
  earlierTexts(docUid: string): readonly EarlierText[] {
    const doc = this.#doc(docUid);
    return doc === undefined ? [] : this.#state.ask((tables) => tables.earlierTexts(doc.number));
  }

  /** The document that was imported last under this path. */
  atPath(path: string): string | undefined {
    return this.#state.ask((tables) => {
      const number = tables.atPath(path);
      return number === undefined ? undefined : tables.uid(number);
    });
  }

  /** Whether this document stood at this path, now or before. */
  wasAt(path: string, docUid: string): boolean {
    const doc = this.#doc(docUid);
    if (doc === undefined) return false;
    return this.#state.ask((tables) => tables.atPath(path) === doc.number || tables.wasAt(path, doc.number));
  }

  /** True when something newer stands at every path the document was imported under. */
  isSuperseded(docUid: string): boolean {
    const doc = this.#doc(docUid);
    return doc !== undefined && isReplaced(doc);
  }

  /**
   * Documents that are the same message as this one, itself among them, by id: the first is shown for all. None where no other bears
   * its Message-ID; what was replaced is left out.
   */
  sameMessage(docUid: string): readonly string[] {
    const bearers = this.bearersWith(docUid);
    const record = bearers.length < 2 ? undefined : this.record(docUid);
    return record === undefined
      ? []
      : bearers
          .filter((other) => !this.isSuperseded(other) && isSameMessage(record, this.record(other)))
          .toSorted(compareText);
  }

  /** Documents that bear the Message-ID of this one, itself among them. */
  bearersWith(docUid: string): readonly string[] {
    const messageId = this.record(docUid)?.detail?.messageId ?? "";
    return messageId === "" ? [] : this.bearing([messageId]);
  }

  /** The record's summary with what later imports decided filled in; a copy. */
  summary(docUid: string): DocSummary | undefined {
    const stored = this.record(docUid)?.detail?.summary;
    const doc = this.#doc(docUid);
    if (stored === undefined || doc === undefined) return undefined;
    const summary = clone(DocSummarySchema, stored);
    const { machineReading, importedAtIso = "" } = this.record(docUid)?.detail ?? {};
    summary.machineRead = machineReading !== undefined;
    summary.importedAtIso = importedAtIso;
    summary.threadUid = this.#threadUid(doc) ?? "";
    summary.supersededByDocUid = isReplaced(doc) ? this.#state.ask((tables) => tables.uid(doc.replacedBy ?? 0)) : "";
    const [shown = docUid] = isReplaced(doc) ? [] : this.sameMessage(docUid);
    summary.sameMessageAsDocUid = shown === docUid ? "" : shown;
    return summary;
  }

  /** The record's detail with what later imports decided filled in; a copy. */
  detail(docUid: string): DocDetail | undefined {
    const [stored, summary] = [this.record(docUid)?.detail, this.summary(docUid)];
    if (stored === undefined || summary === undefined) return undefined;
    const detail = clone(DocDetailSchema, stored);
    detail.summary = summary;
    detail.earlierTexts = [...this.earlierTexts(docUid)];
    detail.sameMessages = this.sameMessage(docUid)
      .filter((other) => other !== docUid)
      .map((other) =>
        create(SameMessageSchema, { docUid: other, path: this.record(other)?.detail?.summary?.path ?? "" }),
      );
    detail.parentDocUids = this.#state.ask((tables) => tables.parentsOf(docUid));
    return detail;
  }

  /** Documents that pass the filter: newest first, then by id, undated ones last. */
  docUids(filter: DocFilter = {}): readonly string[] {
    const { docTypes = [], includeSuperseded = true, importedAfterIso = "", limit = -1, offset = 0 } = filter;
    const conditions = [
      ...(importedAfterIso === "" ? [] : [`number > ${this.#lastBy(importedAfterIso)}`]),
      ...(includeSuperseded ? [] : ["NOT (places = 0 AND replaced_by IS NOT NULL)"]),
      ...(docTypes.length === 0 ? [] : [`type IN (${docTypes.map(() => "?").join()})`]),
    ];
    const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
    const list = `SELECT uid FROM doc ${where} ORDER BY instant DESC, uid LIMIT ? OFFSET ?`;
    return this.#state.ask((_, db) => uids(db.prepare(list).all(...docTypes, limit, offset)));
  }

  /** Documents in the order in which they came, from behind a number on; 0 is before the first. */
  inOrder(after: number, limit: number): { readonly number: number; readonly docUid: string }[] {
    return this.#state.ask(({ sql }) =>
      sql.after.all(after, limit).map(({ number, uid }) => ({
        number: number as number,
        docUid: uidText(uid as Uint8Array),
      })),
    );
  }

  /**
   * Number of the last document that came at this instant or before; 0: none did. Numbers are in the order in which documents came, so that a
   * few are looked at of many; those without a time are of the first versions and count as before all others.
   */
  #lastBy(instantIso: string): number {
    return this.#state.ask((tables) => {
      let [last, first] = [0, this.count + 1];
      while (last + 1 < first) {
        const between = Math.floor((last + first) / 2);
        const cameIso = tables.asRead(between).record.detail?.importedAtIso ?? "";
        if (cameIso <= instantIso) last = between;
        else first = between;
      }
      return last;
    });
  }

  /** Everything that was superseded, in no particular order. */
  superseded(): readonly string[] {
    return this.#state.ask(({ sql }) => uids(sql.superseded.all()));
  }

  /** `thread:<smallest doc_uid of the thread>`, or undefined for a document that is no message here. */
  threadOf(docUid: string): string | undefined {
    const doc = this.#doc(docUid);
    return doc && this.#threadUid(doc);
  }

  /** The instant of the thread's newest message; empty when none has one. */
  threadEnd(docUid: string): string {
    const thread = this.#doc(docUid)?.thread ?? undefined;
    return thread === undefined ? "" : this.#state.ask((tables) => tables.thread(thread).last);
  }

  /** Messages of the thread that holds this one: oldest first, then by id, undated ones last. */
  threadMembers(docUid: string): readonly string[] | undefined {
    const thread = this.#doc(docUid)?.thread ?? undefined;
    return thread === undefined ? undefined : this.#state.ask(({ sql }) => uids(sql.members.all(thread)));
  }

  /** Threads as their messages, oldest first; those with the newest message first, then by id. */
  threads({ limit = -1, offset = 0 } = {}): (readonly string[])[] {
    return this.#state.ask(({ sql }) =>
      sql.threads.all(limit, offset).map(({ id }) => uids(sql.members.all(id as number))),
    );
  }

  /** Messages that bear one of these ids: oldest first, then by id, undated ones last. */
  bearing(messageIds: Iterable<string>): readonly string[] {
    const found = [...new Set(messageIds)].flatMap((id) =>
      this.#state.ask((tables) => tables.bearers(id)).filter((docUid) => this.record(docUid)?.detail?.messageId === id),
    );
    const key = (docUid: string): string => `${this.instant(docUid) || "~"} ${docUid}`;
    return found
      .map((docUid) => [key(docUid), docUid] as const)
      .sort(([a], [b]) => compareText(a, b))
      .map(([, docUid]) => docUid);
  }

  /** The instant of a document in UTC; empty when unknown. */
  instant(docUid: string): string {
    return this.#doc(docUid)?.instant ?? "";
  }

  #doc(docUid: string): DocRow | undefined {
    return this.#state.ask((tables) => tables.doc(docUid));
  }

  #threadUid({ thread }: DocRow): string | undefined {
    if (thread === null) return undefined;
    return this.#state.ask((tables) => `thread:${tables.thread(thread).least}`);
  }
}

const isReplaced = ({ places, replacedBy }: DocRow): boolean => places === 0 && replacedBy !== null;

const uids = (rows: readonly Record<string, unknown>[]): string[] => rows.map(({ uid }) => uidText(uid as Uint8Array));

/** Order by code units: ids and ISO dates are ASCII, and no locale may move them. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
