import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { DomainError } from "../../error.ts";
import type { Fence, Store } from "../../store/store.ts";

/** What a killed process leaves is free after so long; who is at work renews it meanwhile. */
const leaseMs = 5_000;
const renewMs = 1_000;
/** How long it is waited for before the caller is told who has it. */
const waitMsMax = 30_000;
/** Between two looks, on average. */
const lookMs = 25;

/**
 * Who writes to one strand where several processes share the store: each decision with its commit is made under a lease, whose fence goes into that
 * commit. Where one process has the store alone nothing is taken. One writer of this process at a time.
 */
export class WritingLease {
  readonly #store: Store;
  readonly #owner: string;
  readonly #key: string;
  readonly #holder = randomBytes(16).toString("hex");
  #fence: Fence | undefined;

  constructor(store: Store, owner: string, strandId: string) {
    this.#store = store;
    this.#owner = owner;
    this.#key = `strand/${strandId}`;
  }

  /** What a commit says by which it is the last under the lease; nothing where there is none. */
  get lastUnder(): { readonly fence?: Fence; readonly release?: true } {
    return this.#fence ? { fence: this.#fence, release: true } : {};
  }

  /** The lease went with a commit. */
  released(): void {
    this.#fence = undefined;
  }

  /** Does what writes under the lease, and gives that back where no commit did. Errors: FENCED where another has it for too long. */
  async under<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#store.isShared) return work();
    this.#fence = await this.#taken();
    const renewing = setInterval(() => void this.#renew(), renewMs).unref();
    try {
      return await work();
    } finally {
      clearInterval(renewing);
      const fence = this.#fence;
      this.#fence = undefined;
      // Where it cannot be given back it runs out.
      if (fence) await this.#store.commit({ owner: this.#owner, fence, release: true }).catch(() => undefined);
    }
  }

  async #taken(): Promise<Fence> {
    for (const until = performance.now() + waitMsMax; ; await delay(lookMs * (0.5 + Math.random())))
      try {
        return await this.#ask();
      } catch (error) {
        if (!isFenced(error) || performance.now() > until) throw error;
      }
  }

  #ask(): Promise<Fence> {
    return this.#store.lease(this.#owner, this.#key, this.#holder, leaseMs);
  }

  /** One that another has taken meanwhile is kept as it is: the commit under it is refused. */
  async #renew(): Promise<void> {
    if (!this.#fence) return;
    const now = await this.#ask().catch(() => undefined);
    // Given back while it was asked for, or over before it was: what was taken then is nobody's, unless the next one works under it.
    if (now && now.value !== this.#fence?.value)
      await this.#store.commit({ owner: this.#owner, fence: now, release: true }).catch(() => undefined);
  }
}

const isFenced = (error: unknown): error is DomainError => error instanceof DomainError && error.reason === "FENCED";

/** Whether a commit was refused since another has the lease by now; not where it was waited for in vain. */
export const isTakenOver = (error: unknown): boolean => isFenced(error) && error.facts.expiresMs === undefined;
