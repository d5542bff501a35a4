import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";

/** How many bytes of an index one query may read; what it does with them beside is counted in bytes that are read in the time. */
export class ReadBudget {
  #bytesLeft = Number.POSITIVE_INFINITY;

  /** A query begins that may read so many bytes. */
  begin(bytes: number): void {
    this.#bytesLeft = bytes;
  }

  /** Counts what is read. Errors: REQUEST_INVALID for more than the query may. */
  spend(bytes: number): void {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft < 0) throw new DomainError("REQUEST_INVALID", worded("query.reads-too-much-of-the-index"));
  }

  /** Does work whose reading is not counted. */
  free<T>(work: () => T): T {
    const left = this.#bytesLeft;
    this.#bytesLeft = Number.POSITIVE_INFINITY;
    try {
      return work();
    } finally {
      this.#bytesLeft = left;
    }
  }
}
