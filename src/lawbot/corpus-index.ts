import { rm } from "node:fs/promises";
import type { FullTextIndex, IndexEntry } from "../search/full-text-index.ts";
import { openFullTextIndex } from "../search/sqlite-index.ts";

/** Entries that are put together, and their characters: what is made of them before it is written is several times as large. */
const batchMax = 200;
const batchLengthMax = 500_000;

/** A search index that is derived from a corpus: its watermark names the corpus that it was built from. */
export class CorpusIndex {
  readonly fullText: FullTextIndex;
  readonly #watermark: () => string;

  /** `watermark` names the corpus as it is now. */
  constructor(fullText: FullTextIndex, watermark: () => string) {
    this.fullText = fullText;
    this.#watermark = watermark;
  }

  /** Adds the entries of one text that the corpus holds already; they are made as they are written. A crash in between leaves an old watermark, and the next start rebuilds. */
  add(entries: Iterable<IndexEntry>): void {
    this.put(entries);
    this.mark();
  }

  /** Writes entries without saying yet that the index is current: in batches, since what is made of a text before it is written is larger than the text. */
  put(entries: Iterable<IndexEntry>): void {
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
    this.fullText.watermark = this.#watermark();
  }

  close(): void {
    this.fullText.close();
  }
}

/**
 * Opens the index in `file` (":memory:" for one that is built at every start). An index of any other corpus is thrown away, and
 * so is a file that cannot be opened: the new one is empty, and `isCurrent` is false until it is filled.
 */
export const openDerived = async (
  file: string,
  watermark: string,
): Promise<{ fullText: FullTextIndex; isCurrent: boolean }> => {
  const found = tryOpen(file);
  if (found?.watermark === watermark) return { fullText: found, isCurrent: true };
  found?.close();
  if (file !== ":memory:") for (const end of ["", "-wal", "-shm", "-journal"]) await rm(file + end, { force: true });
  return { fullText: openFullTextIndex(file), isCurrent: false };
};

const tryOpen = (file: string): FullTextIndex | undefined => {
  try {
    return openFullTextIndex(file);
  } catch {
    return undefined;
  }
};
