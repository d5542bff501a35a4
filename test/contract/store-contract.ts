import { afterEach, beforeEach, describe } from "vitest";
import type { Store } from "../../src/store/store.ts";
import { blobCases } from "./store-blobs.ts";
import { closeCases } from "./store-close.ts";
import { commandCases } from "./store-commands.ts";
import { commitCases } from "./store-commits.ts";
import { erasureCases } from "./store-erasure.ts";
import { headCases } from "./store-heads.ts";
import { isolationCases } from "./store-isolation.ts";
import { limitCases } from "./store-limits.ts";
import { listCases } from "./store-lists.ts";
import { outcomeCases } from "./store-outcomes.ts";
import { packingCases } from "./store-packing.ts";
import { readCases } from "./store-reads.ts";
import { recordCases } from "./store-records.ts";
import type { OpenStore } from "./store-samples.ts";
import { scopeCases } from "./store-scopes.ts";
import { stagedCases } from "./store-staged.ts";
import { watchCases } from "./store-watches.ts";

/** What a group of cases works on: a fresh store for each case, and the clock its leases run by. */
export interface Fixture {
  readonly store: Store;
  nowMs: number;
}

const everyGroup = [
  ...[commitCases, readCases, blobCases, stagedCases, recordCases, commandCases, headCases],
  ...[isolationCases, limitCases, watchCases, closeCases],
  ...[scopeCases, listCases, outcomeCases, packingCases, erasureCases],
];

/** Groups whose cases read events or scopes, which are all that a store packs. */
export const groupsOfPacked = [commitCases, readCases, headCases, watchCases, scopeCases, packingCases, erasureCases];

/** The one suite that every implementation of the port passes. `open` gives an empty store each time. */
export const storeContract = (name: string, open: OpenStore, groups = everyGroup): void => {
  describe(`Store on ${name}`, () => {
    const fixture = { store: undefined as unknown as Store, nowMs: 1_000_000 };
    beforeEach(async () => {
      fixture.nowMs = 1_000_000;
      fixture.store = await open({ now: () => fixture.nowMs });
    });
    afterEach(() => fixture.store.close());

    for (const cases of groups) cases(fixture);
  });
};
