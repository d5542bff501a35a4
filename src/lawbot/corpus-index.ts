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

/** The index of one kind of text as servers over one store share it. */
export interface SharedIndex {
  /**
   * Puts the index of a corpus into `file`, which nobody has open, where it is shared, or comes to be while this waits. False: it is for this server to
   * make, by `madeHere`; the others wait for that for as long as this server lives. Errors: those of the store.
   */
  taken(watermark: string, file: string): Promise<boolean>;
  /** Makes it once `taken` said so, and shares what was made in `file`. Errors: those of `make` and of the store. */
  madeHere(watermark: string, file: string, make: () => Promise<void>): Promise<void>;
  /** Shares the index in `file`, which may be open, unless one of this corpus is shared, or another server is at it. Errors: those of the store. */
  share(watermark: string, file: string): Promise<void>;
}

/** What an index was opened with. */
interface Opened<Stored> {
  readonly file: string;
  readonly corpus: IndexedCorpus<Stored>;
  readonly snapshots: SharedIndex | undefined;
}

/**
 * A search index that is derived from a corpus: its watermark names the corpus that it was built from. What it does not find is evidence
 * of an absence, so that it answers only where that is the corpus as it is now; else it says INDEX_STALE and is filled anew, beside the
 * one there is.
 */
export class CorpusIndex<Stored> {
  readonly #fullText: FullTextIndex;
  readonly #corpus: IndexedCorpus<Stored>;
  readonly #file: string;
  readonly #snapshots: SharedIndex | undefined;
  /** The corpus when it was looked at last whether it rests. */
  #lookedAt = "";
  #sharing: Promise<void> | undefined;
  /** What it was told last that it is of; the index says something else once it was found to be damaged. */
  #marked: string;
  /** Whether writing to it failed: what it says of itself is not to be relied on. */
  #isTorn = false;
  #renewing: Promise<void> | undefined;
  #healing: Promise<void> | undefined;

  private constructor(fullText: FullTextIndex, { file, corpus, snapshots }: Opened<Stored>) {
    this.#fullText = fullText;
    this.#corpus = corpus;
    this.#file = file;
    this.#snapshots = snapshots;
    this.#marked = fullText.watermark;
  }

  /**
   * Opens the index in `file`. Where that is not current it is the one that another server made and shared, as far as there are snapshots, or is
   * rebuilt from the corpus. `snapshots`: those of this kind of text, of a store that several servers share.
   */
  static async open<Stored>(
    file: string,
    corpus: IndexedCorpus<Stored>,
    snapshots?: SharedIndex,
  ): Promise<CorpusIndex<Stored>> {
    const shared = file === inMemory ? undefined : snapshots;
    const opened = { file, corpus, snapshots: shared };
    const watermark = corpus.watermark();
    const current = openCurrent(file, watermark);
    if (current) return new CorpusIndex(current, opened);
    if (!shared || corpus.all().length === 0) return CorpusIndex.#built(opened);
    if (await shared.taken(watermark, file)) {
      const taken = openCurrent(file, watermark);
      if (taken) return new CorpusIndex(taken, opened);
      // Of a program whose files are others.
      return CorpusIndex.#built(opened);
    }
    const built = Promise.withResolvers<CorpusIndex<Stored>>();
    const make = async (): Promise<void> => built.resolve(await CorpusIndex.#built(opened));
    // What cannot be shared is of use here all the same.
    await shared.madeHere(watermark, file, make).catch((error: unknown) => built.reject(error));
    return built.promise;
  }

  static async #built<Stored>(opened: Opened<Stored>): Promise<CorpusIndex<Stored>> {
    const index = new CorpusIndex(await openEmpty(opened.file), opened);
    await index.renew(() => true);
    return index;
  }

  /**
   * Shares it with other servers once the corpus has been the same since this was asked before, and nobody shared one of it. To be asked every now and
   * then; does nothing where the store is this process's own. Errors: those of the store.
   */
  share(): Promise<void> {
    this.#sharing ??= this.#share().finally(() => {
      this.#sharing = undefined;
    });
    return this.#sharing;
  }

  async #share(): Promise<void> {
    const watermark = this.#corpus.watermark();
    const rests = watermark === this.#lookedAt;
    this.#lookedAt = watermark;
    if (!rests || this.#corpus.all().length === 0 || this.#fullText.watermark !== watermark) return;
    await this.#snapshots?.share(watermark, this.#file);
  }

  /** The corpus that it says it is of. */
  get watermark(): string {
    return this.#fullText.watermark;
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

/** An index of exactly this corpus; undefined: there is none in the file. */
const openCurrent = (file: string, watermark: string): FullTextIndex | undefined => {
  let found: FullTextIndex | undefined;
  try {
    found = openFullTextIndex(file, leanWriting);
  } catch {
    return undefined;
  }
  if (found.watermark === watermark) return found;
  found.close();
  return undefined;
};

/** An empty one (in memory for ":memory:"): one of any other corpus is thrown away, and so is a file that cannot be opened. */
const openEmpty = async (file: string): Promise<FullTextIndex> => {
  if (file !== inMemory) for (const end of ["", "-wal", "-shm", "-journal"]) await rm(file + end, { force: true });
  return openFullTextIndex(file, leanWriting);
};

const inMemory = ":memory:";
