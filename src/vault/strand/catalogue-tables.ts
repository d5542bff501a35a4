import type { DatabaseSync, StatementSync } from "node:sqlite";
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  type DocRecord,
  DocRecordSchema,
  type DocumentMended,
  DocumentMendedSchema,
  type EarlierText,
  EarlierTextSchema,
  type ErasedDocument,
  ErasedDocumentSchema,
} from "../../../gen/pincite/vault/v1/doc_pb.ts";
import type { BlockCipher } from "../../block-cipher.ts";
import { sha256 } from "../../sha256.ts";
import { emptyHead, type Head } from "../../store/store.ts";
import { ThreadTable } from "../thread/thread-table.ts";
import { hashOf, threadFor } from "../thread/threads.ts";
import { DamagedCatalogue } from "./catalogue-file.ts";
import { uidBytes, uidText } from "./doc-uid.ts";
import { presentText, withMend } from "./later-words.ts";

const statements = {
  head: "SELECT seq, hash FROM head WHERE id = 1",
  setHead: "INSERT OR REPLACE INTO head (id, seq, hash, sum) VALUES (1, ?, ?, ?)",
  last: "SELECT coalesce(max(number), 0) AS number, count(*) AS count FROM doc",
  doc: "SELECT number, instant, thread, places, replaced_by AS replacedBy FROM doc WHERE uid = ?",
  uid: "SELECT uid FROM doc WHERE number = ?",
  insert: "INSERT INTO doc (number, uid, type, instant, thread, places) VALUES (?, ?, ?, ?, ?, 0)",
  record: "SELECT bytes FROM record WHERE number = ?",
  insertRecord: "INSERT INTO record (number, bytes) VALUES (?, ?)",
  replaceRecord: "UPDATE record SET bytes = ?2 WHERE number = ?1",
  retype: "UPDATE doc SET type = ?2 WHERE number = ?1",
  redate: "UPDATE doc SET instant = ?2 WHERE number = ?1",
  redateThread: `UPDATE thread SET last = (SELECT coalesce(max(instant), '') FROM doc WHERE thread = ?1) WHERE id = ?1`,
  earlier: "SELECT bytes FROM earlier WHERE doc = ? ORDER BY rowid",
  addEarlier: "INSERT INTO earlier (doc, bytes) VALUES (?, ?)",
  mended: "SELECT bytes FROM mend WHERE number = ?",
  setMended: "INSERT OR REPLACE INTO mend (number, bytes) VALUES (?, ?)",
  place: "SELECT doc FROM place WHERE path = ?",
  setPlace: "INSERT OR REPLACE INTO place (path, name, doc) VALUES (?, ?, ?)",
  former: "SELECT 1 FROM former WHERE path = ? AND doc = ?",
  addFormer: "INSERT OR IGNORE INTO former (path, name, doc) VALUES (?, ?, ?)",
  take: "UPDATE doc SET places = places + 1 WHERE number = ?",
  lose: "UPDATE doc SET places = places - 1, replaced_by = ?2 WHERE number = ?1",
  parents: "SELECT uid FROM parent JOIN doc ON number = doc WHERE child = ? ORDER BY uid",
  addParent: "INSERT OR IGNORE INTO parent (child, doc) VALUES (?, ?)",
  bearers: "SELECT uid FROM bearer JOIN doc ON number = doc WHERE key = ?",
  bear: "INSERT OR IGNORE INTO bearer (key, doc) VALUES (?, ?)",
  thread: "SELECT least, last FROM thread WHERE id = ?",
  members: "SELECT uid FROM doc WHERE thread = ? ORDER BY instant = '', instant, uid",
  threads: "SELECT id FROM thread WHERE parent = id ORDER BY last DESC, least LIMIT ? OFFSET ?",
  after: "SELECT number, uid FROM doc WHERE number > ? ORDER BY number LIMIT ?",
  erase: "INSERT OR REPLACE INTO erased (uid, bytes) VALUES (?, ?)",
  erased: "SELECT bytes FROM erased WHERE uid = ?",
  allErased: "SELECT bytes FROM erased ORDER BY rowid",
  paths: "SELECT name FROM place WHERE doc = ?1 UNION ALL SELECT name FROM former WHERE doc = ?1",
  superseded: "SELECT uid FROM doc WHERE places = 0 AND replaced_by IS NOT NULL",
};

/** What the table of documents says of one. */
export interface DocRow {
  readonly number: number;
  readonly instant: string;
  readonly thread: number | null;
  /** At how many paths it is the newest. */
  readonly places: number;
  readonly replacedBy: number | null;
}

