import { DomainError } from "../../error.ts";
import type { Fence, Store } from "../../store/store.ts";

/** Calls `work` again and again, this far apart, until what it gives is called. */
export type Timer = (everyMs: number, work: () => Promise<void>) => () => void;

/** What tells one engine from others over the same store. */
export interface EngineInstance {
  /** A name that no other engine has, and this one has not after a restart. */
  readonly holder: string;
  readonly timer: Timer;
  /** How long a lease lasts that is not renewed, in milliseconds; default 30,000. */
  readonly leaseMs?: number;
}

/** Long enough for a machine that halts for a while: nobody waits for it where there is one server. */
const leaseMsDefault = 30_000;
/** Where several servers share a store, what one of them leaves is ended by another within twice that. */
export const sharedLeaseMs = 5_000;
/** Leases are renewed so many times before they run out: whoever misses all of them is taken to be gone. */
const renewals = 6;

/**
 * The leases of this engine: a turn, and a call that may change something, is one engine's while its lease runs. Its fence
 * goes into each commit, so that an engine that was away for too long can record nothing once another has taken over.
 */
export class Leases {
  readonly #store: Store;
  readonly #owner: string;
  readonly #holder: string;
  readonly #leaseMs: number;
  readonly #held = new Map<string, Fence>();

  constructor(
    store: Store,
    owner: string,
    { holder, leaseMs = leaseMsDefault }: Pick<EngineInstance, "holder" | "leaseMs">,
  ) {
    this.#store = store;
    this.#owner = owner;
    this.#holder = holder;
    this.#leaseMs = leaseMs;
  }

  /** How often they are to be renewed, and those of others looked after, in milliseconds. */
  get tendEveryMs(): number {
    return Math.floor(this.#leaseMs / renewals);
  }

  /** Whether this engine is at work under the lease on this key. */
  holds(key: string): boolean {
    return this.#held.has(key);
  }

  /** Does what begins under the lease on this key, which `take` gives. Where that fails the lease is given back. */
  async begin<T>(key: string, work: (take: () => Promise<Fence>) => Promise<T>): Promise<T> {
    let taken: Fence | undefined;
    const take = async (): Promise<Fence> => {
      taken = await this.#lease(key);
      this.#held.set(key, taken);
      return taken;
    };
    try {
      return await work(take);
    } catch (error) {
      if (taken) await this.#giveBack(taken);
      throw error;
    }
  }

  /** Does what goes on under a lease, which is renewed meanwhile. Its last commit gives the lease back, or nobody does. */
  async keep<T>(fence: Fence, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#letGo(fence);
    }
  }

  /** Takes over what another engine left; undefined while that one's lease runs, and where this one is at work itself. */
  async takeOver(key: string): Promise<Fence | undefined> {
    if (this.holds(key)) return undefined;
    try {
      return await this.#lease(key);
    } catch (error) {
      if (isFenced(error)) return undefined;
      throw error;
    }
  }

  /** Prolongs what this engine is at work under. One that another has taken meanwhile is let go: its next commit is refused. */
  async renew(): Promise<void> {
    await Promise.all(
      [...this.#held.values()].map(async (fence) => {
        if (!(await this.#prolonged(fence))) this.#letGo(fence);
      }),
    );
  }

  /** Gives everything back: what is under way is cut, and another engine need not wait to end it. */
  async giveAllBack(): Promise<void> {
    await Promise.all([...this.#held.values()].map((fence) => this.#giveBack(fence)));
  }

  #lease(key: string): Promise<Fence> {
    return this.#store.lease(this.#owner, key, this.#holder, this.#leaseMs);
  }

  async #prolonged({ key, value }: Fence): Promise<boolean> {
    try {
      const now = await this.#lease(key);
      if (now.value === value) return true;
      // It was over already, and asking has begun another one.
      await this.#giveBack(now);
    } catch (error) {
      if (!isFenced(error)) throw error;
    }
    return false;
  }

  /** As far as that can be done: a lease that is not given back runs out. */
  async #giveBack(fence: Fence): Promise<void> {
    this.#letGo(fence);
    await this.#store.commit({ owner: this.#owner, fence, release: true }).catch(() => undefined);
  }

  /** What began under the same key meanwhile has another fence, and is not touched. */
  #letGo({ key, value }: Fence): void {
    if (this.#held.get(key)?.value === value) this.#held.delete(key);
  }
}

/** Whether somebody else has the lease. */
export const isFenced = (error: unknown): boolean => error instanceof DomainError && error.reason === "FENCED";
