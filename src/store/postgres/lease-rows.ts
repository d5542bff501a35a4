import { fromBinary } from "@bufbuild/protobuf";
import { LeaseRecordSchema } from "../../../gen/pincite/journal/v1/record_pb.ts";
import { writer } from "../field.ts";
import { checkFence, type Lease, type Leases, type StoreClock, takenLease } from "../lease-table.ts";
import { escapeName } from "../level/keys.ts";
import { seal, unseal } from "../level/seal.ts";
import type { OrderedMap } from "../ordered-map.ts";
import type { Fence } from "../store.ts";

/** The prefix of the keys of leases; no owner's keys begin so. */
export const leasePrefix = "!lease!";

/** The key of the map under which a lease stands. */
export const leaseKey = (owner: string, key: string): string => `${leasePrefix}${escapeName(owner)}!${escapeName(key)}`;

/** Leases as rows, with what one batch changes of them. */
export class LeaseRows implements Leases {
  /** The changed leases; undefined for one that was given back. */
  readonly changed = new Map<string, Lease | undefined>();
  readonly #map: Pick<OrderedMap, "get">;
  readonly #clock: StoreClock;
  #next: bigint;

  /** `version` is the one that the batch comes to: it never comes back, so that neither does a fence made of it. */
  constructor(map: Pick<OrderedMap, "get">, clock: StoreClock, version: bigint) {
    this.#map = map;
    this.#clock = clock;
    this.#next = version << 20n;
  }

  /** Errors: those of `takenLease`. */
  take(owner: string, key: string, holder: string, ttlMs: number): Fence {
    const at = leaseKey(owner, key);
    const asked = { holder, nowMs: this.#clock.now(), ttlMs };
    const lease = takenLease(key, this.#at(at), asked, () => ++this.#next);
    this.changed.set(at, lease);
    return { key, value: lease.fence };
  }

  check(owner: string, fence: Fence): void {
    checkFence(this.#at(leaseKey(owner, fence.key)), fence);
  }

  release(owner: string, fence: Fence): void {
    const at = leaseKey(owner, fence.key);
    if (this.#at(at)?.fence === fence.value) this.changed.set(at, undefined);
  }

  #at(at: string): Lease | undefined {
    if (this.changed.has(at)) return this.changed.get(at);
    const value = this.#map.get(at);
    if (!value) return undefined;
    const { holder, fence, expireTimeMs } = fromBinary(LeaseRecordSchema, unseal(at, value));
    return { holder, fence, expiresMs: Number(expireTimeMs) };
  }
}

/** A lease as it is stored. */
export const encodeLease = (at: string, { holder, fence, expiresMs }: Lease): Uint8Array =>
  seal(
    at,
    writer
      .string(1, holder)
      .number(2, Number(fence))
      .number(3, Math.max(0, Math.ceil(expiresMs)))
      .take(),
  );
