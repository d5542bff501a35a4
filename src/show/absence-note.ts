import type { SkeletonClaim } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import type { WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";

/** Whether the memo adds of its own to a claim that the papers do not show it: its kind rests on what a search did not find. */
export const saysNotShown = (
  { claimKind }: Pick<SkeletonClaim, "claimKind">,
  profile: Pick<WorkflowProfile, "claimKinds"> | undefined,
): boolean =>
  profile?.claimKinds
    .find(({ name }) => name === claimKind)
    ?.slots.some(({ kind, required }) => required && kind === SlotKind.ABSENCE) ?? false;
