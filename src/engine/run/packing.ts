import type { Store } from "../../store/store.ts";
import type { Leases } from "./leases.ts";

/** The lease under which a run is packed, so that two servers never pack one at once. */
const packLease = (runId: string): string => `pack/${runId}`;

/**
 * Packs the runs that are finalised, behind whoever finalises them: what a run says is the same afterwards, so that nobody waits for it and
 * one that could not be packed (the store is closed, the run damaged) stays as it is. `pincite store pack` makes up for it.
 */
export class Packing {
  readonly #store: Store;
  readonly #owner: string;
  readonly #leases: Leases;
  readonly #underWay = new Set<Promise<void>>();

  constructor(store: Store, owner: string, leases: Leases) {
    this.#store = store;
    this.#owner = owner;
    this.#leases = leases;
  }

  /** Begins to pack a run. */
  begin(runId: string): void {
    const packing = this.#pack(runId).catch(() => undefined);
    this.#underWay.add(packing);
    void packing.then(() => this.#underWay.delete(packing));
  }

  /** Resolves when none is being packed. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async #pack(runId: string): Promise<void> {
    // After the answer to whoever finalised it.
    await new Promise(setImmediate);
    const fence = await this.#leases.takeOver(packLease(runId));
    if (fence) await this.#store.pack(this.#owner, runId, fence);
  }
}

/** Event with which a run ends: the last one of a run that is finalised, and not reopened since. */
export const lastEventType = "runFinalised";

/** Packs every run of an owner that is finalised; gives how many were, and how many records went into others. */
export const packFinalised = async (
  store: Store,
  owner: string,
  runIds: AsyncIterable<string>,
): Promise<{ runs: number; records: number }> => {
  let [runs, records] = [0, 0];
  for await (const runId of runIds) {
    const { seq } = await store.head(owner, runId);
    const [last] = await store.read(owner, runId, { fromSeq: seq, limit: 1 });
    if (last?.type !== lastEventType) continue;
    const gone = await store.pack(owner, runId);
    records += gone;
    if (gone > 0) runs += 1;
  }
  return { runs, records };
};
