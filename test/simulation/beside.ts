import type { Connection } from "../../src/client/connection.ts";

/** Searches one after the other, as long as something else goes on, and remembers how long each took, and how much of the server's processor went by meanwhile. */
export class SearchesBeside {
  readonly #connection: Connection;
  readonly #strandId: string;
  readonly #processorSeconds: () => number;
  #isOn = true;
  readonly times: number[] = [];
  /** Milliseconds of the server's processor, all its threads together, between each call and its answer: what stood before it, and itself. */
  readonly processorTimes: number[] = [];
  readonly #done: Promise<void>;

  /** `processorSeconds`: what the server has had of the processor; default: nobody asks. */
  constructor(connection: Connection, strandId: string, processorSeconds: () => number = () => 0) {
    this.#processorSeconds = processorSeconds;
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
      const [started, had] = [performance.now(), this.#processorSeconds()];
      await this.#connection.vaultSearch.search({ strandId: this.#strandId, query: "toezegging" });
      this.times.push(performance.now() - started);
      this.processorTimes.push((this.#processorSeconds() - had) * 1000);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}
