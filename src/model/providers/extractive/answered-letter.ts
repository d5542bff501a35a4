import type { MessageInitShape } from "@bufbuild/protobuf";
import type { EvidenceCandidate } from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { EvidenceClaim, EvidenceSlot } from "../../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import type { SpanLocatorSchema } from "../../../../gen/pincite/span/v1/span_pb.ts";
import { asksForView } from "../../../run/seen.ts";

/** Whether a claim says what the letter that is answered states: it answers one of its assertions and asks for its words. */
export const statesLetter = (context: TurnContext, { claimId, required, optional }: EvidenceClaim): boolean =>
  [...required, ...optional].some((slot) => asksForView(slot, context.profile)) && answersLetter(context, claimId);

/**
 * What the letter states rests on the letter alone; what is set against it rests on anything else, and so does every claim of
 * one's own: the letter is what is answered, and shows nothing but that it says so. A slot that asks what somebody asserts may
 * have it, and so may one to which a person linked it.
 */
export const fitsLetter = (
  context: TurnContext,
  claim: EvidenceClaim,
  slot: EvidenceSlot,
  { evidenceId }: EvidenceCandidate,
): boolean => {
  const letter = context.run?.answeredLetter?.evidenceId;
  if (letter === undefined || letter === "") return true;
  const isLetter = evidenceId === letter;
  if (statesLetter(context, claim)) return isLetter;
  const entry = context.evidenceSet?.entries.find((one) => one.candidate?.evidenceId === evidenceId);
  const isLinked = entry?.personsSlotIds.includes(slot.slotId) ?? false;
  return !isLetter || isLinked || (asksForView(slot, context.profile) && !answersLetter(context, claim.claimId));
};

/** The words of the letter that a claim states, where they are to be quoted from: as they were taken out of it. */
export const statedWords = (
  context: TurnContext,
  claim: EvidenceClaim,
  docUid: string,
): MessageInitShape<typeof SpanLocatorSchema> | undefined => {
  if (!statesLetter(context, claim)) return undefined;
  const claims = (context.skeleton?.sections ?? []).flatMap((section) => section.claims);
  const [answer] = claims.find(({ claimId }) => claimId === claim.claimId)?.answers ?? [];
  const span = context.letterReading?.assertions.find(({ partId }) => partId === answer?.assertionId)?.span;
  if (span?.docUid !== docUid) return undefined;
  const { excerpt: exactQuote, shownBefore: contextBefore, shownAfter: contextAfter } = span;
  return { docUid, exactQuote, contextBefore, contextAfter };
};

const answersLetter = ({ skeleton }: TurnContext, claimId: string): boolean =>
  (skeleton?.sections ?? []).some(({ claims }) =>
    claims.some((claim) => claim.claimId === claimId && claim.answers.length > 0),
  );
