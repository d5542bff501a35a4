import type { DurableMap, Operation } from "../../ordered-map.ts";

/** Bytes of a batch: large enough that its fsync does not count. */
const batchBytes = 4 * 1024 * 1024;

/** Writes many entries in batches, in the order in which they come. */
export class MapWriter {
  readonly #map: DurableMap;
  #waiting: Operation[] = [];
  #bytes = 0;

  constructor(map: DurableMap) {
    this.#map = map;
  }

  /** Takes an entry; whoever puts many calls `relieve` between them. */
  put(key: string, value: Uint8Array): void {
    this.#waiting.push({ type: "put", key, value });
    this.#bytes += key.length + value.length;
  }

  /** Writes what waits, once it is enough for a batch. Undefined: nothing is to be waited for. */
  relieve(): Promise<void> | undefined {
    return this.#bytes >= batchBytes ? this.flush() : undefined;
  }

  async flush(): Promise<void> {
    const operations = this.#waiting;
    [this.#waiting, this.#bytes] = [[], 0];
    if (operations.length > 0) await this.#map.write(operations);
  }
}
