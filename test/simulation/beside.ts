import type { Connection } from "../../src/client/connection.ts";
import { type RunDelay, runDelayOf } from "./run-delay.ts";

/** What a server has had of the processor, and what it waited for it. */
export interface Looked {
  processorSeconds(): number;
  runDelay(): RunDelay;
}

/** What went by between a search and its answer, in milliseconds. */
export interface Gone {
  readonly clock: number;
  /** Of the server's processor, all its threads together: what stood before the search, and itself. */
  readonly processor: number;
  /** What the server's main thread waited for a processor. */
  readonly main: number;
  /** What those that read for it did, all together. */
  readonly pool: number;
  /** What the thread that asks did. */
  readonly client: number;
}

/** Searches one after the other, as long as something else goes on, and remembers how long each took, and of a server that is looked at what went by meanwhile. */
export class SearchesBeside {
  readonly #connection: Connection;
  readonly #strandId: string;
  readonly #server: Looked | undefined;
  #isOn = true;
  readonly times: number[] = [];
  /** One for each search, where the server is looked at. */
  readonly gone: Gone[] = [];
  readonly #done: Promise<void>;

  constructor(connection: Connection, strandId: string, server?: Looked) {
    this.#server = server;
    this.#connection = connection;
    this.#strandId = strandId;
    this.#done = this.#search();
  }

  async end(): Promise<readonly number[]> {
    this.#isOn = false;
    await this.#done;
    return this.times;
  }

  async #search(): Promise<void> {
    while (this.#isOn) {
      const before = this.#now();
      await this.#connection.vaultSearch.search({ strandId: this.#strandId, query: "toezegging" });
      const after = this.#now();
      this.times.push(after.clock - before.clock);
      if (this.#server)
        this.gone.push({
          clock: after.clock - before.clock,
          processor: after.processor - before.processor,
          main: after.main - before.main,
          pool: after.pool - before.pool,
          client: after.client - before.client,
        });
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  #now(): Gone {
    const { main, pool } = this.#server?.runDelay() ?? { main: 0, pool: 0 };
    const processor = (this.#server?.processorSeconds() ?? 0) * 1000;
    const client = this.#server ? runDelayOf(process.pid).main : 0;
    return { clock: performance.now(), processor, main, pool, client };
  }
}
