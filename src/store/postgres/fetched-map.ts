import type { MapRange, OrderedMap } from "../ordered-map.ts";
import type { Rows } from "./rows.ts";

/** Thrown where a value is asked for that was not fetched yet. One for all: what it says is looked at by nobody, and its stack would be dear. */
const notFetched = new Error("a value that was not fetched");

/** Known values: null for a key under which there is nothing. */
export type Known = Map<string, Uint8Array | null>;

/**
 * An ordered map whose values were fetched before they are asked for, since the rules of the layout answer at once. One that was not is
 * noted, and the asking fails; `withFetched` fetches it and lets everything be asked again.
 */
export class FetchedMap implements OrderedMap {
  readonly #rows: Rows;
  readonly #known: Known;
  /** The values that were fetched here. */
  readonly fresh: Known = new Map();
  readonly #missing = new Set<string>();
  readonly #pages = new Map<string, [string, Uint8Array][]>();
  readonly #isNew: (key: string) => boolean;
  /** Keys that were answered as if nothing were under them, unseen. */
  readonly assumed = new Set<string>();

  /** `isNew` names keys that are taken for free unless they are fetched along with others; whoever rests on that asks whether it held. */
  constructor(rows: Rows, known: Known = new Map(), isNew: (key: string) => boolean = never) {
    this.#rows = rows;
    this.#known = known;
    this.#isNew = isNew;
  }

  get(key: string): Uint8Array | undefined {
    const fresh = this.fresh.get(key);
    const value = fresh === undefined ? this.#known.get(key) : fresh;
    if (value !== undefined) return value ?? undefined;
    if (this.#isNew(key)) {
      this.assumed.add(key);
      return undefined;
    }
    this.#missing.add(key);
    throw notFetched;
  }

  async entries(range: MapRange): Promise<[string, Uint8Array][]> {
    const name = JSON.stringify(range);
    let page = this.#pages.get(name);
    if (!page) {
      page = await this.#rows.entries(range);
      this.#pages.set(name, page);
      for (const [key, value] of page) this.fresh.set(key, value);
    }
    return page;
  }

  /** Fetches the values of keys that are not known yet, unless all of them are taken for free. */
  async fetch(keys: Iterable<string>): Promise<void> {
    const wanted = [...new Set(keys)].filter((key) => !this.fresh.has(key) && !this.#known.has(key));
    if (wanted.every(this.#isNew)) return;
    const found = await this.#rows.values(wanted);
    for (const key of wanted) this.fresh.set(key, found.get(key) ?? null);
  }

  soon(keys: readonly string[]): Promise<void> {
    return this.fetch(keys);
  }

  /** Fetches what was asked for in vain; false where nothing was. */
  async fetchMissing(): Promise<boolean> {
    if (this.#missing.size === 0) return false;
    const keys = [...this.#missing, ...this.assumed];
    this.#missing.clear();
    this.assumed.clear();
    await this.fetch(keys);
    return true;
  }
}

const never = (): boolean => false;

/**
 * Works on a map until all that the work asks for was there: it is done again for each round of fetching, and what it gave or threw before
 * counts for nothing, since it may have caught the failing.
 */
export const withFetched = async <T>(map: FetchedMap, work: () => T | Promise<T>): Promise<T> => {
  for (;;) {
    const [given, error, hasFailed] = await attempt(work);
    if (await map.fetchMissing()) continue;
    if (hasFailed) throw error;
    return given as T;
  }
};

const attempt = async <T>(work: () => T | Promise<T>): Promise<readonly [T | undefined, unknown, boolean]> => {
  try {
    return [await work(), undefined, false];
  } catch (error) {
    return [undefined, error, true];
  }
};
