import type { DatabaseSync } from "node:sqlite";
import { BodyCache } from "./body-cache.ts";
import { Documents } from "./documents.ts";
import type { FullTextQuery, IndexEntry } from "./full-text-index.ts";
import { statementsOf } from "./index-statements.ts";
import { inflectionsOf } from "./inflections.ts";
import { type PackedText, packText, unpackBodies, unpackText } from "./packed-text.ts";
import { TornBlockError } from "./posting-bytes.ts";
import { PostingTable } from "./posting-table.ts";
import type { Clause } from "./query.ts";
import { type Ranked, Ranking } from "./ranking.ts";
import { RecentWords } from "./recent-words.ts";

/** Occurrences kept in memory before they are written: some 9,000 letters, 24 MB. More at once means fewer blocks. */
const recentMax = 3 * 2 ** 20;
/** Postings of removed entries stay until there are so many, and more than there are entries. */
const goneMax = 1_024;

/**
 * An index file and what is held of it in memory. Entries and their texts are written with every change; postings are
 * written many documents at a time, and those not written yet are made again from the texts when a process died before.
 */
export class IndexState {
  readonly #db: DatabaseSync;
  readonly #statements: ReturnType<typeof statementsOf>;
  readonly #table: PostingTable;
  readonly #recent = new RecentWords();
  readonly #ranking: Ranking;
  readonly #bodies = new BodyCache();
  #documents = new Documents();
  /** SQLite's number of the last change by others that was taken in; -1 before the first. */
  #seen = -1;
  /** Removed documents whose postings are still there. */
  #gone = 0;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#statements = statementsOf(db);
    this.#table = new PostingTable(db);
    this.#ranking = new Ranking(() => this.#documents, {
      blocksOf: (word, take) => {
        this.#table.blocksOf(word, take);
        this.#recent.blocksOf(word, take);
      },
      wordsFrom: (prefix) => union(this.#table.wordsFrom(prefix), this.#recent.wordsFrom(prefix)),
      inflections: (stems) => {
        const recent = inflectionsOf(stems, (prefix) => this.#recent.wordsFrom(prefix));
        return union(this.#table.inflections(stems), recent);
      },
    });
  }

  /** Runs `put`s and `remove`s, all or none. */
  change(work: (state: this) => void): void {
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      this.#refresh();
      work(this);
      if (this.#gone > Math.max(goneMax, this.#documents.count)) this.#remake();
      if (this.#recent.size > recentMax) this.#write();
      this.#db.exec("COMMIT");
    } catch (error) {
      // What is in memory may be ahead of the file now: it is read again.
      this.#seen = -1;
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  /** Adds or replaces; an entry that is there already, equal in everything, changes nothing. Call within `change`. */
  put(entry: IndexEntry): void {
    const { id, kind, date } = entry;
    const packed = packText(entry);
    const known = this.#statements.entry.get(id);
    if (known !== undefined) {
      const number = Number(known.number);
      const same = this.#statements.text.get(number);
      if (known.kind === kind && known.date === date && same && isEqual(packed, same as unknown as PackedText)) return;
      this.#removeNumber(number);
    }
    const number = this.#documents.next;
    const length = this.#recent.add(number, entry);
    this.#statements.insertEntry.run(number, id, kind, date, length);
    this.#statements.insertText.run(number, packed.cuts, packed.text);
    this.#documents.add({ number, id, kind, date, length });
  }

  /** Unknown ids are ignored. Call within `change`. */
  remove(id: string): void {
    const known = this.#statements.entry.get(id);
    if (known !== undefined) this.#removeNumber(Number(known.number));
  }

  /** Runs `rank` and `shown` on one state of the file, whatever other connections do meanwhile. */
  reading<T>(work: () => T): T {
    this.#db.exec("BEGIN");
    try {
      this.#refresh();
      return work();
    } finally {
      if (this.#db.isTransaction) this.#db.exec("COMMIT");
    }
  }

  /** Call within `reading`. */
  rank(query: FullTextQuery, clauses: readonly Clause[]): Ranked {
    return this.#ranking.rank(query, clauses);
  }

  idOf(doc: number): string {
    return this.#documents.idOf(doc);
  }

  /** The bodies of documents that `rank` has given. Call within the same `reading`. */
  bodiesOf(docs: readonly number[]): string[] {
    const missing = docs.filter((doc) => this.#bodies.get(doc) === undefined);
    const unpacked = unpackBodies(missing.map((doc) => this.#packed(doc)));
    const bodies = new Map(missing.map((doc, number) => [doc, unpacked[number] ?? ""]));
    for (const [doc, body] of bodies) this.#bodies.add(doc, body);
    return docs.map((doc) => bodies.get(doc) ?? this.#bodies.get(doc) ?? "");
  }

  #packed(doc: number): PackedText {
    const text = this.#statements.text.get(doc);
    if (text === undefined) throw new TornBlockError();
    return text as unknown as PackedText;
  }

  count(): number {
    this.#refresh();
    return this.#documents.count;
  }

  setting(name: string): string {
    return String(this.#statements.setting.get(name)?.value ?? "");
  }

  set(name: string, value: string): void {
    this.#statements.set.run(name, value);
  }

  /** Writes what is in memory alone, so that the next opening has nothing to make again. */
  settle(): void {
    if (this.#recent.size > 0) this.change(() => this.#write());
  }

  /** Reads documents, and makes recent words again, at first and after another connection has changed the file. */
  #refresh(): void {
    const seen = Number(this.#statements.version.get()?.data_version);
    if (seen === this.#seen) return;
    this.#documents = new Documents();
    for (const row of this.#statements.entries.iterate()) this.#documents.add(row as never);
    this.#documents.next = Math.max(this.#documents.next, Number(this.setting("next")));
    this.#gone = Number(this.setting("gone"));
    this.#recent.clear();
    this.#bodies.clear();
    this.#table.forget();
    this.#readTexts(Number(this.setting("written")));
    this.#seen = seen;
  }

  /** Words of the texts above a number, not written. */
  #readTexts(after: number): void {
    for (const row of this.#statements.texts.iterate(after))
      this.#recent.add(Number(row.number), unpackText(row as never));
  }

  #removeNumber(number: number): void {
    this.#statements.deleteEntry.run(number);
    this.#statements.deleteText.run(number);
    this.#documents.remove(number);
    // A number is not given again while postings name it, even if it was the highest.
    this.set("next", String(this.#documents.next));
    this.set("gone", String(++this.#gone));
  }

  /** Writes recent words, of documents up to this number. */
  #write(upTo = this.#documents.next - 1): void {
    this.#table.write(this.#recent);
    this.set("written", String(upTo));
  }

  /** Makes all postings again from the texts, without those of removed entries. */
  #remake(): void {
    this.#db.exec("DELETE FROM posting");
    this.#recent.clear();
    this.#table.forget();
    for (const row of this.#statements.texts.iterate(0)) {
      this.#recent.add(Number(row.number), unpackText(row as never));
      if (this.#recent.size > recentMax) this.#write(Number(row.number));
    }
    this.#write();
    this.#gone = 0;
    this.set("gone", "0");
  }
}

const union = (a: readonly string[], b: readonly string[]): readonly string[] =>
  b.length === 0 ? a : [...new Set([...a, ...b])];

const isEqual = (a: PackedText, b: PackedText): boolean =>
  a.cuts === b.cuts &&
  (typeof a.text === "string" || typeof b.text === "string" ? a.text === b.text : Buffer.compare(a.text, b.text) === 0);
