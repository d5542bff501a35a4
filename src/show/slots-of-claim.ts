import type { EvidenceNeeds, EvidenceSlot } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";

/** The slots of a claim, those that must be filled first. */
export const slotsOfClaim = (needs: EvidenceNeeds | undefined, claimId: string): readonly EvidenceSlot[] =>
  (needs?.sections ?? [])
    .flatMap(({ claims }) => claims)
    .filter((claim) => claim.claimId === claimId)
    .flatMap(({ required, optional }) => [...required, ...optional]);
