import type { Store } from "../../store/store.ts";

/** As long as a call may take at most: whoever asked is gone by then. */
const waitMaxMs = 600_000;
/** Events of the tenant that may come while one of them is looked at. */
const bufferMax = 10_000;

/**
 * Waits for what another server over the same store is at work on. One that is killed keeps nobody waiting: this server's own
 * recovery ends what it left, and that is an event too.
 */
export class Replicas {
  readonly #store: Store;
  readonly #owner: string;
  readonly #areThere: boolean;
  readonly #stopping = new AbortController();

  /** `areThere`: whether there may be others; without them nothing is waited for. */
  constructor(store: Store, owner: string, areThere: boolean) {
    this.#store = store;
    this.#owner = owner;
    this.#areThere = areThere;
  }

  /** What `found` gives, asked now and after each event of the run until it gives something. Undefined: the server stops, or nothing came in ten minutes. */
  async until<T>(runId: string, found: () => Promise<T | undefined>): Promise<T | undefined> {
    if (!this.#areThere) return undefined;
    const enough = new AbortController();
    const signal = AbortSignal.any([this.#stopping.signal, enough.signal, AbortSignal.timeout(waitMaxMs)]);
    try {
      // An empty commit: where the journal ends. What comes after it is heard.
      const { position } = await this.#store.commit({ owner: this.#owner });
      const now = await found();
      if (now !== undefined) return now;
      for await (const { stream } of this.#store.watch(this.#owner, { after: position, signal, bufferMax })) {
        const then = stream === runId ? await found() : undefined;
        if (then !== undefined) return then;
      }
      return undefined;
    } finally {
      enough.abort();
    }
  }

  /** Lets go of everybody who waits. */
  stop(): void {
    this.#stopping.abort();
  }
}
