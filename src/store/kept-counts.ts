import { Recent } from "#kit/recent.ts";
import { DomainError } from "../error.ts";
import { emptyHead, type Head, type NewEvent, type RecordChange, type Store } from "./store.ts";

/** The counts of one stream, as of one of its events. */
export interface Counted {
  /** Version of the counting; a record of another one is not used. */
  readonly version: number;
  /** Sequence number of the last event counted. */
  readonly seq: number;
  /** Hash of that event. */
  readonly headHash: string;
}

/** A count while events are gone through. */
interface Counting<R> {
  add(event: NewEvent): void | Promise<void>;
  /** The counts, as of the last event that was added. */
  record(at: Head): R;
}

/** A kind of counts, and the place where they are kept. */
export interface CountKind<R extends Counted, Known = undefined> {
  readonly space: {
    readonly name: string;
    readonly value: { encode(record: R): Uint8Array; decode(bytes: Uint8Array): R };
  };
  /** Raised when the counting changes: older records are then counted again. */
  readonly version: number;
  /** A question keeps what it counted once this many events are new. */
  readonly keepEvery: number;
  /** The weight of a record in memory, and the most that all remembered ones may weigh. */
  readonly weigh: (record: R) => number;
  readonly weightMax: number;
  begin(stream: string): R;
  /** Goes on from a record, which stays as it is; `known`: what a commit brings that the store has not yet. */
  goOn(record: R, known?: Known): Counting<R>;
}

/** The counts of one stream, and their key. */
export interface CountAt {
  readonly key: string;
  readonly stream: string;
}

interface Remembered<R> {
  readonly record: R;
  /** Up to which event the store has it. */
  readonly keptSeq: number;
}

/** Streams that are counted at once: over a database each of them is a way there and back. */
const streamsAtOnce = 64;
/** Records that are kept in one commit: each would be brought to disk by itself otherwise. */
const keptAtOnce = 500;
const eventsAtOnce = 500;

/**
 * Counts of streams, from their events. A record holds the count of a stream as of one event: a commit may bring it along, and what none
 * brought, or a crash cut off, is counted on from there by the next question. A record goes with its stream when that is erased.
 */
export class KeptCounts<R extends Counted, Known = undefined> {
  readonly #store: Store;
  readonly #owner: string;
  readonly #kind: CountKind<R, Known>;
  readonly #known: Recent<string, Remembered<R>>;

  constructor(store: Store, owner: string, kind: CountKind<R, Known>) {
    this.#store = store;
    this.#owner = owner;
    this.#kind = kind;
    this.#known = new Recent(kind.weightMax, ({ record }) => kind.weigh(record));
  }

  /** Of one stream. Errors: ERASED, DATA_LOSS. */
  async of(at: CountAt): Promise<R> {
    const { record, isNew } = await this.#count(at);
    if (isNew) await this.#keep([[at, record]]);
    return record;
  }

