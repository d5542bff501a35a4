import type { Container } from "../../../gen/pincite/vault/v1/container_pb.ts";
import { emptyHead, type Head, type NewEvent, type Store } from "../../store/store.ts";

/** A part of a journal that is written anew. */
export interface CopiedPart {
  readonly events: readonly NewEvent[];
  /** Lists of containers that these events name, and members that are no documents. */
  readonly blobs: readonly Uint8Array[];
}

/** The last part, which is committed with all that makes the journal the one that counts. */
export interface LastPart extends CopiedPart {
  /** Every container that the journal names, as it does. */
  readonly containers: readonly Container[];
}

/** The journal that is to follow a strand's own, while it is written. Until the last part is, it counts for nothing. */
export class JournalCopy {
  readonly stream: string;
  readonly #store: Store;
  readonly #owner: string;
  #head = emptyHead;

  constructor(store: Store, owner: string, stream: string) {
    this.#store = store;
    this.#owner = owner;
    this.stream = stream;
  }

  /** Up to where it is written. */
  get head(): Head {
    return this.#head;
  }

  /** Writes all but the last part. */
  async write({ events, blobs }: CopiedPart): Promise<void> {
    const { stream } = this;
    const committed = await this.#store.commit({ owner: this.#owner, stream, expect: this.#head, events, blobs });
    this.#head = committed.head;
  }
}
