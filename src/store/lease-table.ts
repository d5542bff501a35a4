import { DomainError } from "../error.ts";
import type { Fence } from "./store.ts";

/** Milliseconds since 1970, handed in so that time can be simulated. */
export interface StoreClock {
  now(): number;
}

/** A lease as it stands. */
export interface Lease {
  readonly holder: string;
  readonly fence: bigint;
  readonly expiresMs: number;
}

/** The lease operations that a commit asks for. */
export interface Leases {
  /** A fence stays good after its time ran out, until somebody else takes the lease: the store decides, not a clock. Errors: FENCED. */
  check(owner: string, fence: Fence): void;
  /** Takes a lease away that its holder gave back; one that somebody else has meanwhile stays. */
  release(owner: string, fence: Fence): void;
}

/** The lease after it was taken or renewed: a renewal keeps its fence, a new holder gets the next. Errors: FENCED while another holder's time runs. */
export const takenLease = (
  key: string,
  lease: Lease | undefined,
  { holder, nowMs, ttlMs }: { readonly holder: string; readonly nowMs: number; readonly ttlMs: number },
  nextFence: () => bigint,
): Lease => {
  if (lease && lease.holder !== holder && lease.expiresMs > nowMs) throw held(key, lease.expiresMs);
  return { holder, fence: lease?.holder === holder ? lease.fence : nextFence(), expiresMs: nowMs + ttlMs };
};

/** Refuses a fence that is not a lease's. Errors: FENCED. */
export const checkFence = (lease: Lease | undefined, fence: Fence): void => {
  if (lease?.fence === fence.value) return;
  throw new DomainError("FENCED", `the lease on ${fence.key} is no longer yours; take it again`, { key: fence.key });
};

/**
 * Who holds what, in memory: one process has the folder open, so an opening frees every lease, and the epoch (bumped
 * and fsynced at open) keeps fences growing and makes those of earlier openings stale. A store that several processes
 * share keeps leases in rows instead.
 */
export class LeaseTable implements Leases {
  readonly #leases = new Map<string, Lease>();
  #next: bigint;
  readonly #clock: StoreClock;

  constructor(epoch: number, clock: StoreClock) {
    this.#next = BigInt(epoch) << 32n;
    this.#clock = clock;
  }

  /** Errors: those of `takenLease`. */
  take(owner: string, key: string, holder: string, ttlMs: number): Fence {
    const id = leaseId(owner, key);
    const asked = { holder, nowMs: this.#clock.now(), ttlMs };
    const lease = takenLease(key, this.#leases.get(id), asked, () => ++this.#next);
    this.#leases.set(id, lease);
    return { key, value: lease.fence };
  }

  check(owner: string, fence: Fence): void {
    checkFence(this.#leases.get(leaseId(owner, fence.key)), fence);
  }

  release(owner: string, fence: Fence): void {
    const id = leaseId(owner, fence.key);
    if (this.#leases.get(id)?.fence === fence.value) this.#leases.delete(id);
  }
}

// U+0000 cannot stand in a name, so no two pairs meet.
const leaseId = (owner: string, key: string): string => `${owner}\0${key}`;

const held = (key: string, expiresMs: number): DomainError =>
  new DomainError("FENCED", `another holder has the lease on ${key}`, { key, expiresMs: String(expiresMs) });