/** Bytes of a record's digest that are kept: enough to tell damage, which no attacker can aim. */
const digestLength = 8;

/** The tables of a catalogue: each method a few statements. */
export class CatalogueTables {
  readonly sql: Record<keyof typeof statements, StatementSync>;
  readonly #cipher: BlockCipher;
  readonly #threads: ThreadTable;
  #last: number;
  /** How many documents there are. */
  count: number;

  constructor(db: DatabaseSync, cipher: BlockCipher) {
    this.#cipher = cipher;
    this.sql = Object.fromEntries(
      Object.entries(statements).map(([name, sql]) => [name, db.prepare(sql)]),
    ) as CatalogueTables["sql"];
    this.#threads = new ThreadTable(db);
    const last = this.sql.last.get();
    [this.#last, this.count] = [Number(last?.number), Number(last?.count)];
  }

  /** Up to where the journal was folded when the file was last committed. */
  head(): Head {
    const row = this.sql.head.get();
    return row === undefined ? emptyHead : { seq: Number(row.seq), hash: String(row.hash) };
  }

  doc(docUid: string): DocRow | undefined {
    return this.sql.doc.get(uidBytes(docUid)) as unknown as DocRow | undefined;
  }

  /** Errors: `DamagedCatalogue` when no document has this number, as for all that is named by one. */
  uid(number: number): string {
    const row = this.sql.uid.get(number);
    if (row === undefined) throw new DamagedCatalogue();
    return uidText(row.uid as Uint8Array);
  }

  /** A record with what a person set on it, and its size in bytes. Errors: `DamagedCatalogue` when it is not what was written. */
  record(number: number): { record: DocRecord; sizeBytes: number } {
    const { record, sizeBytes } = this.asRead(number);
    return { record: withMend(record, this.mended(number)), sizeBytes };
  }

  /** A record as its source was read last. Errors: `DamagedCatalogue`. */
  asRead(number: number): { record: DocRecord; sizeBytes: number } {
    const bytes = this.#opened(this.sql.record.get(number)?.bytes);
    return { record: fromBinary(DocRecordSchema, bytes), sizeBytes: bytes.length };
  }

  /** What a person said of the document last; undefined for nobody. */
  mended(number: number): DocumentMended | undefined {
    const row = this.sql.mended.get(number);
    return row === undefined ? undefined : fromBinary(DocumentMendedSchema, this.#opened(row.bytes));
  }

  /** Texts that were made of the document before the present one, oldest first. */
  earlierTexts(number: number): EarlierText[] {
    return this.sql.earlier.all(number).map(({ bytes }) => fromBinary(EarlierTextSchema, this.#opened(bytes)));
  }

  /** A document is known to have been erased. */
  erase(erased: ErasedDocument): void {
    this.sql.erase.run(uidBytes(erased.docUid), this.#sealed(toBinary(ErasedDocumentSchema, erased)));
  }

  /** When and why a document was erased; undefined: it was not. */
  erased(docUid: string): ErasedDocument | undefined {
    const row = this.sql.erased.get(uidBytes(docUid));
    return row && fromBinary(ErasedDocumentSchema, this.#opened(row.bytes));
  }

  /** Every document that was erased, in the order in which it was. */
  allErased(): ErasedDocument[] {
    return this.sql.allErased.all().map(({ bytes }) => fromBinary(ErasedDocumentSchema, this.#opened(bytes)));
  }

  /** Every path at which a document stood, now or before, in order. */
  pathsOf(number: number): string[] {
    const names = this.sql.paths.all(number).map(({ name }) => Buffer.from(this.#opened(name)).toString());
    return [...new Set(names)].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  }

  /** The number of the newest document at a path. */
  atPath(path: string): number | undefined {
    return this.sql.place.get(this.#cipher.nameOf(path))?.doc as number | undefined;
  }

  /** Whether a document stood at a path before another one did. */
  wasAt(path: string, number: number): boolean {
    return this.sql.former.get(this.#cipher.nameOf(path), number) !== undefined;
  }

  /** Adds a document; one that is there already changes nothing. */
  add(record: DocRecord, encoded: Uint8Array): void {
    const { detail } = record;
    const { docUid = "", docType = "", authoredAtIso = "", path = "" } = detail?.summary ?? {};
    const uid = uidBytes(docUid);
    if (uid.length === 0 || this.sql.doc.get(uid) !== undefined) return;
    const number = ++this.#last;
    this.count++;
    const thread = docType === "email" ? this.#threaded(record, number, uid, authoredAtIso) : null;
    this.sql.insert.run(number, uid, docType, authoredAtIso, thread);
    this.sql.insertRecord.run(number, this.#sealed(encoded));
    this.place(path, number);
    this.#attach(record, number);
  }

  /**
   * The document reads so from now on; answers its id. Its number, its paths and its thread stay: threads are made of what messages
   * said when they came.
   */
  reread(record: DocRecord, encoded: Uint8Array): string {
    const docUid = record.detail?.summary?.docUid ?? "";
    const doc = this.doc(docUid);
    if (doc === undefined) return docUid;
    const [before, now] = [presentText(this.asRead(doc.number).record), presentText(record)];
    if (before.canonicalText?.digest !== now.canonicalText?.digest)
      this.sql.addEarlier.run(doc.number, this.#sealed(toBinary(EarlierTextSchema, before)));
    this.sql.replaceRecord.run(doc.number, this.#sealed(encoded));
    this.sql.retype.run(doc.number, record.detail?.summary?.docType ?? "");
    this.#attach(record, doc.number);
    this.#redate(doc);
    return docUid;
  }

  /** A person said this of the document, and what was said before no longer holds; answers its id. */
  mend(mended: DocumentMended): string {
    const doc = this.doc(mended.docUid);
    if (doc === undefined) return mended.docUid;
    this.sql.setMended.run(doc.number, this.#sealed(toBinary(DocumentMendedSchema, mended)));
    this.#redate(doc);
    return mended.docUid;
  }

  /** The document is the newest one at this path now. */
  place(path: string, number: number): void {
    const before = this.atPath(path);
    if (before === number) return;
    const [key, name] = [this.#cipher.nameOf(path), this.#sealed(Buffer.from(path))];
    this.sql.setPlace.run(key, name, number);
    this.sql.take.run(number);
    if (before === undefined) return;
    this.sql.lose.run(before, number);
    this.sql.addFormer.run(key, name, before);
  }

  /** The smallest doc_uid and the latest instant of a thread. Errors: `DamagedCatalogue`. */
  thread(thread: number): { readonly least: string; readonly last: string } {
    const { least, last } = (this.sql.thread.get(thread) ?? {}) as { least?: Uint8Array | null; last?: string };
    if (!least || last === undefined) throw new DamagedCatalogue();
    return { least: uidText(least), last };
  }

  /** Documents that this one is attached to, in order of id. */
  parentsOf(docUid: string): string[] {
    return this.sql.parents.all(uidBytes(docUid)).map((row) => uidText(row.uid as Uint8Array));
  }

  /** Documents that bear this Message-ID, and those whose hash is the same. */
  bearers(messageId: string): string[] {
    return this.sql.bearers.all(hashOf(messageId)).map((row) => uidText(row.uid as Uint8Array));
  }

  #sealed(bytes: Uint8Array): Uint8Array {
    return this.#cipher.seal(Buffer.concat([digestOf(bytes), bytes]));
  }

  /** Errors: `DamagedCatalogue` where it is not what was written, or nothing. */
  #opened(stored: unknown): Uint8Array {
    const whole = this.#cipher.open(stored);
    const bytes = whole?.subarray(digestLength);
    if (!whole || !bytes || Buffer.compare(whole.subarray(0, digestLength), digestOf(bytes)) !== 0)
      throw new DamagedCatalogue();
    return bytes;
  }

  #attach({ detail }: DocRecord, number: number): void {
    for (const attached of detail?.attachments ?? [])
      if (attached.docUid !== "") this.sql.addParent.run(uidBytes(attached.docUid), number);
  }

  /** Puts the date in force where order and threads look for it. */
  #redate({ number, instant: before, thread }: DocRow): void {
    const instant = this.record(number).record.detail?.summary?.authoredAtIso ?? "";
    if (instant === before) return;
    this.sql.redate.run(number, instant);
    if (thread !== null) this.sql.redateThread.run(thread);
  }

  #threaded(record: DocRecord, number: number, uid: Uint8Array, instant: string): number {
    const { detail, inReplyTo, references, addresses } = record;
    const { messageId = "", summary } = detail ?? {};
    const subject = summary?.title ?? "";
    const thread = threadFor(this.#threads, { messageId, inReplyTo, references, subject, addresses });
    this.#threads.count(thread, uid, instant);
    if (messageId !== "") this.sql.bear.run(hashOf(messageId), number);
    return thread;
  }
}

const digestOf = (bytes: Uint8Array): Uint8Array => sha256(bytes).subarray(0, digestLength);
