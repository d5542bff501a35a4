import { emptyHead, type Head, type Store, type StoredEvent } from "../../store/store.ts";
import type { CatalogueChange } from "./catalogue-state.ts";
import type { Chain } from "./chain.ts";
import { changeOf } from "./journal-events.ts";

const eventsPerRead = 500;

/** Takes what one event says, which follows `from` and leads to `to`; answers false when it is not at `from`. */
export type JournalFold = (change: CatalogueChange, from: Head, to: Head) => boolean;

/** What a strand's journal says, read from the store, which checks every event against its chain. */
export class StrandJournal {
  readonly #store: Store;
  readonly #owner: string;
  readonly #chain: Chain;

  constructor(store: Store, owner: string, chain: Chain) {
    this.#store = store;
    this.#owner = owner;
    this.#chain = chain;
  }

  /** Gives every event after `from`, in order; answers whether all were taken. */
  async fold(from: Head, take: JournalFold): Promise<boolean> {
    let at = from;
    for await (const event of this.#after(from.seq)) {
      const to = { seq: event.seq, hash: event.hash };
      if (!take(changeOf(event), at, to)) return false;
      at = to;
    }
    return true;
  }

  /** Whether the journal has been at this head. Of the hash its beginning suffices. */
  async holds({ seq, hash }: Head): Promise<boolean> {
    if (seq === 0) return emptyHead.hash.startsWith(hash);
    const [event] = await this.#store.read(this.#owner, this.#chain.stream, { fromSeq: seq, limit: 1 });
    return event?.seq === seq && event.hash.startsWith(hash);
  }

  /** Documents that events after this one name: imported, met again, replaced, read again or mended. */
  async namedSince(seq: number): Promise<string[]> {
    const named = new Set<string>();
    for await (const event of this.#after(seq)) {
      const { records, paths, rereads = [], mends = [] } = changeOf(event);
      for (const { record } of records) {
        named.add(record.detail?.summary?.docUid ?? "");
        named.add(record.detail?.supersedesDocUid ?? "");
      }
      for (const { docUid, supersedesDocUid } of paths) named.add(docUid).add(supersedesDocUid);
      for (const { record } of rereads) named.add(record.detail?.summary?.docUid ?? "");
      for (const { docUid } of mends) named.add(docUid);
    }
    named.delete("");
    return [...named];
  }

  /** Every event of the journal that counts, in order. */
  all(): AsyncGenerator<StoredEvent> {
    return this.#after(0);
  }

  async *#after(seq: number): AsyncGenerator<StoredEvent> {
    for (let last = seq; ; ) {
      const events = await this.#store.read(this.#owner, this.#chain.stream, {
        fromSeq: last + 1,
        limit: eventsPerRead,
      });
      yield* events;
      last = events.at(-1)?.seq ?? last;
      if (events.length < eventsPerRead) return;
    }
  }
}
