import { setTimeout as sleep } from "node:timers/promises";

/** Time, as a fetch needs it; handed in, so that tests wait for nothing. */
export interface FetchClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Waits on purpose. Rejects when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls back once after a while, unless the function it answers with is called before. */
  after(ms: number, fire: () => void): () => void;
}

export const systemFetchClock: FetchClock = {
  now: () => Date.now(),
  wait: (ms, signal) => sleep(ms, undefined, { signal }),
  after(ms, fire) {
    const timer = setTimeout(fire, ms);
    return () => clearTimeout(timer);
  },
};
