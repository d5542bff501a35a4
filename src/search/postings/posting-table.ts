import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { Inflections } from "../words/inflections.ts";
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
  readonly #deleteAfter: StatementSync;
  /** Blocks that begin after this document are what an unfinished writing of somebody else's has left: they do not count. */
  #last = Number.POSITIVE_INFINITY;
  /** Made when first asked for, which reads every page; from then on it grows with what is put. */
  #tails: WordTails | undefined;
  /** Another number whenever words may have come or gone. */
  wordsVersion = 1;

  constructor(db: DatabaseSync) {
    this.#blocks = db.prepare("SELECT first, block FROM posting WHERE word = ? ORDER BY first");
    this.#range = db.prepare("SELECT DISTINCT word FROM posting WHERE word >= ? AND word < ?");
    this.#all = db.prepare("SELECT DISTINCT word FROM posting WHERE word >= ?");
    this.#insert = db.prepare("INSERT OR REPLACE INTO posting (word, first, block) VALUES (?, ?, ?)");
    this.#deleteAfter = db.prepare("DELETE FROM posting WHERE first > ?");
    this.#blocks.setReturnArrays(true);
    this.#range.setReturnArrays(true);
    this.#all.setReturnArrays(true);
  }

  /** Every block of the word, documents ascending. */
  blocksOf(word: string, take: TakeBlock): void {
    for (const [first, block] of all(this.#blocks, word))
      if ((first as number) <= this.#last) take(first as number, block as Uint8Array);
  }

  /** Every word that begins so. */
  wordsFrom(prefix: string): string[] {
    return all(this.#range, prefix, prefix + afterAll).map(([word]) => word as string);
  }

  /** Every word, facets' values left out. Reads every page. */
  words(): string[] {
    return all(this.#all, firstWord).map(([word]) => word as string);
  }

  /** Words by how they end. */
  get tails(): WordTails {
    if (this.#tails === undefined) {
      this.#tails = new WordTails();
      for (const word of this.words()) this.#tails.add(word);
    }
    return this.#tails;
  }

  /** Every word that has one of these stems. */
  inflections(stems: readonly string[]): readonly string[] {
    return this.#inflections.of(stems, (prefix) => this.wordsFrom(prefix));
  }

  /** To be called when the table was changed otherwise than by `put`; `last` as in `#last`, infinite where all is whole. */
  forget(last: number): void {
    this.#inflections.clear();
    this.#tails = undefined;
    this.wordsVersion++;
    this.#last = last;
  }

  /** To be called before the first `put` of a writing: removes what an unfinished one has left. Within a transaction. */
  begin(): void {
    if (this.#last !== Number.POSITIVE_INFINITY) this.#deleteAfter.run(this.#last);
    this.#inflections.clear();
    this.#last = Number.POSITIVE_INFINITY;
  }

  /** Writes a block. Call within a transaction, and `written` at the end of it. */
  put(word: string, first: number, block: Uint8Array): void {
    this.#insert.run(word, first, block);
    this.#tails?.add(word);
  }

  /** Words may have come that answer what was asked before. */
  written(): void {
    this.#inflections.clear();
    this.wordsVersion++;
  }
}

/** Rows as arrays, which `setReturnArrays` gives and the types do not know. */
const all = (statement: StatementSync, ...values: SQLInputValue[]): readonly (readonly unknown[])[] =>
  statement.all(...values) as unknown as readonly (readonly unknown[])[];