  /**
   * Of several streams, in their order; `sees` says by the key which ones count, and one that is erased in the middle of it counts for nothing.
   * Errors: DATA_LOSS.
   */
  async *all(
    streams: AsyncIterable<CountAt>,
    sees?: (key: string) => Promise<boolean>,
  ): AsyncIterable<{ readonly key: string; readonly record: R }> {
    const kept: [CountAt, R][] = [];
    for await (const part of inParts(streams, streamsAtOnce)) {
      const counted = await Promise.all(part.map((at) => this.#seen(at, sees)));
      for (const { at, record, isNew } of counted.flat()) {
        if (isNew) kept.push([at, record]);
        yield { key: at.key, record };
      }
      if (kept.length >= keptAtOnce) await this.#keep(kept.splice(0));
    }
    await this.#keep(kept);
  }

  /**
   * Counts what a commit is about to append to a stream. `records` goes to disk with that commit, where it `isDue`; `done` is told once it is
   * there. Undefined: the count is not known as of the head before, and none is due. Errors: those of Store.read.
   */
  async ahead(
    at: CountAt,
    { before, events, isDue }: { before: Head; events: readonly NewEvent[]; isDue: boolean },
    known?: Known,
  ): Promise<{ records: (head: Head) => RecordChange[]; done: (head: Head) => void } | undefined> {
    const last = await this.#asOf(at, before, isDue);
    if (!last) return undefined;
    const counting = this.#kind.goOn(last.record, known);
    for (const event of events) await counting.add(event);
    return {
      records: (head) => (isDue ? [this.#change(at, counting.record(head))] : []),
      done: (head) =>
        this.#known.set(at.key, { record: counting.record(head), keptSeq: isDue ? head.seq : last.keptSeq }),
    };
  }

  /** The change that takes the record away, with what it counted. */
  drop(key: string): RecordChange {
    this.#known.delete(key);
    return { space: this.#kind.space.name, key, value: undefined };
  }

  /** The counts up to a head; undefined: they are not known, and are read only where that is due, or another head stands there by now. */
  async #asOf(at: CountAt, head: Head, isDue: boolean): Promise<Remembered<R> | undefined> {
    const known = this.#known.get(at.key);
    if (known && isAt(known.record, head)) return known;
    if (head.seq === 0) return this.#beginning(at);
    if (!isDue) return undefined;
    await this.#count(at);
    const counted = this.#known.get(at.key);
    return counted && isAt(counted.record, head) ? counted : undefined;
  }

  async #seen(at: CountAt, sees: ((key: string) => Promise<boolean>) | undefined) {
    if (sees && !(await sees(at.key))) return [];
    try {
      return [{ at, ...(await this.#count(at)) }];
    } catch (error) {
      if (isErased(error)) return [];
      throw error;
    }
  }

  async #count(at: CountAt): Promise<{ record: R; isNew: boolean }> {
    const head = await this.#store.head(this.#owner, at.stream);
    const last = await this.#latest(at.key, head);
    if (last && isAt(last.record, head)) {
      this.#known.set(at.key, last);
      return { record: last.record, isNew: false };
    }
    const base = await this.#base(at, last);
    const counting = this.#kind.goOn(base.record);
    let reached: Head = { seq: base.record.seq, hash: base.record.headHash };
    while (reached.seq < head.seq) {
      const range = { fromSeq: reached.seq + 1, limit: eventsAtOnce };
      const events = await this.#store.read(this.#owner, at.stream, range);
      for (const event of events) await counting.add(event);
      reached = events.at(-1) ?? head;
    }
    const record = counting.record({ seq: reached.seq, hash: reached.hash });
    const isNew = record.seq - base.keptSeq >= this.#kind.keepEvery;
    this.#known.set(at.key, { record, keptSeq: isNew ? record.seq : base.keptSeq });
    return { record, isNew };
  }

  /** The counts to go on from: the last ones, where the stream still has its event; else the beginning. */
  async #base(at: CountAt, last: Remembered<R> | undefined): Promise<Remembered<R>> {
    if (!last || last.record.seq === 0) return this.#beginning(at);
    const [event] = await this.#store.read(this.#owner, at.stream, { fromSeq: last.record.seq, limit: 1 });
    return event?.hash === last.record.headHash ? last : this.#beginning(at);
  }

  /** The remembered counts, or those of the store where these are further: others count too. */
  async #latest(key: string, head: Head): Promise<Remembered<R> | undefined> {
    const known = this.#known.get(key);
    if (known && isAt(known.record, head)) return known;
    const kept = await this.#kept(key);
    return known && known.record.seq > (kept?.record.seq ?? 0) ? known : kept;
  }

  #beginning({ stream }: CountAt): Remembered<R> {
    return { record: this.#kind.begin(stream), keptSeq: 0 };
  }

  /** The counts that the store has, by this counting. */
  async #kept(key: string): Promise<Remembered<R> | undefined> {
    const bytes = await this.#store.record(this.#owner, this.#kind.space.name, key);
    const record = bytes && this.#kind.space.value.decode(bytes);
    return record?.version === this.#kind.version ? { record, keptSeq: record.seq } : undefined;
  }

  /** A stream that was erased since takes its record with it, and the others are kept. */
  async #keep(kept: readonly (readonly [CountAt, R])[]): Promise<void> {
    if (kept.length === 0) return;
    const records = kept.map(([at, record]) => this.#change(at, record));
    try {
      await this.#store.commit({ owner: this.#owner, records });
    } catch (error) {
      if (!isErased(error)) throw error;
      if (kept.length > 1) for (const one of kept) await this.#keep([one]);
    }
  }

  #change({ key, stream }: CountAt, record: R): RecordChange {
    const { name, value } = this.#kind.space;
    return { space: name, key, value: value.encode(record), scope: stream };
  }
}

/** The head of a count that has not begun. */
export const uncounted = { seq: emptyHead.seq, headHash: emptyHead.hash };

const isAt = ({ seq, headHash }: Counted, head: Head): boolean => seq === head.seq && headHash === head.hash;

const isErased = (error: unknown): boolean => error instanceof DomainError && error.reason === "ERASED";

async function* inParts<T>(all: AsyncIterable<T>, size: number): AsyncIterable<T[]> {
  let part: T[] = [];
  for await (const one of all) {
    part.push(one);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
