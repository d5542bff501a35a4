/** One document, thread or unit as it is searched. */
export interface IndexEntry {
  /** Unique within the index; putting the same id again replaces the entry. */
  readonly id: string;
  readonly kind: string;
  /** ISO date or instant, sortable as text; empty when unknown. */
  readonly date: string;
  readonly title: string;
  readonly body: string;
  /** Names and addresses, as the source writes them. */
  readonly people: readonly string[];
  /** Values to filter by, such as `{ thread: ["t1"] }`. */
  readonly facets: Readonly<Record<string, readonly string[]>>;
}

/** An entry of which the work is done that needs no look at the index; only the index that has made it takes it. */
export interface PreparedEntry {
  readonly id: string;
}

/** What to search for. All filters must hold; within one filter any value suffices. */
export interface FullTextQuery {
  /** Words, "phrases", prefix*, +must, -not; empty: filters alone, newest first. */
  readonly text: string;
  readonly kinds?: readonly string[];
  /** Dates from and to, both inclusive; a shorter date means its whole day, month or year. Entries without a date fall out. */
  readonly from?: string;
  readonly to?: string;
  /** Each is a name or address, or words of one; anyone of them concerned suffices. */
  readonly people?: readonly string[];
  readonly facets?: Readonly<Record<string, readonly string[]>>;
  readonly limit: number;
  readonly offset: number;
}

export interface FullTextHit {
  readonly id: string;
  /** Larger is better; in millionths; 0 for filters alone. Only comparable within one result. */
  readonly scoreMicros: number;
  /** Plain text around the first match. */
  readonly snippet: string;
  /** Code point in the body where the first match begins; -1 when the body has none. */
  readonly matchStart: number;
}

/**
 * A full-text index over entries. Results come in one total order: score rounded to a millionth descending, date
 * descending, id ascending; the order in which entries were put does not matter.
 */
export interface FullTextIndex {
  /** Adds or replaces entries, all or none, and writes what must be written of them. */
  put(entries: readonly IndexEntry[]): void;
  /**
   * The way to put many entries while others search: prepare each (nothing that is searched changes), then put a batch,
   * which is short, then call `tidy` until it says false, giving way to others in between.
   */
  prepare(entry: IndexEntry): PreparedEntry;
  /** Adds or replaces prepared entries, all or none. */
  putPrepared(entries: readonly PreparedEntry[]): void;
  /** Does some milliseconds of the writing that was put off; true when there is more. Changes no result. */
  tidy(): boolean;
  /** Removes entries; unknown ids are ignored. */
  remove(ids: readonly string[]): void;
  /** One page. Errors: REQUEST_INVALID for a text that is not empty and holds nothing to look for. */
  search(query: FullTextQuery): { hits: FullTextHit[]; total: number };
  /** How many entries there are. */
  count(): number;
  /** What the index was built up to, in the owner's own terms; empty for a new index. Kept with the entries. */
  watermark: string;
  close(): void;
}
