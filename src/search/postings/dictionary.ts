import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { BlockCipher } from "../../block-cipher.ts";
import { checked, checkOf, keyCheck, withCheck } from "./checks.ts";
import { TornBlockError } from "./posting-bytes.ts";

/** Words by number, many in a row, encrypted: nowhere else in the file does a word stand. */
export const dictionarySchema = "CREATE TABLE word (first INTEGER PRIMARY KEY, words BLOB NOT NULL);";

const key = keyCheck("words");
/** Words that came later stand apart until there are so many: putting all in order again costs more than going through two lists. */
const freshMax = 4_096;

/** Numbers of the words that are written, and which of them stand in some document. Held in memory as a whole from when it is first asked. */
export class Dictionary {
  readonly #cipher: BlockCipher;
  readonly #rows: StatementSync;
  readonly #insert: StatementSync;
  #words: string[] | undefined;
  readonly #numbers = new Map<string, number>();
  /** How many words the file has. */
  #written = 0;
  /** Words in order, and those that came since. */
  #sorted: string[] = [];
  #fresh: string[] = [];
  #isFreshSorted = true;

  constructor(db: DatabaseSync, cipher: BlockCipher) {
    this.#cipher = cipher;
    this.#rows = db.prepare("SELECT first, words FROM word ORDER BY first");
    this.#insert = db.prepare("INSERT INTO word (first, words) VALUES (?, ?)");
  }

  /** A word's number; undefined for one that was never written. Errors: `TornBlockError`. */
  numberOf(word: string): number | undefined {
    this.#read();
    return this.#numbers.get(word);
  }

  /** Errors: `TornBlockError` where no word has this number. */
  wordOf(number: number): string {
    const word = this.#read()[number];
    if (word === undefined) throw new TornBlockError();
    return word;
  }

  /** A word's number, given if it has none; `write` keeps it. */
  give(word: string): number {
    const known = this.numberOf(word);
    if (known !== undefined) return known;
    const number = this.#read().push(word) - 1;
    this.#numbers.set(word, number);
    return number;
  }

  /** Writes the words that were given a number since. Within a transaction. */
  write(): void {
    const words = this.#words?.slice(this.#written) ?? [];
    if (words.length === 0) return;
    const bytes = Buffer.from(JSON.stringify(words));
    this.#insert.run(this.#written, this.#cipher.seal(withCheck(bytes, checkOf(key, this.#written, bytes))));
    this.#written += words.length;
  }

  /** The word stands in some document: it is found by its beginning from now on. Call once for each. */
  stands(word: string): void {
    this.#fresh.push(word);
    this.#isFreshSorted = false;
  }

  /** Words that stand somewhere and begin so. */
  startingWith(prefix: string): string[] {
    if (this.#fresh.length > freshMax) {
      this.#sorted = [...this.#sorted, ...this.#fresh].sort();
      this.#fresh = [];
    }
    if (!this.#isFreshSorted) this.#fresh.sort();
    this.#isFreshSorted = true;
    return [...between(this.#sorted, prefix), ...between(this.#fresh, prefix)];
  }

  /** Nothing stands anywhere, until it is said again. */
  clearStanding(): void {
    [this.#sorted, this.#fresh, this.#isFreshSorted] = [[], [], true];
  }

  /** The file was changed otherwise. */
  forget(): void {
    this.clearStanding();
    this.#words = undefined;
    this.#numbers.clear();
    this.#written = 0;
  }

  #read(): string[] {
    if (this.#words !== undefined) return this.#words;
    const words: string[] = [];
    for (const row of this.#rows.iterate()) {
      const first = row.first as number;
      // Rows follow one another: one that is gone leaves a gap, or its words' postings without a word.
      if (first !== words.length) throw new TornBlockError();
      const bytes = checked(key, first, this.#cipher.open(row.words));
      for (const word of JSON.parse(Buffer.from(bytes).toString()) as string[]) {
        this.#numbers.set(word, words.length);
        words.push(word);
      }
    }
    this.#written = words.length;
    this.#words = words;
    return words;
  }
}

/** Those of an ordered list that begin so. */
const between = (words: readonly string[], prefix: string): string[] => {
  let [from, end] = [0, words.length];
  while (from < end) {
    const middle = (from + end) >>> 1;
    if ((words[middle] as string) < prefix) from = middle + 1;
    else end = middle;
  }
  end = from;
  while (end < words.length && (words[end] as string).startsWith(prefix)) end++;
  return words.slice(from, end);
};
