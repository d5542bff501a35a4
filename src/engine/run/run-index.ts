import { DomainError } from "../../error.ts";
import type { ListRange, Store } from "../../store/store.ts";
import { pendingList } from "./decision-spaces.ts";
import { erasedSpace } from "./erased.ts";
import type { IndexList, Space } from "./index-space.ts";
import { mendLists } from "./mend-lists.ts";
import { receiptSpace, requestSpace, resultSpace, runList } from "./run-spaces.ts";
import { derivedLists } from "./spaces.ts";

/** A record as read. */
export interface Row<V> {
  readonly key: string;
  readonly value: V;
}

/** Which part of a list is wanted. `after` is the key or id of the row before; `limit` defaults to 100. */
export interface Part {
  readonly after?: string | undefined;
  readonly limit?: number;
  readonly newestFirst?: boolean;
}

/** An entry of a list as read. */
export interface ListRow<V> extends Row<V> {
  readonly number: number;
}

/** Which part of a list is wanted. `after` is the number of the entry before; `limit` defaults to 100. */
export interface ListPart {
  readonly after?: number | undefined;
  readonly limit?: number;
  readonly newestFirst?: boolean;
}

/** Takes a sentence for the log. */
export type Told = (sentence: string) => void;

/** Runs that are read in one go where all are wanted. */
const runsAtOnce = 256;

/** Reads the records beside the journal. Nothing else reads them, and nothing here writes. */
export class RunIndex {
  readonly #store: Store;
  readonly #owner: string;
  readonly #onMended: Told;

  constructor(store: Store, owner: string, onMended: Told = () => undefined) {
    this.#store = store;
    this.#owner = owner;
    this.#onMended = onMended;
  }

  /** Runs in order of creation. Errors: DATA_LOSS where the list cannot be mended from the journal. */
  runs(part: ListPart = {}): Promise<ListRow<boolean>[]> {
    return this.listed(runList, part);
  }

  /** The runs of these ids that are in the list, in no order. */
  async runsOf(runIds: readonly string[]): Promise<ListRow<boolean>[]> {
    const found = await Promise.all(runIds.map((runId) => this.#store.entry(this.#owner, runList.name, runId)));
    return found.flatMap((entry) => (entry ? [{ key: entry.key, number: entry.number, value: true }] : []));
  }

  /** Ids of all runs that can be read, in order of creation: those that were erased are left out. Errors: those of `runs`. */
  async *runIds(): AsyncIterable<string> {
    const erased = await this.#erased();
    for (let after: number | undefined; ; ) {
      const rows = await this.runs({ after, limit: runsAtOnce });
      for (const { key } of rows) if (!erased.has(key)) yield key;
      if (rows.length < runsAtOnce) return;
      after = rows.at(-1)?.number;
    }
  }

  /** The run of a tool call by the id of its request, its result or its receipt; undefined: there is none of that id. */
  runOfCall(id: string): Promise<string | undefined> {
    if (id.startsWith("toolres:")) return this.get(resultSpace, id);
    return this.get(id.startsWith("receipt:") ? receiptSpace : requestSpace, id);
  }

  /** What waits, oldest first: request ids with their runs. */
  pending(part: ListPart): Promise<ListRow<string>[]> {
    return this.listed(pendingList, part);
  }

  /**
   * Entries of a list, in the order in which they came. One that is damaged is made again from the journal first, and told of.
   * Errors: DATA_LOSS where that is damaged too, or the list does not follow from it.
   */
  async listed<V>(
    list: IndexList<V>,
    { after, limit = 100, newestFirst = false }: ListPart = {},
  ): Promise<ListRow<V>[]> {
    const range = { limit, reverse: newestFirst, ...(after === undefined ? {} : { after }) };
    const read = () => this.#store.entries(this.#owner, list.name, range);
    const entries = await read().catch(async (error: unknown) => {
      if (!(await this.#mend(list.name, error))) throw error;
      return read();
    });
    return entries.map(({ number, key, value }) => ({ number, key, value: list.value.decode(value) }));
  }

  /** The record of a space under a key. */
  async get<V>(space: Space<V>, key: string): Promise<V | undefined> {
    const bytes = await this.#store.record(this.#owner, space.name, key);
    return bytes && space.value.decode(bytes);
  }

  /** Records of a space in order of key. */
  async page<V>(space: Space<V>, part: Part = {}, prefix = ""): Promise<Row<V>[]> {
    const rows = await this.#rows(space.name, part, prefix);
    return rows.map(({ key, value }) => ({ key, value: space.value.decode(value) }));
  }

  /** Keys of a space by its name, in order: for a rebuild, which also empties spaces that are no more. */
  async keys(name: string, limit: number): Promise<string[]> {
    return (await this.rows(name, limit)).map(({ key }) => key);
  }

  /** Records of a space by its name as they are stored, in order of key. */
  rows(name: string, limit: number): ReturnType<Store["list"]> {
    return this.#rows(name, { limit }, "");
  }

  async #erased(): Promise<ReadonlySet<string>> {
    const erased = new Set<string>();
    for (let after: string | undefined; ; ) {
      const rows = await this.page(erasedSpace, { after, limit: runsAtOnce });
      for (const { key } of rows) erased.add(key);
      if (rows.length < runsAtOnce) return erased;
      after = rows.at(-1)?.key;
    }
  }

  /** Mends a derived list that an error is about; false: it is none, or about none. */
  async #mend(list: string, error: unknown): Promise<boolean> {
    if (!(error instanceof DomainError) || error.reason !== "DATA_LOSS" || error.facts.list !== list) return false;
    if (!derivedLists.some(({ name }) => name === list)) return false;
    const mended = await mendLists(this.#store, this.#owner, [list]);
    this.#onMended(`the list ${list} was damaged and ${mended} of its entries were made again from the journal`);
    return true;
  }

  #rows(name: string, { after, limit = 100, newestFirst = false }: Part, prefix: string) {
    const range: ListRange = { prefix, limit, reverse: newestFirst, ...(after === undefined ? {} : { after }) };
    return this.#store.list(this.#owner, name, range);
  }
}
