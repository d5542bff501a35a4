import type { EvidenceCandidate } from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { EvidenceClaim } from "../../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";

/** Whether a claim says what the letter that is answered states: it answers one of its assertions and is of that kind. */
export const statesLetter = (context: TurnContext, { claimId, claimKind }: EvidenceClaim): boolean =>
  claimKind === "assertion-of-letter" && answersLetter(context, claimId);

/** What the letter states rests on the letter alone; what is set against it rests on anything else. */
export const fitsLetter = (context: TurnContext, claim: EvidenceClaim, { evidenceId }: EvidenceCandidate): boolean => {
  const letter = context.run?.answeredLetter?.evidenceId;
  if (letter === undefined || !answersLetter(context, claim.claimId)) return true;
  return statesLetter(context, claim) === (evidenceId === letter);
};

const answersLetter = ({ skeleton }: TurnContext, claimId: string): boolean =>
  (skeleton?.sections ?? []).some(({ claims }) =>
    claims.some((claim) => claim.claimId === claimId && claim.answers.length > 0),
  );
