/** What is open and must be closed. */
export interface Closable {
  close(): void;
}

/** How many strands stay open, and when one may be closed. */
export interface OpenBounds {
  /** Strands that stay open whether they are used or not. */
  readonly kept: number;
  /** Milliseconds without use after which nobody can work in a strand any more: longer than the longest call may last. */
  readonly idleMs: number;
  /** Milliseconds of a clock that nobody sets. */
  now(): number;
}

interface Entry<Strand> {
  readonly opening: Promise<Strand>;
  usedAt: number;
  /** How often it was asked for. */
  uses: number;
}

/**
 * Strands by id, each opened once. When there are more than `kept`, the longest unused are closed, but only those that no
 * call can still be at work in: calls end at their deadline, so a strand that was not asked for since is nobody's.
 */
export class OpenStrands<Strand extends Closable> {
  readonly #open: (id: string) => Promise<Strand>;
  readonly #bounds: OpenBounds;
  /** In the order of use, the longest unused first. */
  readonly #entries = new Map<string, Entry<Strand>>();

  constructor(open: (id: string) => Promise<Strand>, bounds: OpenBounds) {
    this.#open = open;
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Those that are open, or about to be. */
  get ids(): IterableIterator<string> {
    return this.#entries.keys();
  }

  /** The strand. One that could not be opened is tried again at the next call, rather than failing until a restart. */
  async get(id: string): Promise<Strand> {
    const known = this.#entries.get(id);
    const entry = known ?? { opening: this.#open(id), usedAt: 0, uses: 0 };
    entry.usedAt = this.#bounds.now();
    entry.uses += 1;
    this.#entries.delete(id);
    this.#entries.set(id, entry);
    if (known === undefined) {
      entry.opening.catch(() => this.#entries.delete(id));
      await this.#closeIdle();
    }
    return entry.opening;
  }

  /** Does work in a strand that nobody asked for: where it was not open, it is the first to be closed again unless somebody asks for it. */
  async warmed(id: string, work: (strand: Strand) => Promise<void>): Promise<void> {
    const wasOpen = this.#entries.has(id);
    const opened = this.get(id);
    const entry = this.#entries.get(id);
    await work(await opened);
    if (wasOpen || !entry || this.#entries.get(id) !== entry || entry.uses > 1) return;
    entry.usedAt = Number.NEGATIVE_INFINITY;
    this.#entries.delete(id);
    const others = [...this.#entries];
    this.#entries.clear();
    for (const [key, value] of [[id, entry] as const, ...others]) this.#entries.set(key, value);
  }

  /** Closes all; nobody may work in a strand any more. */
  async close(): Promise<void> {
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    for (const opened of await Promise.allSettled(entries.map(({ opening }) => opening)))
      if (opened.status === "fulfilled") opened.value.close();
  }

  async #closeIdle(): Promise<void> {
    const { kept, idleMs, now } = this.#bounds;
    for (const [id, entry] of this.#entries) {
      if (this.#entries.size <= kept || now() - entry.usedAt < idleMs) return;
      this.#entries.delete(id);
      // Opened long ago, or it would have been used since; before anything else may ask for it.
      (await entry.opening).close();
    }
  }
}
