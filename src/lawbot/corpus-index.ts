import { rm } from "node:fs/promises";
import { DomainError } from "../error.ts";
import type { FullTextAnswer, FullTextIndex, FullTextQuery, IndexEntry } from "../search/full-text-index.ts";
import { indexStale } from "../search/index-stale.ts";
import { leanWriting } from "../search/index-state.ts";
import { openFullTextIndex } from "../search/sqlite-index.ts";

/** Entries that are put together, and their characters: what is made of them before it is written is several times as large. */
const batchMax = 200;
const batchLengthMax = 500_000;

/** The loaded texts of one kind, as a search index is derived from them. */
export interface IndexedCorpus<Stored> {
  /** Names the corpus as it is now, and how entries are made of it. */
  watermark(): string;
  all(): readonly Stored[];
  /** All that search should find in one text. */
  entries(stored: Stored): Promise<Iterable<IndexEntry>>;
}

/**
 * A search index that is derived from a corpus: its watermark names the corpus that it was built from. What it does not find is evidence
 * of an absence, so that it answers only where that is the corpus as it is now; else it says INDEX_STALE and is filled anew, beside the
 * one there is.
 */
export class CorpusIndex<Stored> {
  readonly #fullText: FullTextIndex;
  readonly #corpus: IndexedCorpus<Stored>;
  /** What it was told last that it is of; the index says something else once it was found to be damaged. */
  #marked: string;
  /** Whether writing to it failed: what it says of itself is not to be relied on. */
  #isTorn = false;
  #renewing: Promise<void> | undefined;
  #healing: Promise<void> | undefined;

  private constructor(fullText: FullTextIndex, corpus: IndexedCorpus<Stored>) {
    this.#fullText = fullText;
    this.#corpus = corpus;
    this.#marked = fullText.watermark;
  }

  /** Opens the index in `file`, rebuilding it from the corpus where it is not current. */
  static async open<Stored>(file: string, corpus: IndexedCorpus<Stored>): Promise<CorpusIndex<Stored>> {
    const { fullText, isCurrent } = await openDerived(file, corpus.watermark());
    const index = new CorpusIndex(fullText, corpus);
    if (!isCurrent) await index.renew(() => true);
    return index;
  }

  /** Resolves once it is of the corpus as it is now; what is found then is of that moment. Errors: INDEX_STALE. */
  async current(): Promise<void> {
    await this.#renewing;
    if (this.#fullText.watermark === this.#corpus.watermark()) return;
    this.#heal();
    throw indexStale();
  }

  /** Searches. Call right after `current`. Errors: those of `FullTextIndex`; INDEX_STALE where it meets damage. */
  search(query: FullTextQuery): FullTextAnswer {
    try {
      return this.#fullText.search(query);
    } catch (error) {
      if (error instanceof DomainError && error.reason === "INDEX_STALE") this.#heal();
      throw error;
    }
  }

  /** Writes the entries of some texts anew; who searches meanwhile waits. */
  renew(isSuch: (stored: Stored) => boolean): Promise<void> {
    return this.#waitedFor(this.#renew(isSuch));
  }

  #waitedFor(work: Promise<void>): Promise<void> {
    const settled = work.catch(() => undefined);
    this.#renewing = Promise.all([this.#renewing, settled]).then(() => undefined);
    return work;
  }

  async #renew(isSuch: (stored: Stored) => boolean): Promise<void> {
    for (const stored of this.#corpus.all()) if (isSuch(stored)) this.#put(await this.#corpus.entries(stored));
    this.mark();
  }

  /**
   * Makes the index anew, in a new file: what was taken out of the corpus stands in no page of it any more. Everything is read first, so
   * that no search meets half an index; while it is written nobody else has a turn.
   */
  makeAnew(): Promise<void> {
    return this.#waitedFor(this.#makeAnew());
  }

  async #makeAnew(): Promise<void> {
    await this.#healing;
    const all: IndexEntry[][] = [];
    for (const stored of this.#corpus.all()) all.push([...(await this.#corpus.entries(stored))]);
    this.#fullText.clear();
    [this.#marked, this.#isTorn] = ["", false];
    for (const entries of all) this.#put(entries);
    this.mark();
  }

  /** Adds the entries of one text that the corpus holds already; they are made as they are written. A crash in between leaves an old watermark, and the next start rebuilds. */
  add(entries: Iterable<IndexEntry>): void {
    this.#put(entries);
    this.mark();
  }

  /** Empties it, as damage does: it says INDEX_STALE until it is full again. */
  beginAnew(): void {
    this.#fullText.beginAnew();
  }

  /** Fills it anew where it lacks something. A text that cannot be read leaves it as it is: the next search tries again. */
  #heal(): void {
    this.#healing ??= this.#fillBeside()
      .catch(() => undefined)
      .finally(() => {
        this.#healing = undefined;
      });
  }

  async #fillBeside(): Promise<void> {
    for (let of = ""; of !== this.#corpus.watermark(); ) {
      of = this.#corpus.watermark();
      this.#fullText.beginAnew();
      this.#isTorn = false;
      for (const stored of this.#corpus.all()) this.#put(await this.#corpus.entries(stored));
    }
    this.#marked = this.#fullText.watermark;
    this.mark();
  }

  /** Writes entries without saying yet that the index is current: in batches, since what is made of a text before it is written is larger than the text. */
  #put(entries: Iterable<IndexEntry>): void {
    let batch: IndexEntry[] = [];
    let length = 0;
    for (const entry of entries) {
      batch.push(entry);
      length += entry.body.length;
      if (batch.length < batchMax && length < batchLengthMax) continue;
      this.#write(batch);
      [batch, length] = [[], 0];
    }
    if (batch.length > 0) this.#write(batch);
  }

  #write(batch: readonly IndexEntry[]): void {
    try {
      this.#fullText.put(batch);
    } catch (error) {
      this.#isTorn = true;
      throw error;
    }
  }

  /** Says that the index is of the corpus as it is now; not where it was emptied behind our back: it lacks what was in it before. */
  mark(): void {
    if (this.#isTorn || this.#fullText.watermark !== this.#marked) return;
    this.#marked = this.#corpus.watermark();
    this.#fullText.watermark = this.#marked;
  }

  close(): void {
    this.#fullText.close();
  }
}

/**
 * Opens the index in `file` (":memory:" for one that is built at every start). An index of any other corpus is thrown away, and
 * so is a file that cannot be opened: the new one is empty, and `isCurrent` is false until it is filled.
 */
const openDerived = async (
  file: string,
  watermark: string,
): Promise<{ fullText: FullTextIndex; isCurrent: boolean }> => {
  const found = tryOpen(file);
  if (found?.watermark === watermark) return { fullText: found, isCurrent: true };
  found?.close();
  if (file !== ":memory:") for (const end of ["", "-wal", "-shm", "-journal"]) await rm(file + end, { force: true });
  return { fullText: openFullTextIndex(file, leanWriting), isCurrent: false };
};

const tryOpen = (file: string): FullTextIndex | undefined => {
  try {
    return openFullTextIndex(file, leanWriting);
  } catch {
    return undefined;
  }
};
