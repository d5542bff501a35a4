import { RateWindow } from "./rate-window.ts";
import type { CallWindow } from "./store.ts";

/** Calls that were counted under a key, and when the last of them counts no more. */
export interface CountedCalls {
  readonly callsMs: readonly number[];
  readonly idleFromMs: number;
}

/**
 * Counts a call in all of these windows, or in none where one of them is full: then the milliseconds until it fits in each are given, else 0.
 * `of` tells what was counted, `keep` is told what is now.
 */
export const countCall = (
  windows: readonly CallWindow[],
  nowMs: number,
  of: (key: string) => CountedCalls | undefined,
  keep: (key: string, counted: CountedCalls) => void,
): number => {
  const found = windows.map(({ key, max, windowMs }) => ({
    key,
    windowMs,
    window: new RateWindow(max, windowMs, of(key)?.callsMs),
  }));
  const waitMs = Math.max(0, ...found.map(({ window }) => window.waitMs(nowMs)));
  if (waitMs > 0) return waitMs;
  for (const { key, window, windowMs } of found) {
    window.count(nowMs);
    keep(key, { callsMs: window.calls, idleFromMs: (window.calls.at(-1) ?? nowMs) + windowMs });
  }
  return 0;
};

/** Keys are kept for so many before idle ones are forgotten. */
const keysMax = 1_000;

/** Calls counted in memory, where one process has the store: after a restart the count begins anew, which lets a person wait less, never more. */
export class CallCounts {
  readonly #counted = new Map<string, CountedCalls>();

  /** As `countCall`, for one owner. */
  count(owner: string, windows: readonly CallWindow[], nowMs: number): number {
    // U+0000 cannot stand in a name, so no two pairs meet.
    const id = (key: string): string => `${owner}\0${key}`;
    if (this.#counted.size >= keysMax)
      for (const [key, { idleFromMs }] of this.#counted) if (idleFromMs <= nowMs) this.#counted.delete(key);
    return countCall(
      windows,
      nowMs,
      (key) => this.#counted.get(id(key)),
      (key, counted) => this.#counted.set(id(key), counted),
    );
  }
}
