import { cursorInvalid } from "../refusals.ts";
import type { Store, StoredEvent } from "../store.ts";
import { type EventPage, LiveEvents } from "../watch-feed.ts";

/** Live events a watcher may leave waiting unless it says otherwise. */
const bufferMaxDefault = 1_000;
const pollMs = 50;

/** The questions of a poll to the store. */
export interface PollSource {
  page(owner: string, after: bigint): Promise<EventPage>;
  position(owner: string): Promise<bigint>;
  /** Versions of these owners; those of whom there is nothing are left out. */
  versions(owners: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
}

/** An owner that somebody watches. */
interface Watched {
  watchers: number;
  /** Position of what was published last. */
  last: bigint;
  /** Version of the owner that was looked at last. */
  version: bigint | undefined;
  isReading: boolean;
}

/**
 * Tells the watchers of this process of events, written here or elsewhere. Events of this process are told at once; those of others are found by one
 * question for all watched owners every 50 ms, which is asked while somebody watches.
 */
export class EventPoll {
  readonly #source: PollSource;
  readonly #live = new LiveEvents();
  readonly #watched = new Map<string, Watched>();
  #timer: NodeJS.Timeout | undefined;
  #isAsking = false;
  #ended: Error | undefined;

  constructor(source: PollSource) {
    this.#source = source;
  }

  /** Events of this process that were just written. */
  written(owner: string, events: readonly StoredEvent[]): void {
    const watched = this.#watched.get(owner);
    const [first] = events;
    if (!watched || !first) return;
    if (first.position === watched.last + 1n) this.#publish(owner, watched, events);
    else void this.#read(owner, watched);
  }

  /** Every watch ends with this error. */
  end(error: Error): void {
    this.#ended = error;
    clearTimeout(this.#timer);
    this.#live.end(error);
  }

  async *watch(
    owner: string,
    { after, signal, bufferMax = bufferMaxDefault }: Parameters<Store["watch"]>[1],
  ): AsyncGenerator<StoredEvent> {
    const newest = await this.#source.position(owner);
    if (after < 0n || after > newest) throw cursorInvalid(after, newest);
    let seen = after;
    while (!signal.aborted && seen < newest) {
      const { events, upTo } = await this.#source.page(owner, seen);
      for (const event of events) {
        if (signal.aborted) return;
        yield event;
      }
      seen = upTo;
    }
    if (signal.aborted) return;
    if (this.#ended) throw this.#ended;
    yield* this.#follow(owner, seen, signal, bufferMax);
  }

  async *#follow(owner: string, from: bigint, signal: AbortSignal, bufferMax: number): AsyncGenerator<StoredEvent> {
    // From here on in one step: what is published after this comes into the buffer.
    const watched = this.#begin(owner, from);
    const live = this.#live.subscribe(owner, bufferMax);
    const end = once(() => {
      live.unsubscribe();
      this.#end(owner, watched);
    });
    // A reader that went away may never pull again, and then no `finally` runs: the abort itself must unsubscribe.
    signal.addEventListener("abort", end, { once: true });
    try {
      // What another watcher was told before this one began.
      let seen = from;
      for (const published = watched.last; seen < published; ) {
        const { events, upTo } = await this.#source.page(owner, seen);
        for (const event of events) {
          if (signal.aborted) return;
          yield event;
        }
        seen = upTo;
      }
      for (;;) {
        const events = await live.take(signal);
        if (events.length === 0) return;
        for (const event of events) {
          if (signal.aborted) return;
          if (event.position > seen) yield event;
        }
      }
    } finally {
      signal.removeEventListener("abort", end);
      end();
    }
  }

  #begin(owner: string, last: bigint): Watched {
    const watched = this.#watched.get(owner) ?? { watchers: 0, last, version: undefined, isReading: false };
    watched.watchers += 1;
    this.#watched.set(owner, watched);
    this.#timer ??= setTimeout(() => void this.#poll(), 0).unref();
    return watched;
  }

  #end(owner: string, watched: Watched): void {
    watched.watchers -= 1;
    if (watched.watchers === 0) this.#watched.delete(owner);
  }

  async #poll(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      const versions = await this.#source.versions([...this.#watched.keys()]);
      for (const [owner, watched] of this.#watched) {
        const version = versions.get(owner);
        if (version === undefined || version === watched.version) continue;
        if (await this.#read(owner, watched)) watched.version = version;
      }
    } catch {
      // A database that is away is asked again; whoever watches waits.
    }
    this.#isAsking = false;
    this.#timer = undefined;
    if (this.#watched.size > 0 && !this.#ended) this.#timer = setTimeout(() => void this.#poll(), pollMs).unref();
  }

  /** Reads and tells what is behind what was told last; false where somebody else is reading. */
  async #read(owner: string, watched: Watched): Promise<boolean> {
    if (watched.isReading) return false;
    watched.isReading = true;
    try {
      for (;;) {
        const { events, upTo } = await this.#source.page(owner, watched.last);
        if (upTo <= watched.last) return true;
        this.#publish(owner, watched, events);
        if (watched.last < upTo) watched.last = upTo;
      }
    } catch {
      return false;
    } finally {
      watched.isReading = false;
    }
  }

  #publish(owner: string, watched: Watched, events: readonly StoredEvent[]): void {
    const news = events.filter(({ position }) => position > watched.last);
    const newest = news.at(-1)?.position;
    if (newest === undefined) return;
    watched.last = newest;
    this.#live.publish(
      owner,
      news.map((event) => ({ ...event, body: event.body.slice() })),
    );
  }
}

const once = (work: () => void): (() => void) => {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
};
