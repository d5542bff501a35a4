import { renameSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { blockCipherOf, keyFileOf } from "../block-cipher.ts";
import { deleteDerivedFile } from "../derived-file.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import type { FullTextAnswer, FullTextIndex, FullTextQuery, IndexEntry, PreparedEntry } from "./full-text-index.ts";
import { isDamage, openIndexFile } from "./index-file.ts";
import { indexStale } from "./index-stale.ts";
import { IndexState, usualWriting, type WritingLimits } from "./index-state.ts";
import { parseQuery } from "./query/parse-query.ts";
import { type ShownBody, viewer } from "./texts/snippet.ts";

/**
 * Opens a full-text index in a file, or in memory for `:memory:`. The index is derived: it can be deleted and filled
 * again from what it was made of. A file of an older format becomes an empty index with an empty watermark. So does one found to be
 * damaged, beside it: the call that met the damage fails with INDEX_STALE, the next ones find the empty index, whose watermark says
 * that its owner has to fill it, and which takes the place of the damaged file once its owner sets a watermark again.
 */
export const openFullTextIndex = (file: string, limits = usualWriting): FullTextIndex => new SqliteIndex(file, limits);

class SqliteIndex implements FullTextIndex {
  readonly #file: string;
  #db: DatabaseSync;
  #state: IndexState;

  readonly #limits: WritingLimits;
  /** Whether the index lies beside a damaged one. */
  #isBeside = false;

  constructor(file: string, limits: WritingLimits) {
    this.#file = file;
    this.#limits = limits;
    // What a process left that died while it filled one.
    deleteDerivedFile(besideOf(file));
    this.#db = openIndexFile(file, limits.cacheKiB);
    try {
      this.#state = new IndexState(this.#db, this.#file, this.#limits, blockCipherOf(this.#file));
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#state = this.#startBeside();
    }
  }

  put(entries: readonly IndexEntry[]): void {
    this.#guarded(() =>
      this.#state.change((state) => {
        for (const entry of entries) state.put(entry);
      }),
    );
    while (this.tidy());
  }

  prepare(entry: IndexEntry): PreparedEntry {
    return this.#state.prepare(entry);
  }

  putPrepared(entries: readonly PreparedEntry[]): void {
    this.#guarded(() =>
      this.#state.change((state) => {
        for (const entry of entries) state.putPrepared(entry);
      }),
    );
  }

  tidy(): boolean {
    return this.#guarded(() => this.#state.tidy());
  }

  remove(ids: readonly string[]): void {
    this.#guarded(() =>
      this.#state.change((state) => {
        for (const id of ids) state.remove(id);
      }),
    );
  }

  search(query: FullTextQuery): FullTextAnswer {
    const { expression, notes, reading } = parseQuery(query.text, query.fields);
    // An empty query lists by filters alone; one that means nothing must not be taken for it.
    if (expression === undefined && query.text.trim() !== "") throw nothingToLookFor(notes);
    const answer = (): FullTextAnswer => {
      const { page, total, found, missing } = this.#state.rank(query, expression);
      const view = viewer(found);
      const bodies = this.#state.bodiesOf(page.map(({ doc }) => doc));
      const hits = page.map(({ doc, scoreMicros }, number) => {
        return { id: this.#state.idOf(doc), scoreMicros, ...view(bodies[number] as ShownBody) };
      });
      const suggestion = missing.size === 0 ? "" : this.#state.corrected(query.text, missing);
      return { hits, total, notes, reading, suggestion };
    };
    return this.#guarded(() => this.#state.reading(answer));
  }

  clear(): void {
    this.#db.close();
    for (const file of [this.#file, besideOf(this.#file)]) deleteDerivedFile(file);
    this.#open(false);
  }

  beginAnew(): void {
    this.#startBeside();
  }

  count(): number {
    return this.#guarded(() => this.#state.count());
  }

  get watermark(): string {
    try {
      return this.#state.setting("watermark");
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#startBeside();
      return "";
    }
  }

  set watermark(value: string) {
    this.#guarded(() => this.#state.set("watermark", value));
    if (this.#isBeside && value !== "") this.#replace();
  }

  close(): void {
    try {
      this.#guarded(() => this.#state.settle());
    } finally {
      this.#db.close();
    }
  }

  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#startBeside();
      throw indexStale(error);
    }
  }

  /** From now on the index is an empty one beside the damaged file, which stays until there is a full one. */
  #startBeside(): IndexState {
    this.#db.close();
    deleteDerivedFile(besideOf(this.#file));
    return this.#open(true);
  }

  /** The full one takes the place of the damaged one. A process that dies in between leaves none, which is filled at the next start. */
  #replace(): void {
    this.#state.settle();
    this.#db.close();
    if (this.#file !== inMemory) {
      deleteDerivedFile(this.#file);
      const beside = besideOf(this.#file);
      renameSync(keyFileOf(beside), keyFileOf(this.#file));
      renameSync(beside, this.#file);
    }
    this.#open(false);
  }

  #open(isBeside: boolean): IndexState {
    this.#isBeside = isBeside && this.#file !== inMemory;
    const file = this.#isBeside ? besideOf(this.#file) : this.#file;
    this.#db = openIndexFile(file, this.#limits.cacheKiB);
    this.#state = new IndexState(this.#db, file, this.#limits, blockCipherOf(file));
    return this.#state;
  }
}

const inMemory = ":memory:";

const besideOf = (file: string): string => (file === inMemory ? inMemory : `${file}-next`);

const nothingToLookFor = (notes: readonly string[]): DomainError =>
  new DomainError(
    "REQUEST_INVALID",
    notes.length > 0
      ? worded("query.nothing-is-left-of-it-to-look-for", { notes: notes.join(" ") })
      : worded("query.there-is-no-letter-or-digit-in-it-to"),
  );
