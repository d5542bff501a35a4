import type { ReactNode } from "react";
import type { SkeletonClaim } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import { useRun } from "../run/run-store.ts";

interface Props {
  readonly of: (claim: SkeletonClaim) => ReactNode;
  /** Claims that stand before the others, by id. Default: none. */
  readonly first?: ReadonlySet<string>;
}

/** What serves each claim, below it, in the order of the outline. Claims that nothing serves are left out. */
export const ClaimBlocks = ({ of, first = new Set() }: Props) => {
  const claims = (useRun().view.skeleton?.sections ?? []).flatMap((section) => section.claims);
  const isFirst = ({ claimId }: SkeletonClaim): boolean => first.has(claimId);
  return [...claims.filter(isFirst), ...claims.filter((claim) => !isFirst(claim))].map((claim) => {
    const served = of(claim);
    return served === null ? null : (
      <section key={claim.claimId} className="block claim" data-claim={claim.claimId}>
        <h2>{claim.text}</h2>
        {served}
      </section>
    );
  });
};
