import { pageSize, recordsPerPage } from "../page.ts";
import { entryLost } from "../refusals.ts";
import type { Entry, EntryRange } from "../store.ts";
import { entryKey, listKey } from "./keys.ts";
import { decodeEntry, decodeListEntry, emptyList, type ListPlace } from "./list-entry.ts";
import type { Present } from "./present.ts";

/** Reads that a batch may have come in between, until what does not fit is taken for damage. */
const triesMax = 3;

/** Reads numbered lists: every number of a range, or DATA_LOSS. */
export class ListReads {
  readonly #present: Present;

  constructor(present: Present) {
    this.#present = present;
  }

  /** A page, read in one step. A batch can still reach the disk meanwhile: what does not fit is read again. */
  page(owner: string, list: string, range: EntryRange): Entry[] {
    for (let tries = 1; ; tries++)
      try {
        return this.#read(owner, list, range);
      } catch (error) {
        if (tries === triesMax) throw error;
      }
  }

  entry(owner: string, list: string, key: string): Entry | undefined {
    const at = entryKey(owner, list, key);
    const stored = this.#present.value(at);
    return stored && { key, ...decodeEntry(at, stored) };
  }

  #read(owner: string, list: string, { after, limit, reverse = false }: EntryRange): Entry[] {
    // As it is in the map: what is remembered may be of before a batch that the entries are of.
    const place = this.#present.storedOwner(owner).lists.get(list) ?? emptyList;
    const wanted = pageSize(limit, recordsPerPage);
    const found: Entry[] = [];
    for (const number of numbers(place, after, reverse)) {
      if (found.length >= wanted) break;
      const entry = this.#entryAt(owner, list, number);
      if (entry) found.push(entry);
    }
    return found;
  }

  /** The entry that has a number; undefined for one that was taken out. */
  #entryAt(owner: string, list: string, number: number): Entry | undefined {
    const at = listKey(owner, list, number);
    const stored = this.#present.value(at);
    if (!stored) throw entryLost(owner, list, number);
    try {
      const key = decodeListEntry(at, stored);
      if (key === "") return undefined;
      const entry = this.entry(owner, list, key);
      if (entry?.number === number) return entry;
    } catch (cause) {
      throw entryLost(owner, list, number, cause);
    }
    throw entryLost(owner, list, number);
  }
}

function* numbers({ first, last }: ListPlace, after: number | undefined, reverse: boolean): Iterable<number> {
  if (reverse) for (let number = Math.min(last, (after ?? last + 1) - 1); number >= first; number--) yield number;
  else for (let number = Math.max(first, (after ?? 0) + 1); number <= last; number++) yield number;
}
