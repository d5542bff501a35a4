import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { RowSum } from "#kit/row-sum.ts";
import type { BlockCipher } from "../../block-cipher.ts";
import { Inflections } from "../words/inflections.ts";
import { isStored, storedCheck } from "./checks.ts";
import { Dictionary, dictionarySchema } from "./dictionary.ts";
import { TornBlockError } from "./posting-bytes.ts";
import { WordTails } from "./word-tails.ts";

export type TakeBlock = (first: number, block: Uint8Array) => void;

/** Blocks lie by number of word, then by document, so that one seek reads a word. Their checks are over what is stored, so that all are held without decrypting any. */
export const postingSchema = `
  ${dictionarySchema}
  CREATE TABLE posting (word INTEGER NOT NULL, first INTEGER NOT NULL, digest INTEGER NOT NULL, block BLOB NOT NULL, PRIMARY KEY (word, first))
    WITHOUT ROWID;
`;

/** Before every character that a token can hold, and after what facets begin with. */
const firstWord = "\u0002";

/** The postings that are written. */
export class PostingTable {
  readonly #inflections = new Inflections();
  readonly #cipher: BlockCipher;
  readonly #dictionary: Dictionary;
  readonly #blocks: StatementSync;
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
  /** Numbers of the words that stand in some document, as `#tails` is made. */
  #standing: true[] = [];
  /** Another number whenever words may have come or gone. */
  wordsVersion = 1;

  constructor(db: DatabaseSync, cipher: BlockCipher) {
    this.#cipher = cipher;
    this.#dictionary = new Dictionary(db, cipher);
    this.#blocks = db.prepare("SELECT first, digest, block FROM posting WHERE word = ? ORDER BY first");
    this.#all = db.prepare("SELECT word, first, digest, block FROM posting");
    this.#insert = db.prepare("INSERT INTO posting (word, first, digest, block) VALUES (?, ?, ?, ?)");
    this.#after = db.prepare("SELECT digest FROM posting WHERE first > ?");
    this.#deleteAfter = db.prepare("DELETE FROM posting WHERE first > ?");
    this.#blocks.setReturnArrays(true);
    this.#all.setReturnArrays(true);
    this.#after.setReturnArrays(true);
  }

  /** Every block of the word, documents ascending. */
  blocksOf(word: string, take: TakeBlock): void {
    const number = this.#dictionary.numberOf(word);
    if (number === undefined) return;
    const rows = all(this.#blocks, number);
    // Every word was met in order when the table was gone through: one that is not found now has become unreachable.
    if (rows.length === 0 && this.#standing[number]) throw new TornBlockError();
    for (const [first, digest, stored] of rows) {
      if ((first as number) > this.#last) continue;
      const block = isStored(digest, number, first as number, stored) ? this.#cipher.open(stored) : undefined;
      if (block === undefined) throw new TornBlockError();
      take(first as number, block);
    }
  }

  /** Every word that begins so. */
  wordsFrom(prefix: string): string[] {
    void this.tails;
    return this.#dictionary.startingWith(prefix);
  }

  /** Every word, facets' values left out. */
  words(): string[] {
    return this.wordsFrom("").filter((word) => word >= firstWord);
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
    this.#standing = [];
    this.#dictionary.clearStanding();
    const tails = new WordTails();
    const met = new RowSum();
    let [last, lastFirst] = [-1, 0];
    for (const row of this.#all.iterate()) {
      const [number, first, digest, stored] = row as unknown as readonly [number, number, number, unknown];
      if (number === last ? first <= lastFirst : number < last) throw new TornBlockError();
      if (number !== last) this.#stands(number, this.#dictionary.wordOf(number), tails);
      if (!isStored(digest, number, first, stored)) throw new TornBlockError();
      met.add(digest);
      last = number;
      lastFirst = first;
    }
    if (!met.is(this.#sum)) throw new TornBlockError();
    return tails;
  }

  #stands(number: number, word: string, tails: WordTails): void {
    if (this.#standing[number]) return;
    this.#standing[number] = true;
    this.#dictionary.stands(word);
    if (word >= firstWord) tails.add(word);
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
    this.#dictionary.forget();
    this.#notRead();
    this.wordsVersion++;
    this.#last = last;
  }

  /** To be called before the first `put` of a writing: removes what an unfinished one has left. Within a transaction. */
  begin(): void {
    if (this.#last !== Number.POSITIVE_INFINITY) {
      for (const [digest] of all(this.#after, this.#last)) this.#sum.remove(digest as number);
      this.#deleteAfter.run(this.#last);
      this.#notRead();
    }
    this.#inflections.clear();
    this.#last = Number.POSITIVE_INFINITY;
  }

  /** Writes a block. Call within a transaction, and `written` at the end of it. */
  put(word: string, first: number, block: Uint8Array): void {
    const number = this.#dictionary.give(word);
    const stored = this.#cipher.seal(block);
    const check = storedCheck(number, first, stored);
    this.#insert.run(number, first, check, stored);
    this.#sum.add(check);
    if (this.#tails) this.#stands(number, word, this.#tails);
  }

  /** Words may have come that answer what was asked before. */
  written(): void {
    this.#dictionary.write();
    this.#inflections.clear();
    this.wordsVersion++;
  }

  /** Which words stand in some document is to be read again. */
  #notRead(): void {
    this.#tails = undefined;
    this.#standing = [];
  }
}

/** Rows as arrays, which `setReturnArrays` gives and the types do not know. */
const all = (statement: StatementSync, ...values: SQLInputValue[]): readonly (readonly unknown[])[] =>
  statement.all(...values) as unknown as readonly (readonly unknown[])[];
