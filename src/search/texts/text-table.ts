import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { BlockCipher } from "../../block-cipher.ts";
import { checked, checkOf, keyCheck, withCheck } from "../postings/checks.ts";
import { TornBlockError } from "../postings/posting-bytes.ts";
import { packGroup, type TextGroup, unpackGroup, unpackGroups } from "./text-groups.ts";
import type { TextRecord } from "./text-record.ts";

/** Texts lie in groups, each under a number that is not above its documents' and above those of the group before. */
export const textSchema = "CREATE TABLE content (first INTEGER PRIMARY KEY, texts BLOB NOT NULL);";

/** A group is closed when it has so many bytes: larger ones pack better, and take longer to unpack for one of their texts. */
const groupBytesMax = 4_096;

/** What the check of a group begins with. */
const key = keyCheck("texts");

type Row = readonly [first: number, packed: Uint8Array];

/** The texts of all documents, from which words are made again and hits are shown. */
export class TextTable {
  readonly #cipher: BlockCipher;
  readonly #insert: StatementSync;
  readonly #around: StatementSync;
  readonly #after: StatementSync;
  readonly #update: StatementSync;
  readonly #delete: StatementSync;
  /** Records that are not written yet; always written at the end of a transaction. */
  readonly #open = new Map<number, TextRecord>();
  #openBytes = 0;

  constructor(db: DatabaseSync, cipher: BlockCipher) {
    this.#cipher = cipher;
    this.#insert = db.prepare("INSERT INTO content (first, texts) VALUES (?, ?)");
    this.#around = db.prepare("SELECT first, texts FROM content WHERE first <= ? ORDER BY first DESC LIMIT 1");
    this.#after = db.prepare("SELECT first, texts FROM content WHERE first > ? ORDER BY first");
    this.#update = db.prepare("UPDATE content SET texts = ? WHERE first = ?");
    this.#delete = db.prepare("DELETE FROM content WHERE first = ?");
    for (const statement of [this.#around, this.#after]) statement.setReturnArrays(true);
  }

  /** Adds a document, whose number is higher than all before. Call `flush` before the transaction ends. */
  add(doc: number, record: TextRecord): void {
    // A long one lies alone: nobody should unpack it for the sake of its neighbour.
    if (record.length >= groupBytesMax) this.flush();
    this.#open.set(doc, record);
    this.#openBytes += record.length;
    if (this.#openBytes >= groupBytesMax) this.flush();
  }

  /** Writes what `add` has left. */
  flush(): void {
    const [first] = this.#open.keys();
    if (first === undefined) return;
    this.#insert.run(first, this.#stored(first, this.#open));
    this.forget();
  }

  /** Lets go of what was not written: its transaction has failed. */
  forget(): void {
    this.#open.clear();
    this.#openBytes = 0;
  }

  /** One document's texts. Errors: `TornBlockError` where there are none. */
  get(doc: number): TextRecord {
    return this.#open.get(doc) ?? recordOf(this.#groupAround(doc)[1], doc);
  }

  /** The texts of several documents, each group unpacked once. Errors: as for `get`. */
  all(docs: readonly number[]): Map<number, TextRecord> {
    const rows = docs.map((doc) => this.#rowAround(doc));
    const packed = new Map(rows);
    const unpacked = unpackGroups([...packed.values()]);
    const groups = new Map([...packed.keys()].map((first, number) => [first, unpacked[number] as TextGroup]));
    return new Map(docs.map((doc, number) => [doc, recordOf(groups.get((rows[number] as Row)[0]) as TextGroup, doc)]));
  }

  remove(doc: number): void {
    this.flush();
    const [first, group] = this.#groupAround(doc);
    const left = new Map(group);
    left.delete(doc);
    if (left.size === 0) this.#delete.run(first);
    else this.#update.run(this.#stored(first, left), first);
  }

  /** Every group of which all documents are above this number, ascending. */
  *groupsAfter(doc: number): Generator<TextGroup> {
    for (const row of this.#after.iterate(doc)) yield unpackGroup(this.#checked(row as unknown as Row)[1]);
  }

  #groupAround(doc: number): readonly [first: number, group: TextGroup] {
    const [first, packed] = this.#rowAround(doc);
    return [first, unpackGroup(packed)];
  }

  #rowAround(doc: number): Row {
    const row = this.#around.get(doc);
    if (row === undefined) throw new TornBlockError();
    return this.#checked(row as unknown as Row);
  }

  #stored(first: number, group: TextGroup): Uint8Array {
    const packed = packGroup(group);
    return this.#cipher.seal(withCheck(packed, checkOf(key, first, packed)));
  }

  /** Errors: `TornBlockError` where the group is not what was written. */
  #checked([first, stored]: Row): Row {
    return [first, checked(key, first, this.#cipher.open(stored))];
  }
}

const recordOf = (group: TextGroup, doc: number): TextRecord => {
  const record = group.get(doc);
  if (record === undefined) throw new TornBlockError();
  return record;
};
