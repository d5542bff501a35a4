import { DomainError } from "../../error.ts";
import { RateWindow } from "../../tool/rate-window.ts";
import type { Clock } from "../run/ports.ts";

const minuteMs = 60_000;
/** Tool calls of one run in a minute, unless its profile says otherwise; a person with a mouse makes a tenth of it. */
export const runCallsDefault = 120;
/** Tool calls of one user over all runs in a minute. */
export const userCallsMax = 600;
/** Windows are kept for so many runs before idle ones are forgotten. */
const windowsMax = 1_000;

/** How many tool calls may be made: per run, as its profile says, and per user. A call is counted when it is recorded. */
export class RateLimits {
  readonly #clock: Clock;
  readonly #user = new RateWindow(userCallsMax, minuteMs);
  readonly #runs = new Map<string, RateWindow>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Lets one call in and counts it, or says in how many milliseconds it may come back; 0: it is in. */
  take(runId: string, profile: { readonly toolCallsPerMinute: number }): number {
    const now = this.#clock.now();
    const run = this.#window(runId, Math.min(profile.toolCallsPerMinute || runCallsDefault, userCallsMax), now);
    const wait = Math.max(this.#user.waitMs(now), run.waitMs(now));
    if (wait > 0) return wait;
    run.count(now);
    this.#user.count(now);
    return 0;
  }

  #window(runId: string, max: number, now: number): RateWindow {
    const known = this.#runs.get(runId);
    if (known) return known;
    if (this.#runs.size >= windowsMax)
      for (const [id, window] of this.#runs) if (window.isIdle(now)) this.#runs.delete(id);
    const window = new RateWindow(max, minuteMs);
    this.#runs.set(runId, window);
    return window;
  }
}

/** What a caller over the limit is told. */
export const rateLimited = (waitMs: number): DomainError =>
  new DomainError("RATE_LIMITED", rateLimitSentence(waitMs), { retry_after_ms: String(waitMs) });

/** What stands in the record where a model was over the limit. */
export const rateLimitSentence = (waitMs: number): string =>
  `Too many tool calls in the last minute: the next one is taken in ${Math.ceil(waitMs / 1_000)} seconds.`;
