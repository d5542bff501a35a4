import type { ReactNode } from "react";
import type { SkeletonClaim } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import { useRun } from "../run/run-store.ts";

/** What serves each claim, below it, in the order of the outline. Claims that nothing serves are left out. */
export const ClaimBlocks = ({ of }: { readonly of: (claim: SkeletonClaim) => ReactNode }) => {
  const sections = useRun().view.skeleton?.sections ?? [];
  return sections.flatMap(({ claims }) =>
    claims.map((claim) => {
      const served = of(claim);
      return served === null ? null : (
        <section key={claim.claimId} className="block claim" data-claim={claim.claimId}>
          <h2>{claim.text}</h2>
          {served}
        </section>
      );
    }),
  );
};
