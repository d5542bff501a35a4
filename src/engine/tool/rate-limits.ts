import { DomainError } from "../../error.ts";
import type { Store } from "../../store/store.ts";
import type { Clock } from "../run/ports.ts";

const minuteMs = 60_000;
/** Tool calls of one run in a minute, unless its profile says otherwise; a person with a mouse makes a tenth of it. */
export const runCallsDefault = 120;
/** Tool calls of one user over all runs in a minute. */
export const userCallsMax = 600;

/** Where calls are counted, by which clock, and whose they are. */
interface CountedIn {
  readonly store: Pick<Store, "countCall">;
  readonly clock: Clock;
  readonly owner: string;
  /** Whose calls are counted, asked at each. */
  readonly user: () => string;
}

/**
 * How many tool calls may be made: per run, as its profile says, and per user. They are counted in the store, so that servers which share one
 * let in together what one limit says. A call is counted when it is recorded.
 */
export class RateLimits {
  readonly #store: Pick<Store, "countCall">;
  readonly #clock: Clock;
  readonly #owner: string;
  readonly #user: () => string;

  constructor({ store, clock, owner, user }: CountedIn) {
    this.#store = store;
    this.#clock = clock;
    this.#owner = owner;
    this.#user = user;
  }

  /** Lets one call in and counts it, or says in how many milliseconds it may come back; 0: it is in. */
  take(runId: string, profile: { readonly toolCallsPerMinute: number }): Promise<number> {
    const ofRun = Math.min(profile.toolCallsPerMinute || runCallsDefault, userCallsMax);
    const windows = [
      { key: `tools/run/${runId}`, max: ofRun, windowMs: minuteMs },
      { key: `tools/user/${this.#user()}`, max: userCallsMax, windowMs: minuteMs },
    ];
    return this.#store.countCall(this.#owner, windows, this.#clock.now());
  }
}

/** What a caller over the limit is told. */
export const rateLimited = (waitMs: number): DomainError =>
  new DomainError("RATE_LIMITED", rateLimitSentence(waitMs), { retry_after_ms: String(waitMs) });

/** What stands in the record where a model was over the limit. */
export const rateLimitSentence = (waitMs: number): string =>
  `Too many tool calls in the last minute: the next one is taken in ${Math.ceil(waitMs / 1_000)} seconds.`;
