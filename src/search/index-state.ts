import type { DatabaseSync } from "node:sqlite";
import { Recent } from "#kit/recent.ts";
import { RowSum } from "#kit/row-sum.ts";
import type { BlockCipher } from "../block-cipher.ts";
import { Checkpoints } from "./checkpoints.ts";
import { type Document, Documents } from "./documents.ts";
import type { FullTextQuery, IndexEntry, PreparedEntry } from "./full-text-index.ts";
import { statementsOf } from "./index-statements.ts";
import { checkOf, keyCheck } from "./postings/checks.ts";
import { type Compounds, compoundsCounted, type Postings } from "./postings/clause-matches.ts";
import { TornBlockError } from "./postings/posting-bytes.ts";
import { PostingTable } from "./postings/posting-table.ts";
import { RecentWords, type SplitEntry, usualStepCost } from "./postings/recent-words.ts";
import type { WordTails } from "./postings/word-tails.ts";
import type { Expression } from "./query/expression.ts";
import { type Ranked, Ranking } from "./ranking.ts";
import { ReadBudget } from "./read-budget.ts";
import { type SettingName, Settings } from "./settings.ts";
import type { ShownBody } from "./texts/snippet.ts";
import type { TextGroup } from "./texts/text-groups.ts";
import { bodyOfRecord, decodeRecord, encodeRecord, type TextRecord } from "./texts/text-record.ts";
import { TextTable } from "./texts/text-table.ts";
import type { Token } from "./words/analysis.ts";
import { compoundsOf } from "./words/compounds.ts";
import { foldWord } from "./words/fold-word.ts";
import { meantBy } from "./words/spelling.ts";

/** When and how words are written. Tests set them low; anybody else leaves them. */
export interface WritingLimits {
  /** Occurrences kept in memory before they are written: some 9,000 letters, 24 MB. More at once means fewer blocks. */
  readonly recentMax: number;
  /** Whoever never calls `tidy` has them written at once when there are so many. */
  readonly untidyMax: number;
  /** How much a call of `tidy` writes, as `RecentWords.drainSteps` counts. */
  readonly stepCost: number;
  /** Pages of the file that SQLite keeps, in KiB. */
  readonly cacheKiB: number;
  /** Bytes of places that one query may read, each time that it reads them, and what it does with them in such bytes: what bounds its processor time, whatever the machine does beside. */
  readonly readBytesMax: number;
}

/** A mebibyte takes 0.02 to 0.04 s of processor, whatever is asked: about 1.5 s at most (ADR 66). */
const readBytesMax = 40 * 1024 * 1024;
/** What looking a word up costs, found or not, in bytes that are read in the time. */
const wordCost = 128;

export const usualWriting: WritingLimits = {
  recentMax: 3 * 2 ** 20,
  untidyMax: 6 * 2 ** 20,
  stepCost: usualStepCost,
  cacheKiB: 16 * 1024,
  readBytesMax,
};
/** For putting everything at once in few texts, as LawBot does: a sixth as much waits, in a few more blocks. */
export const leanWriting: WritingLimits = {
  recentMax: 2 ** 19,
  untidyMax: 2 ** 19,
  stepCost: usualStepCost,
  cacheKiB: 8 * 1024,
  readBytesMax,
};
/** Postings of removed entries stay until there are so many, and more than there are entries. */
const goneMax = 1_024;
/** UTF-16 units of bodies kept: what SQLite would keep as pages were they not packed. */
const bodyUnitsMax = 4 * 1024 * 1024;
/** Words of one query that are looked for in other spellings: of a pasted text in another language all are missing. */
const correctedMax = 3;
/** Compounds remembered: words, and documents that have them. */
const compoundsMax = 500_000;
/** Compounds of one word that are looked up; each costs a seek, and a word with more of them is no help to tell texts apart. */
const compoundsOfOneMax = 64;

/**
 * Takes blocks that are made while they are given. Whoever takes one may refuse it; the others are made all the same, since one that is left half made would be the
 * beginning of what the next search is given, and would look like a damaged index.
 */
