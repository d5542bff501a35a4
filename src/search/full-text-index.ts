import type { FieldSet } from "./query/fields.ts";

/** One document, thread or unit as it is searched. */
export interface IndexEntry {
  /** Unique within the index; putting the same id again replaces the entry. */
  readonly id: string;
  readonly kind: string;
  /** ISO date or instant, sortable as text; empty when unknown. */
  readonly date: string;
  readonly title: string;
  readonly body: string;
  /** Where what is shown of the body begins, in UTF-16 units; default 0. A header block before it is searched, never shown. */
  readonly bodyStart?: number;
  /** Names and addresses, as the source writes them. */
  readonly people: readonly string[];
  /** Values to filter by, such as `{ thread: ["t1"] }`. */
  readonly facets: Readonly<Record<string, readonly string[]>>;
}

/** An entry whose preparation is done, as far as it needs no look at the index. Only the index that made it accepts it. */
export interface PreparedEntry {
  readonly id: string;
}

/** A search request. All filters must hold; within one filter any value suffices. */
export interface FullTextQuery {
  /** A query as people type it, read by `parseQuery`; an empty text searches by filters alone, newest first. */
  readonly text: string;
  /** Which fields its entries have; default those of mail. */
  readonly fields?: FieldSet;
  readonly kinds?: readonly string[];
  /** First and last date, both inclusive; a shorter date means its whole day, month or year. Entries without a date fall out. */
  readonly from?: string;
  readonly to?: string;
  /** Names or addresses, or words of them; an entry matches when it concerns any of these people. */
  readonly people?: readonly string[];
  readonly facets?: Readonly<Record<string, readonly string[]>>;
  readonly limit: number;
  readonly offset: number;
}

export interface FullTextHit {
  readonly id: string;
  /** Score in millionths; larger is better, and filters alone give 0. Scores are comparable only within one result. */
  readonly scoreMicros: number;
  /** Plain text around the place where most of the words stand. */
  readonly snippet: string;
  /** Code point in the body where the first match shown begins; -1 when what is shown of the body has no match. */
  readonly matchStart: number;
}

/** One page of hits, how many there are in all, and how the text was read. */
export interface FullTextAnswer {
  readonly hits: FullTextHit[];
  readonly total: number;
  /** What of the text was not understood, and what was done instead: a sentence each. */
  readonly notes: readonly string[];
  /** The text as it was read, where it has operators or fields; empty for words alone. */
  readonly reading: string;
  /**
   * The text with words that stand nowhere replaced by the nearest that do; empty where there are none. Its new words differ
   * by a letter or two from what was asked, and are words of the entries.
   */
  readonly suggestion: string;
}

/**
 * A full-text index over entries. Results come in one total order: score rounded to a millionth descending, date
 * descending, id ascending; the order in which entries were put does not matter.
 */
export interface FullTextIndex {
  /** Adds or replaces entries, all or none, and does all the writing that they need. */
  put(entries: readonly IndexEntry[]): void;
  /**
   * Prepares an entry, so that many entries can be put while others search. Prepare each entry (nothing that is searched
   * changes), then put a batch, which is short, then call `tidy` until it returns false, giving way to others in between.
   */
  prepare(entry: IndexEntry): PreparedEntry;
  /** Adds or replaces prepared entries, all or none. */
  putPrepared(entries: readonly PreparedEntry[]): void;
  /** Does some milliseconds of the writing that was put off; returns true when there is more. Changes no result. */
  tidy(): boolean;
  /** Removes entries; ignores unknown ids. */
  remove(ids: readonly string[]): void;
  /**
   * Returns one page of hits. Errors: REQUEST_INVALID for a text that is not empty and holds nothing to look for, and for one that would read
   * more of the index than one search may; INDEX_STALE where the
   * index is found to be damaged, which any other call here may say too: it is empty then, and so is its watermark.
   */
  search(query: FullTextQuery): FullTextAnswer;
  /** Returns the number of entries. */
  count(): number;
  /** The state that the index was built up to, in the owner's own terms; empty for a new index, and for one that was found to be damaged. Kept with the entries. */
  watermark: string;
  /** Forgets everything: the file is deleted, and an empty one begun. */
  clear(): void;
  /** Begins an empty index beside this one, whose place it takes once it is given a watermark; until then the watermark is empty. */
  beginAnew(): void;
  close(): void;
}
