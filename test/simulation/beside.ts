import type { Connection } from "../../src/client/connection.ts";

/** Searches one after the other, as long as something else goes on, and remembers how long each took. */
export class SearchesBeside {
  readonly #connection: Connection;
  readonly #strandId: string;
  #isOn = true;
  readonly times: number[] = [];
  readonly #done: Promise<void>;

  constructor(connection: Connection, strandId: string) {
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
      const started = performance.now();
      await this.#connection.vaultSearch.search({ strandId: this.#strandId, query: "toezegging" });
      this.times.push(performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}