class Unbroken {
  readonly #taken: (first: number, block: Uint8Array) => void;
  #refusal: { readonly why: unknown } | undefined;

  constructor(taken: (first: number, block: Uint8Array) => void) {
    this.#taken = taken;
  }

  readonly take = (first: number, block: Uint8Array): void => {
    if (this.#refusal) return;
    try {
      this.#taken(first, block);
    } catch (why) {
      this.#refusal = { why };
    }
  };

  /** Throws what a block was refused with. */
  end(): void {
    if (this.#refusal) throw this.#refusal.why;
  }
}

/** What `prepare` has made of an entry. */
interface Prepared extends PreparedEntry {
  readonly entry: IndexEntry;
  readonly record: TextRecord;
  readonly split: SplitEntry;
}

/** Recent words on their way into the table, a step at a time. */
interface Writing {
  readonly words: RecentWords;
  readonly steps: Generator<void>;
  /** The last document whose words are among them. */
  readonly upTo: number;
}

/**
 * An index file and what is held of it in memory. Entries and their texts are written with every change; postings are
 * written many documents at a time, and those not written yet are made again from the texts when a process died before.
 */
export class IndexState {
  readonly #db: DatabaseSync;
  readonly #statements: ReturnType<typeof statementsOf>;
  readonly #settings: Settings;
  readonly #table: PostingTable;
  /** What the checks of all entries come to. */
  #entries = new RowSum();
  readonly #texts: TextTable;
  #recent = new RecentWords();
  #writing: Writing | undefined;
  readonly #postings: Postings;
  readonly #compounds = new Recent<string, Compounds>(
    compoundsMax,
    ({ docs, words }) => docs.length + words.length + 1,
  );
  #compoundsAt = -1;
  #compoundsOfNow: Documents | undefined;
  readonly #ranking: Ranking;
  /** Bodies shown lately, unpacked: pages of one search and searches alike show them again. */
  readonly #bodies = new Recent<number, ShownBody>(bodyUnitsMax, ({ body }) => body.length);
  #documents = new Documents();
  /** SQLite's number of the last change by others that was taken in; -1 before the first. */
  #seen = -1;
  /** Removed documents whose postings are still there. */
  #gone = 0;

  readonly #checkpoints: Checkpoints;
  readonly #limits: WritingLimits;
  /** What the query that is ranked may read of places. */
  readonly #budget = new ReadBudget();

  constructor(db: DatabaseSync, file: string, limits: WritingLimits, cipher: BlockCipher) {
    this.#db = db;
    this.#limits = limits;
    this.#checkpoints = new Checkpoints(file);
    this.#statements = statementsOf(db);
    this.#settings = new Settings(db, cipher);
    this.#table = new PostingTable(db, cipher);
    this.#texts = new TextTable(db, cipher);
    this.#postings = {
      // Documents of the three ascend: the table's come before those being written, and these before the recent ones.
      blocksOf: (word, take) => {
        this.#budget.spend(wordCost);
        const counted: typeof take = (first, block) => {
          this.#budget.spend(block.length);
          take(first, block);
        };
        this.#table.blocksOf(word, counted);
        const unwritten = new Unbroken(counted);
        this.#writing?.words.blocksOf(word, unwritten.take);
        this.#recent.blocksOf(word, unwritten.take);
        unwritten.end();
      },
      wordsFrom: (prefix) => union(this.#table.wordsFrom(prefix), this.#unwritten(prefix)),
      inflections: (stems) => {
        const unwritten = union(this.#writing?.words.inflections(stems) ?? [], this.#recent.inflections(stems));
        return union(this.#table.inflections(stems), unwritten);
      },
      compounds: (word) => this.#compoundsOf(word),
      spend: (units) => this.#budget.spend(units),
      endingIn: (tail) => this.#tails.map((tails): readonly string[] => tails.endingIn(tail)).reduce(union),
      has: (word) => this.#tails.some((tails) => tails.has(word)),
      words: () => new Set([...this.#table.words(), ...(this.#writing?.words.words ?? []), ...this.#recent.words]),
    };
    this.#ranking = new Ranking(() => this.#documents, this.#postings);
  }

  /** Remembered until there are other words. */
  #compoundsOf({ raw, stems }: Token): Compounds {
    // Every entry that is put has a number of its own, and every step of writing a version.
    const version = this.#table.wordsVersion * this.#documents.next;
    if (this.#compoundsAt !== version || this.#compoundsOfNow !== this.#documents) this.#compounds.clear();
    [this.#compoundsAt, this.#compoundsOfNow] = [version, this.#documents];
    // What a query may read does not hang on what others asked before: remembered or not, compounds cost a byte for each document.
    const known = this.#compounds.get(raw);
    const compounds = known ?? this.#budget.free(() => this.#compoundsFound(raw, stems));
    if (known === undefined) this.#compounds.set(raw, compounds);
    this.#budget.spend(compounds.docs.length);
    return compounds;
  }

  #compoundsFound(raw: string, stems: readonly string[]): Compounds {
    const forms = new Set([raw, ...this.#postings.inflections(stems).filter((form) => form.length > raw.length)]);
    const found = new Set([...forms].flatMap((form) => compoundsOf(form, this.#postings)));
    for (const form of forms) found.delete(form);
    return compoundsCounted([...found].sort().slice(0, compoundsOfOneMax), this.#postings);
  }

  get #tails(): readonly WordTails[] {
    return [this.#table.tails, ...(this.#writing ? [this.#writing.words.tails] : []), this.#recent.tails];
  }

  #unwritten(prefix: string): readonly string[] {
    return union(this.#writing?.words.wordsFrom(prefix) ?? [], this.#recent.wordsFrom(prefix));
  }

  /** Runs `put`s and `remove`s, all or none. */
  change(work: (state: this) => void): void {
    this.#changing(() => {
      this.#refresh();
      work(this);
      this.#texts.flush();
      this.set("entries", this.#entries.toString());
      if (this.#gone > Math.max(goneMax, this.#documents.count)) this.#remake();
      if (this.#recent.size > this.#limits.untidyMax) this.#writeAll();
    });
  }

  #changing(work: () => void): void {
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      work();
      this.#db.exec("COMMIT");
      this.#checkpoints.committed();
    } catch (error) {
      // What is in memory may be ahead of the file now: it is read again.
      this.#seen = -1;
      this.#texts.forget();
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  /** Splits and encodes an entry, for `putPrepared`; nothing that is searched changes. */
  prepare(entry: IndexEntry): PreparedEntry {
    const prepared: Prepared = { id: entry.id, entry, split: this.#recent.split(entry), record: encodeRecord(entry) };
    return prepared;
  }

  /** Adds or replaces; an entry that is there already, equal in everything, changes nothing. Call within `change`. */
  put(entry: IndexEntry): void {
    this.#put(entry, encodeRecord(entry), () => this.#recent.splitLent(entry));
  }

  /** The same for an entry that `prepare` of this index has made. */
  putPrepared(made: PreparedEntry): void {
    const { entry, record, split } = made as Prepared;
    // Words may have gone to the table since: their numbers mean others now.
    this.#put(entry, record, () => (split.owner === this.#recent ? split : this.#recent.splitLent(entry)));
  }

  #put({ id, kind, date }: IndexEntry, record: TextRecord, splitNow: () => SplitEntry): void {
    const known = this.#documents.numberOf(id);
    if (known !== undefined) {
      if (this.#documents.is(known, kind, date) && isEqual(record, this.#texts.get(known))) return;
      this.#removeNumber(known);
    }
    const number = this.#documents.next;
    const split = splitNow();
    const { length } = split;
    this.#recent.add(number, split);
    const digest = entryCheck({ number, id, kind, date, length });
    this.#statements.insertEntry.run(number, id, kind, date, length, digest);
    this.#entries.add(digest);
    this.#texts.add(number, record);
    this.#documents.add({ number, id, kind, date, length });
  }

  /** Unknown ids are ignored. Call within `change`. */
  remove(id: string): void {
    const known = this.#documents.numberOf(id);
    if (known !== undefined) this.#removeNumber(known);
  }

  /** Writes some of the recent words in a transaction of some milliseconds. True when there is more to do. */
  tidy(): boolean {
    if (this.#writing === undefined && this.#recent.size <= this.#limits.recentMax) return false;
    this.#changing(() => {
      this.#refresh();
      if (this.#recent.size > this.#limits.recentMax || this.#writing !== undefined) this.#writeSome();
    });
    return this.#writing !== undefined;
  }

  /** Runs `rank` and `shown` on one state of the file, whatever other connections do meanwhile. */
  reading<T>(work: () => T): T {
    this.#db.exec("BEGIN");
    try {
      this.#refresh();
      // Gone through once, so that what is not found stands nowhere.
      void this.#table.tails;
      return work();
    } finally {
      if (this.#db.isTransaction) this.#db.exec("COMMIT");
    }
  }

  /** Call within `reading`. Errors: REQUEST_INVALID for a query that would read more of the index than one may. */
  rank(query: FullTextQuery, expression: Expression | undefined): Ranked {
    this.#budget.begin(this.#limits.readBytesMax);
    return this.#ranking.rank(query, expression);
  }

  /** The query with words that stand nowhere replaced by what was probably meant; empty where nothing is near. Call within `reading`. */
  corrected(text: string, missing: ReadonlySet<string>): string {
    const list = {
      wordsFrom: this.#postings.wordsFrom,
      endingIn: this.#postings.endingIn,
      has: this.#postings.has,
      countOf: (word: string) => this.#ranking.countOf(word),
    };
    const meant = new Map([...missing].slice(0, correctedMax).map((word) => [word, meantBy(word, list)]));
    if (![...meant.values()].some((word) => word !== undefined)) return "";
    return text.replaceAll(/[\p{L}\p{M}'’]+/gu, (word) => meant.get(foldWord(word)) ?? word);
  }

  idOf(doc: number): string {
    return this.#documents.idOf(doc);
  }

  /** The bodies of documents that `rank` has given. Call within the same `reading`. */
  bodiesOf(docs: readonly number[]): ShownBody[] {
    const bodies = new Map<number, ShownBody>();
    for (const doc of docs) {
      const known = this.#bodies.get(doc);
      if (known !== undefined) bodies.set(doc, known);
    }
    for (const [doc, record] of this.#texts.all(docs.filter((doc) => !bodies.has(doc)))) {
      const body = bodyOfRecord(record);
      bodies.set(doc, body);
      this.#bodies.set(doc, body);
    }
    return docs.map((doc) => bodies.get(doc) ?? noBody);
  }

  count(): number {
    this.#refresh();
    return this.#documents.count;
  }

  /** Errors: `TornBlockError`. */
  setting(name: SettingName): string {
    return this.#settings.get(name);
  }

  set(name: SettingName, value: string): void {
    this.#settings.set(name, value);
  }

  /** Writes what is in memory alone, so that the next opening has nothing to make again. */
  settle(): void {
    if (this.#recent.size > 0 || this.#writing !== undefined) this.change(() => this.#writeAll());
  }

  /** Reads documents, and makes recent words again, at first and after another connection has changed the file. */
  #refresh(): void {
    const seen = Number(this.#statements.version.get()?.data_version);
    if (seen === this.#seen) return;
    this.#documents = new Documents();
    this.#entries = new RowSum();
    for (const row of this.#statements.entries.iterate()) {
      const entry = row as unknown as Document & { readonly digest: number };
      if (entryCheck(entry) !== entry.digest) throw new TornBlockError();
      this.#entries.add(entry.digest);
      this.#documents.add(entry);
    }
    if (!this.#entries.is(RowSum.of(this.setting("entries")))) throw new TornBlockError();
    this.#documents.next = Math.max(this.#documents.next, Number(this.setting("next")));
    this.#gone = Number(this.setting("gone"));
    this.#recent = new RecentWords();
    this.#writing = undefined;
    this.#bodies.clear();
    const written = Number(this.setting("written"));
    this.#table.forget(this.setting("writing") === "" ? Number.POSITIVE_INFINITY : written, this.setting("postings"));
    this.#readTexts(written);
    this.#seen = seen;
  }

  /** Words of the texts above a number, not written. */
  #readTexts(after: number): void {
    let count = 0;
    for (const group of this.#texts.groupsAfter(after)) {
      this.#readGroup(group);
      count += group.size;
    }
    this.#requireAll(count, after);
  }

  /** Whether so many texts are those of every entry above a number. Errors: `TornBlockError`. */
  #requireAll(count: number, after: number): void {
    let wanted = 0;
    for (const number of this.#documents.live()) if (number > after) wanted++;
    if (count !== wanted) throw new TornBlockError();
  }

  #readGroup(group: TextGroup): void {
    for (const [doc, record] of group) this.#recent.add(doc, this.#recent.splitLent(decodeRecord(record)));
  }

  #removeNumber(number: number): void {
    const row = this.#statements.entry.get(number) as (Document & { readonly digest: number }) | undefined;
    if (row === undefined || entryCheck(row) !== row.digest) throw new TornBlockError();
    this.#statements.deleteEntry.run(number);
    this.#entries.remove(row.digest);
    this.#texts.remove(number);
    this.#documents.remove(number);
    // A number is not given again while postings name it, even if it was the highest.
    this.set("next", String(this.#documents.next));
    this.set("gone", String(++this.#gone));
  }

  /** Writes a step of the words that are being written, which with none are all recent ones. */
  #writeSome(): void {
    this.#writing ??= this.#begunWriting(this.#documents.next - 1);
    const { steps, upTo } = this.#writing;
    const isDone = steps.next().done === true;
    this.#table.written();
    this.set("postings", this.#table.sum);
    if (!isDone) return;
    this.#writing = undefined;
    this.set("written", String(upTo));
    this.set("writing", "");
  }

  /** From now on new words go to a fresh memory. Until its end a writing is marked, so that half of one never counts. */
  #begunWriting(upTo: number): Writing {
    const words = this.#recent;
    this.#recent = new RecentWords();
    this.#table.begin();
    this.set("writing", "1");
    const put = (word: string, first: number, block: Uint8Array): void => this.#table.put(word, first, block);
    const steps = words.drainSteps(put, this.#limits.stepCost);
    return { words, steps, upTo };
  }

  /** Writes everything, of documents up to this number. */
  #writeAll(upTo = this.#documents.next - 1): void {
    while (this.#writing !== undefined) this.#writeSome();
    this.#writing = this.#begunWriting(upTo);
    while (this.#writing !== undefined) this.#writeSome();
  }

  /** Makes all postings again from the texts, without those of removed entries. */
  #remake(): void {
    this.#db.exec("DELETE FROM posting; DELETE FROM word");
    this.#recent = new RecentWords();
    this.#writing = undefined;
    this.#table.forget(Number.POSITIVE_INFINITY, "");
    let count = 0;
    for (const group of this.#texts.groupsAfter(0)) {
      this.#readGroup(group);
      count += group.size;
      if (this.#recent.size > this.#limits.recentMax) this.#writeAll(Math.max(...group.keys()));
    }
    this.#requireAll(count, 0);
    this.#writeAll();
    this.#gone = 0;
    this.set("gone", "0");
  }
}

const noBytes = new Uint8Array();

/** The check of an entry: of all that its row says. */
const entryCheck = ({ number, id, kind, date, length }: Document): number =>
  checkOf(keyCheck(`${id}\n${kind}\n${date}\n${length}`), number, noBytes);

const noBody: ShownBody = { body: "", start: 0 };

const union = (a: readonly string[], b: readonly string[]): readonly string[] =>
  a.length === 0 ? b : b.length === 0 ? a : [...new Set([...a, ...b])];

const isEqual = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
