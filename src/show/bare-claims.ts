import type { SkeletonClaim } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { RunLifecycle, OrchestratorState as State } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { RunView } from "./run-view.ts";
import { slotsOfClaim } from "./slots-of-claim.ts";

type Seen = Pick<RunView, "draft" | "needs" | "profile" | "skeleton"> & {
  readonly context: Pick<RunView["context"], "items" | "lifecycle" | "state">;
};

/**
 * Claims whose kind asks for evidence and that have nothing left to ask it of, since their last need was dropped: from the needs on, and
 * in the last stage those of which the letter says nothing. A kind that asks for nothing has none.
 */
export const bareClaims = ({ context, draft, needs, profile, skeleton }: Seen): SkeletonClaim[] => {
  const { state, items, lifecycle } = context;
  if (lifecycle === RunLifecycle.FINALISED) return [];
  if (state < State.EVIDENCE_NEEDS || needs === undefined || (state === State.DRAFT && draft === undefined)) return [];
  const said = new Set((draft?.sections ?? []).flatMap(({ sentences }) => sentences.map(({ claimId }) => claimId)));
  const listed = new Set(needs.sections.flatMap(({ claims }) => claims.map(({ claimId }) => claimId)));
  const out = new Set(items.flatMap(({ itemId, decision }) => (decision === ItemDecision.REJECT ? [itemId] : [])));
  const asks = ({ claimKind }: SkeletonClaim): boolean => {
    const kind = profile?.claimKinds.find(({ name }) => name === claimKind);
    return kind === undefined || kind.slots.length > 0;
  };
  return (skeleton?.sections ?? [])
    .flatMap((section) => section.claims)
    .filter(
      (claim) =>
        listed.has(claim.claimId) &&
        asks(claim) &&
        slotsOfClaim(needs, claim.claimId).every(({ slotId }) => out.has(slotId)) &&
        !(state === State.DRAFT && said.has(claim.claimId)),
    );
};
