import { cursorInvalid } from "./refusals.ts";
import type { Store, StoredEvent } from "./store.ts";
import type { WatchSource } from "./watch-feed.ts";

/** Live events a watcher may leave waiting unless it says otherwise. */
const bufferMaxDefault = 1_000;

/**
 * Stored events in pages until the reader has caught up, then live ones. Having caught up and subscribing happen in
 * one synchronous step, so there is no gap, and while catching up nothing is buffered: a reader far behind is only paging.
 */
export async function* watchEvents(
  source: WatchSource,
  owner: string,
  { after, signal, bufferMax = bufferMaxDefault }: Parameters<Store["watch"]>[1],
): AsyncIterable<StoredEvent> {
  if (after < 0n || after > source.position(owner)) throw cursorInvalid(after, source.position(owner));
  let seen = after;
  while (!signal.aborted && seen < source.position(owner)) {
    const { events, upTo } = await source.page(owner, seen);
    for (const event of events) {
      if (signal.aborted) return;
      yield event;
    }
    seen = upTo;
  }
  if (!signal.aborted) yield* follow(source, owner, signal, bufferMax);
}

async function* follow(
  source: WatchSource,
  owner: string,
  signal: AbortSignal,
  bufferMax: number,
): AsyncIterable<StoredEvent> {
  const live = source.live.subscribe(owner, bufferMax);
  // A reader that went away may never pull again, and then no `finally` runs: the abort itself must unsubscribe.
  signal.addEventListener("abort", live.unsubscribe, { once: true });
  try {
    for (;;) {
      const events = await live.take(signal);
      if (events.length === 0) return;
      for (const event of events) {
        if (signal.aborted) return;
        yield event;
      }
    }
  } finally {
    signal.removeEventListener("abort", live.unsubscribe);
    live.unsubscribe();
  }
}
