import { DomainError } from "../../error.ts";
import type { Fence, Store } from "../../store/store.ts";

/** Calls `work` again and again, this far apart, until what it gives is called. */
export type Timer = (everyMs: number, work: () => Promise<void>) => () => void;

/** What tells one engine from others over the same store. */
export interface EngineInstance {
  /** A name that no other engine has, and this one has not after a restart. */
  readonly holder: string;
  readonly timer: Timer;
}

/** Leases are renewed this often, and last for six times as long: whoever misses that is taken to be gone. */
export const tendEveryMs = 5_000;
const leaseMs = 30_000;

/**
 * The leases of this engine: a turn, and a call that may change something, is one engine's while its lease runs. Its fence
 * goes into each commit, so that an engine that was away for too long can record nothing once another has taken over.
 */
export class Leases {
  readonly #store: Store;
  readonly #owner: string;
  readonly #holder: string;
  readonly #held = new Map<string, Fence>();

  constructor(store: Store, owner: string, holder: string) {
    this.#store = store;
    this.#owner = owner;
    this.#holder = holder;
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
    for (const fence of [...this.#held.values()]) if (!(await this.#prolonged(fence))) this.#letGo(fence);
  }

  /** Gives everything back: what is under way is cut, and another engine need not wait to end it. */
  async giveAllBack(): Promise<void> {
    await Promise.all([...this.#held.values()].map((fence) => this.#giveBack(fence)));
  }

  #lease(key: string): Promise<Fence> {
    return this.#store.lease(this.#owner, key, this.#holder, leaseMs);
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
