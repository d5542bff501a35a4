import { rm } from "node:fs/promises";
import type { FullTextIndex, IndexEntry } from "../search/full-text-index.ts";
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

/** A search index that is derived from a corpus: its watermark names the corpus that it was built from. */
export class CorpusIndex<Stored> {
  readonly fullText: FullTextIndex;
  readonly #corpus: IndexedCorpus<Stored>;

  private constructor(fullText: FullTextIndex, corpus: IndexedCorpus<Stored>) {
    this.fullText = fullText;
    this.#corpus = corpus;
  }

  /** Opens the index in `file`, rebuilding it from the corpus where it is not current. */
  static async open<Stored>(file: string, corpus: IndexedCorpus<Stored>): Promise<CorpusIndex<Stored>> {
    const { fullText, isCurrent } = await openDerived(file, corpus.watermark());
    const index = new CorpusIndex(fullText, corpus);
    if (!isCurrent) await index.renew(() => true);
    return index;
  }

  /** Writes the entries of some texts anew. */
  async renew(isSuch: (stored: Stored) => boolean): Promise<void> {
    for (const stored of this.#corpus.all()) if (isSuch(stored)) this.#put(await this.#corpus.entries(stored));
    this.mark();
  }

  /**
   * Makes the index anew, in a new file: what was taken out of the corpus stands in no page of it any more. Everything is read first, so
   * that no search meets half an index; while it is written nobody else has a turn.
   */
  async makeAnew(): Promise<void> {
    const all: IndexEntry[][] = [];
    for (const stored of this.#corpus.all()) all.push([...(await this.#corpus.entries(stored))]);
    this.fullText.clear();
    for (const entries of all) this.#put(entries);
    this.mark();
  }

  /** Adds the entries of one text that the corpus holds already; they are made as they are written. A crash in between leaves an old watermark, and the next start rebuilds. */
  add(entries: Iterable<IndexEntry>): void {
    this.#put(entries);
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
      this.fullText.put(batch);
      [batch, length] = [[], 0];
    }
    if (batch.length > 0) this.fullText.put(batch);
  }

  /** Says that the index is of the corpus as it is now. */
  mark(): void {
    this.fullText.watermark = this.#corpus.watermark();
  }

  close(): void {
    this.fullText.close();
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
