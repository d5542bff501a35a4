import { Bell } from "#kit/bell.ts";
import { watcherTooSlow } from "./refusals.ts";
import type { StoredEvent } from "./store.ts";

/** Events in order of position. Those of erased streams are not among them. */
export interface EventPage {
  readonly events: readonly StoredEvent[];
  /** The position that was looked at last: that of the last event, or of an erased one behind it. */
  readonly upTo: bigint;
}

/** What a store must offer for a watch; both calls that name the present are synchronous, so nothing falls between them. */
export interface WatchSource {
  /** Events after a position, a page of them. */
  page(owner: string, after: bigint): Promise<EventPage>;
  /** The owner's position as of now. */
  position(owner: string): bigint;
  readonly live: LiveEvents;
}

/** Carries durable events to the watchers of their owner. */
export class LiveEvents {
  readonly #watchers = new Map<string, Set<LiveBuffer>>();

  isWatched(owner: string): boolean {
    return this.#watchers.has(owner);
  }

  publish(owner: string, events: readonly StoredEvent[]): void {
    for (const watcher of this.#watchers.get(owner) ?? []) watcher.add(events);
  }

  /** The store has failed or is closing: every watch ends with this error. */
  end(error: Error): void {
    for (const set of this.#watchers.values()) for (const watcher of set) watcher.fail(error);
  }

  subscribe(owner: string, bufferMax: number): LiveBuffer & { unsubscribe(): void } {
    const buffer = new LiveBuffer(bufferMax);
    const set = this.#watchers.get(owner) ?? new Set<LiveBuffer>();
    this.#watchers.set(owner, set.add(buffer));
    const unsubscribe = (): void => {
      set.delete(buffer);
      if (set.size === 0 && this.#watchers.get(owner) === set) this.#watchers.delete(owner);
    };
    return Object.assign(buffer, { unsubscribe });
  }
}

/** Live events that one watcher has not taken yet, bounded: a slow reader costs itself the watch, not us the memory. */
export class LiveBuffer {
  #events: StoredEvent[] = [];
  #error: Error | undefined;
  readonly #bell = new Bell();
  readonly #bufferMax: number;

  constructor(bufferMax: number) {
    this.#bufferMax = bufferMax;
  }

  add(events: readonly StoredEvent[]): void {
    if (this.#error) return;
    this.#events.push(...events);
    if (this.#events.length > this.#bufferMax) this.fail(watcherTooSlow(this.#bufferMax));
    this.#bell.ring();
  }

  fail(error: Error): void {
    this.#error = error;
    this.#events = [];
    this.#bell.ring();
  }

  /** All that is waiting; empty once the signal has aborted. */
  async take(signal: AbortSignal): Promise<readonly StoredEvent[]> {
    signal.addEventListener("abort", this.#bell.ring, { once: true });
    try {
      while (this.#events.length === 0 && !this.#error && !signal.aborted) await this.#bell.rung();
    } finally {
      signal.removeEventListener("abort", this.#bell.ring);
    }
    if (signal.aborted) return [];
    if (this.#error) throw this.#error;
    const taken = this.#events;
    this.#events = [];
    return taken;
  }
}
