import type { EvidenceCandidate } from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { type Party, PartyRole } from "../../../../gen/pincite/memo/v1/party_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { deniesAnything } from "../../../grounding/denial.ts";
import { firstNamed } from "../../../grounding/named-party.ts";
import { isAsked, partyOf } from "../../../grounding/speaker.ts";
import { authorOf } from "../../../run/seen.ts";
import type { SlotView } from "./slot-views.ts";

const partiesOf = (context: TurnContext): readonly Party[] => context.intent?.parties ?? [];

/** The parties that a slot asks to speak, in the order of the intent. */
export const askedParties = (context: TurnContext, { slot }: SlotView): Party[] =>
  partiesOf(context).filter((party) => isAsked(party, slot.speakerRoles));

/** Who is said to have done what a claim says; a claim of what was not done names nobody who did. */
const actorOf = (context: TurnContext, text: string): Party | undefined =>
  deniesAnything(text) ? undefined : firstNamed(text, partiesOf(context));

/** Whether the other side, or somebody for it, wrote a document. */
export const isOtherSide = (context: TurnContext, candidate: EvidenceCandidate): boolean => {
  const party = partyOf(authorOf(candidate), partiesOf(context));
  return party !== undefined && isAsked(party, [PartyRole.OPPONENT, PartyRole.REPRESENTATIVE]);
};

/** What it counts that the author is whom the slot asks for, and that it is who acts in the claim. */
const [askedWeight, actorWeight, hearsayWeight] = [0.8, 0.4, 0.7];

/**
 * How a document's author stands to what a slot asks for: larger is better, and nobody known is 0. `isNamed`: it is called what
 * the slot asks for, so whoever made it made it for that.
 */
export const speakerFit = (
  context: TurnContext,
  { slot }: SlotView,
  candidate: EvidenceCandidate,
  { text, isNamed }: { readonly text: string; readonly isNamed: boolean },
): number => {
  const author = authorOf(candidate);
  const party = author === "" ? undefined : partyOf(author, partiesOf(context));
  const acts = party !== undefined && actorOf(context, text) === party ? actorWeight : 0;
  if (slot.speakerRoles.length > 0)
    return party ? (isAsked(party, slot.speakerRoles) ? askedWeight + acts : -askedWeight) : 0;
  return author === "" || isNamed ? acts : acts - hearsay(context, party, candidate);
};

/** What two parties wrote one another tells of their dealings; what others say, or what goes to everybody, tells less. */
const hearsay = (context: TurnContext, author: Party | undefined, { participants }: EvidenceCandidate): number => {
  const parties = partiesOf(context);
  if (parties.length === 0) return 0;
  const isOutside = !author || author.role === PartyRole.THIRD;
  return isOutside || !participants.slice(1).some((one) => partyOf(one, parties)) ? hearsayWeight : 0;
};
