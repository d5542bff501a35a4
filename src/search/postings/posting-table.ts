import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { Inflections } from "../words/inflections.ts";
import { checked, checkIn, checkOf, keyCheck, RowSum, withCheck } from "./checks.ts";
import { TornBlockError } from "./posting-bytes.ts";
import { WordTails } from "./word-tails.ts";

export type TakeBlock = (first: number, block: Uint8Array) => void;

/** Blocks lie by word, then by document, so that one seek reads a word. */
export const postingSchema = `
  CREATE TABLE posting (word TEXT NOT NULL, first INTEGER NOT NULL, block BLOB NOT NULL, PRIMARY KEY (word, first)) WITHOUT ROWID;
`;

/** Before every character that a token can hold, and after what facets begin with. */
const firstWord = "\u0002";
/** After every character that a token can hold. */
const afterAll = "\u{10ffff}";

/** The postings that are written. */
export class PostingTable {
  readonly #inflections = new Inflections();
  readonly #blocks: StatementSync;
  readonly #range: StatementSync;
  readonly #all: StatementSync;
  readonly #insert: StatementSync;
  readonly #after: StatementSync;
  readonly #deleteAfter: StatementSync;
  /** What the checks of all rows come to, by the file and by what was put since. */
  #sum = new RowSum();
  /** Blocks that begin after this document are what an unfinished writing of somebody else's has left: they do not count. */
  #last = Number.POSITIVE_INFINITY;
  /** Made when first asked for, which reads every page; from then on it grows with what is put. */
  #tails: WordTails | undefined;
  /** Another number whenever words may have come or gone. */
  wordsVersion = 1;

  constructor(db: DatabaseSync) {
    this.#blocks = db.prepare("SELECT first, block FROM posting WHERE word = ? ORDER BY first");
    this.#range = db.prepare("SELECT DISTINCT word FROM posting WHERE word >= ? AND word < ?");
    this.#all = db.prepare("SELECT word, first, block FROM posting");
    this.#insert = db.prepare("INSERT INTO posting (word, first, block) VALUES (?, ?, ?)");
    this.#after = db.prepare("SELECT block FROM posting WHERE first > ?");
    this.#deleteAfter = db.prepare("DELETE FROM posting WHERE first > ?");
    this.#blocks.setReturnArrays(true);
    this.#range.setReturnArrays(true);
    this.#all.setReturnArrays(true);
    this.#after.setReturnArrays(true);
  }

  /** Every block of the word, documents ascending. */
  blocksOf(word: string, take: TakeBlock): void {
    const rows = all(this.#blocks, word);
    // Every word was met in order when the table was gone through: one that is not found now has become unreachable.
    if (rows.length === 0 && this.#tails?.has(word)) throw new TornBlockError();
    const key = rows.length === 0 ? 0 : keyCheck(word);
    for (const [first, block] of rows)
      if ((first as number) <= this.#last) take(first as number, checked(key, first as number, block as Uint8Array));
  }

  /** Every word that begins so. */
  wordsFrom(prefix: string): string[] {
    return all(this.#range, prefix, prefix + afterAll).map(([word]) => word as string);
  }

  /** Every word, facets' values left out. Reads every page. */
  words(): string[] {
    return all(this.#range, firstWord, afterAll).map(([word]) => word as string);
  }

  /**
   * Words by how they end. Made of all rows, read in order: each is what was written, they ascend, none is gone and none is new, or the
   * table is damaged. Only then does a word that is not found stand nowhere. Errors: `TornBlockError`.
   */
  get tails(): WordTails {
    this.#tails ??= this.#read();
    return this.#tails;
  }

  #read(): WordTails {
    const tails = new WordTails();
    const met = new RowSum();
    let [last, lastFirst, key] = ["", 0, keyCheck("")];
    for (const row of this.#all.iterate()) {
      const [word, first, block] = row as unknown as readonly [string, number, Uint8Array];
      if (word === last ? first <= lastFirst : !isBefore(last, word)) throw new TornBlockError();
      if (word !== last) key = keyCheck(word);
      checked(key, first, block);
      met.add(checkIn(block));
      if (word !== last && word >= firstWord) tails.add(word);
      [last, lastFirst] = [word, first];
    }
    if (!met.is(this.#sum)) throw new TornBlockError();
    return tails;
  }

  /** Every word that has one of these stems. */
  inflections(stems: readonly string[]): readonly string[] {
    return this.#inflections.of(stems, (prefix) => this.wordsFrom(prefix));
  }

  /** What the checks of all rows come to: kept with every change. */
  get sum(): string {
    return this.#sum.toString();
  }

  /** To be called when the table was changed otherwise than by `put`; `last` as in `#last`, infinite where all is whole; `sum` as kept. */
  forget(last: number, sum: string): void {
    this.#sum = RowSum.of(sum);
    this.#inflections.clear();
    this.#tails = undefined;
    this.wordsVersion++;
    this.#last = last;
  }

  /** To be called before the first `put` of a writing: removes what an unfinished one has left. Within a transaction. */
  begin(): void {
    if (this.#last !== Number.POSITIVE_INFINITY) {
      for (const [block] of all(this.#after, this.#last)) this.#sum.remove(checkIn(block as Uint8Array));
      this.#deleteAfter.run(this.#last);
      this.#tails = undefined;
    }
    this.#inflections.clear();
    this.#last = Number.POSITIVE_INFINITY;
  }

  /** Writes a block. Call within a transaction, and `written` at the end of it. */
  put(word: string, first: number, block: Uint8Array): void {
    const check = checkOf(keyCheck(word), first, block);
    this.#insert.run(word, first, withCheck(block, check));
    this.#sum.add(check);
    this.#tails?.add(word);
  }

  /** Words may have come that answer what was asked before. */
  written(): void {
    this.#inflections.clear();
    this.wordsVersion++;
  }
}

/** As SQLite orders words: byte by byte, which UTF-16 does too but for what needs two units. */
const isBefore = (one: string, other: string): boolean =>
  /[\ud800-\uffff]/.test(one + other) ? Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0 : one < other;

/** Rows as arrays, which `setReturnArrays` gives and the types do not know. */
const all = (statement: StatementSync, ...values: SQLInputValue[]): readonly (readonly unknown[])[] =>
  statement.all(...values) as unknown as readonly (readonly unknown[])[];
