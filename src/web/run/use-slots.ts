import type { EvidenceSlot } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { slotsOfClaim } from "../../show/slots-of-claim.ts";
import { useRun } from "./run-store.ts";

/** The slots of a claim, those that must be filled first. */
export const useSlots = (): ((claimId: string) => readonly EvidenceSlot[]) => {
  const { needs } = useRun().view;
  return (claimId) => slotsOfClaim(needs, claimId);
};
