/** What the reading of a store behind the server's back came to. */
export interface Scrub {
  readonly store: string;
  /** When the store was last read to its end; undefined: not yet since the server was started. */
  readonly checkedAtMs: number | undefined;
  /** Damages found since then. */
  readonly damages: number;
}

/** Keeps, for each store of this server that is on disk, when it was last read and what was found. */
export class Scrubs {
  readonly #now: () => number;
  readonly #byStore = new Map<string, Scrub>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Notes a store that is to be read; gives what is to be called each time that it was. */
  of(store: string): (damages: number) => void {
    this.#byStore.set(store, { store, checkedAtMs: undefined, damages: 0 });
    return (damages) => void this.#byStore.set(store, { store, checkedAtMs: this.#now(), damages });
  }

  /** In the order in which the stores were opened. */
  all(): Scrub[] {
    return [...this.#byStore.values()];
  }
}
