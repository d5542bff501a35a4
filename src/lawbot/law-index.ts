import { rm } from "node:fs/promises";
import type { FullTextIndex, IndexEntry } from "../search/full-text-index.ts";
import { openFullTextIndex } from "../search/sqlite-index.ts";
import type { OpenLaws } from "./open-law.ts";
import { indexEntries } from "./sections.ts";
import type { Versions } from "./versions.ts";

/** Rises when entries of the same text would look different; an index of another number is built anew. */
const indexVersion = 1;
/** Entries that are put together, and their characters: what is made of them before it is written is several times as large. */
const batchMax = 200;
const batchLengthMax = 500_000;

/**
 * The search index over every section of every version. It is derived: its watermark names the corpus it was built from,
 * and an index of any other corpus is thrown away and built from the store.
 */
export class LawIndex {
  readonly fullText: FullTextIndex;
  readonly #versions: Versions;
  readonly #laws: OpenLaws;

  private constructor(fullText: FullTextIndex, versions: Versions, laws: OpenLaws) {
    this.fullText = fullText;
    this.#versions = versions;
    this.#laws = laws;
  }

  /** Opens the index in `file` (":memory:" for one that is built at every start), rebuilding it where it is not current. */
  static async open(file: string, versions: Versions, laws: OpenLaws): Promise<LawIndex> {
    const found = tryOpen(file);
    if (found?.watermark === watermarkOf(versions)) return new LawIndex(found, versions, laws);
    found?.close();
    if (file !== ":memory:") for (const end of ["", "-wal", "-shm", "-journal"]) await rm(file + end, { force: true });
    const index = new LawIndex(openFullTextIndex(file), versions, laws);
    for (const version of versions.all()) index.#put(indexEntries(await laws.get(version)));
    index.fullText.watermark = watermarkOf(versions);
    return index;
  }

  /** Adds the entries of one version, which `versions` holds already; they are made as they are written. A crash in between leaves an old watermark, and the next start rebuilds. */
  add(entries: Iterable<IndexEntry>): void {
    this.#put(entries);
    this.mark();
  }

  /** Writes the entries of one law anew, since its name stands in their titles. */
  async renew(lawId: string): Promise<void> {
    this.#laws.forget(lawId);
    for (const version of this.#versions.all())
      if (version.lawId === lawId) this.#put(indexEntries(await this.#laws.get(version)));
    this.mark();
  }

  /** In batches, since what is made of a text before it is written is larger than the text. */
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
    this.fullText.watermark = watermarkOf(this.#versions);
  }

  close(): void {
    this.fullText.close();
  }
}

const watermarkOf = (versions: Versions): string => `${indexVersion} ${versions.isEmpty ? "empty" : versions.revision}`;

/** An index file that cannot be opened is no loss: it is built again. */
const tryOpen = (file: string): FullTextIndex | undefined => {
  try {
    return openFullTextIndex(file);
  } catch {
    return undefined;
  }
};
