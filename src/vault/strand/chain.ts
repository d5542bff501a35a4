import type { Store } from "../../store/store.ts";

/**
 * Name of a strand's journal: `vault/<strand>`, so that a strand's revision says nothing about others. What is erased from a strand
 * goes with its whole journal, which another one follows: `vault/<strand>/2`, and so on. No id of a strand has a slash.
 */
export const streamOf = (strandId: string, nth = 1): string => `vault/${strandId}${nth === 1 ? "" : `/${nth}`}`;

/** The strand whose journal a stream is; undefined: it is another stream. */
export const strandOf = (stream: string): string | undefined => /^vault\/([^/]+)(?:\/\d+)?$/.exec(stream)?.[1];

/** Which of a strand's journals is the one that counts: the first that was not erased. */
export class Chain {
  readonly #store: Store;
  readonly #owner: string;
  readonly #strandId: string;
  #nth: number;

  private constructor(store: Store, owner: string, strandId: string, nth: number) {
    this.#store = store;
    this.#owner = owner;
    this.#strandId = strandId;
    this.#nth = nth;
  }

  /** Finds it. One that follows it already was being written when a process died, and counts for nothing: it is erased. */
  static async find(store: Store, owner: string, strandId: string): Promise<Chain> {
    let nth = 1;
    while ((await store.erasedAt(owner, streamOf(strandId, nth))) !== undefined) nth++;
    const chain = new Chain(store, owner, strandId, nth);
    await chain.#clearLeftOvers();
    return chain;
  }

  /** The journal that counts. */
  get stream(): string {
    return streamOf(this.#strandId, this.#nth);
  }

  /** A name for the journal that is to follow, which nothing was ever written to. */
  async next(): Promise<string> {
    await this.#clearLeftOvers();
    return streamOf(this.#strandId, await this.#firstUnused());
  }

  /** The journal was erased, and the one that follows counts from now on. */
  async goOn(): Promise<void> {
    while ((await this.#store.erasedAt(this.#owner, this.stream)) !== undefined) this.#nth++;
  }

  async #clearLeftOvers(): Promise<void> {
    const unused = await this.#firstUnused();
    const leftOvers: string[] = [];
    for (let nth = this.#nth + 1; nth < unused; nth++) {
      const stream = streamOf(this.#strandId, nth);
      if ((await this.#store.erasedAt(this.#owner, stream)) === undefined) leftOvers.push(stream);
    }
    if (leftOvers.length === 0) return;
    // With an event behind them: whoever reads everything up to now waits for the last one that can be read.
    const stream = "vault-erasures";
    await this.#store.commit({
      owner: this.#owner,
      stream,
      expect: await this.#store.head(this.#owner, stream),
      events: leftOvers.map((name) => ({ type: "HalfJournalErased", body: Buffer.from(name) })),
      erase: leftOvers.map((scope) => ({ scope })),
    });
  }

  async #firstUnused(): Promise<number> {
    let nth = this.#nth + 1;
    while ((await this.#store.head(this.#owner, streamOf(this.#strandId, nth))).seq > 0) nth++;
    return nth;
  }
}
