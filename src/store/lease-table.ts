import { DomainError } from "../error.ts";
import type { Fence } from "./store.ts";

/** Milliseconds since 1970, handed in so that time can be simulated. */
export interface StoreClock {
  now(): number;
}

/**
 * Who holds what, in memory: one process has the folder open, so an opening frees every lease, and the epoch (bumped
 * and fsynced at open) keeps fences growing and makes those of earlier openings stale. A store that several processes
 * share must keep this table on disk instead.
 */
export class LeaseTable {
  readonly #leases = new Map<string, { holder: string; fence: bigint; expiresMs: number }>();
  #next: bigint;
  readonly #clock: StoreClock;

  constructor(epoch: number, clock: StoreClock) {
    this.#next = BigInt(epoch) << 32n;
    this.#clock = clock;
  }

  /** A renewal keeps its fence; a new holder gets a higher one. Errors: FENCED while another holder's time runs. */
  take(owner: string, key: string, holder: string, ttlMs: number): Fence {
    const id = leaseId(owner, key);
    const lease = this.#leases.get(id);
    const expiresMs = this.#clock.now() + ttlMs;
    if (lease && lease.holder !== holder && lease.expiresMs > this.#clock.now()) throw held(key, lease.expiresMs);
    const fence = lease?.holder === holder ? lease.fence : ++this.#next;
    this.#leases.set(id, { holder, fence, expiresMs });
    return { key, value: fence };
  }

  /** A fence stays good after its time ran out, until somebody else takes the lease: the store decides, not a clock. */
  check(owner: string, fence: Fence): void {
    if (this.#leases.get(leaseId(owner, fence.key))?.fence === fence.value) return;
    throw new DomainError("FENCED", `the lease on ${fence.key} is no longer yours; take it again`, { key: fence.key });
  }

  /** Takes a lease away that its holder gave back; one that somebody else has meanwhile stays. */
  release(owner: string, fence: Fence): void {
    const id = leaseId(owner, fence.key);
    if (this.#leases.get(id)?.fence === fence.value) this.#leases.delete(id);
  }
}

// U+0000 cannot stand in a name, so no two pairs meet.
const leaseId = (owner: string, key: string): string => `${owner}\0${key}`;

const held = (key: string, expiresMs: number): DomainError =>
  new DomainError("FENCED", `another holder has the lease on ${key}`, { key, expiresMs: String(expiresMs) });
