import type { LateChange } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";

/** A claim with what late papers say to it. */
export interface ChangedClaim {
  readonly claimId: string;
  readonly claimText: string;
  readonly changes: readonly LateChange[];
}

/** So many claims are named: the block stands above everything else that a step shows. */
export const changedMost = 8;

/** The slots that late papers say something to and for which a person chose something, in their order. */
export const keptSlots = (changes: readonly LateChange[], choices: ReadonlyMap<string, unknown>): string[] => [
  ...new Set(changes.map(({ slotId }) => slotId).filter((slotId) => choices.has(slotId))),
];

/** The claims that late papers say something to, in their order. */
export const changedClaims = (changes: readonly LateChange[]): ChangedClaim[] =>
  [...Map.groupBy(changes, ({ claimId }) => claimId)].map(([claimId, all]) => ({
    claimId,
    claimText: all[0]?.claimText ?? "",
    changes: all,
  }));
