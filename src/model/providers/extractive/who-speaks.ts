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

/** Whether the other side, or somebody for it, wrote a document. */
export const isOtherSide = (context: TurnContext, candidate: EvidenceCandidate): boolean => {
  const party = partyOf(authorOf(candidate), partiesOf(context));
  return party !== undefined && isAsked(party, [PartyRole.OPPONENT, PartyRole.REPRESENTATIVE]);
};

/** Whether the author of the memo wrote a document. */
export const isAuthors = (context: TurnContext, candidate: EvidenceCandidate): boolean =>
  partyOf(authorOf(candidate), partiesOf(context))?.role === PartyRole.AUTHOR;

/** Whether one of the two sides wrote a document. */
export const isOfSides = (context: TurnContext, candidate: EvidenceCandidate): boolean =>
  isOtherSide(context, candidate) || isAuthors(context, candidate);

/** How a document's author stands to a slot and its claim. */
export interface Standing {
  /** To whom the slot asks for; `unknown` also where it asks for nobody. */
  readonly asked: "asked" | "another" | "unknown";
  /** Whether it is the author of the memo. */
  readonly isOwn: boolean;
  /** Whether it is whoever acts in the claim. */
  readonly isActor: boolean;
  /** Neither from one party to another nor of an author nobody knows: what others say, or what goes to everybody. */
  readonly isHearsay: boolean;
}

/** How the author of a document stands to a slot of a claim, which may say more in the words of a kindred one. */
export const standing = (
  context: TurnContext,
  view: SlotView,
  candidate: EvidenceCandidate,
  claimText: string,
): Standing => {
  const author = authorOf(candidate);
  const party = author === "" ? undefined : partyOf(author, partiesOf(context));
  const { speakerRoles } = view.slot;
  const actor = actorOf(context, claimText);
  return {
    asked: !party || speakerRoles.length === 0 ? "unknown" : isAsked(party, speakerRoles) ? "asked" : "another",
    isOwn: party?.role === PartyRole.AUTHOR,
    isActor: party !== undefined && actor !== undefined && isSameHand(context, party, actor, claimText),
    isHearsay: author !== "" && !isBetween(context, party, candidate),
  };
};

/** Who is said to have done what a claim says; a claim of what was not done names nobody who did. */
const actorOf = (context: TurnContext, text: string): Party | undefined =>
  deniesAnything(text) ? undefined : firstNamed(text, partiesOf(context), context.profile);

/** Whether a party is the one who acts; where nobody is called by name, whoever is of the same side acts as well. */
const isSameHand = (context: TurnContext, party: Party, actor: Party, text: string): boolean => {
  const byName = firstNamed(
    text,
    partiesOf(context).map((one) => ({ ...one, role: PartyRole.UNSPECIFIED })),
    context.profile,
  );
  return party === actor || (byName === undefined && isAsked(party, side(actor)));
};

const sides: readonly PartyRole[] = [PartyRole.OPPONENT, PartyRole.REPRESENTATIVE];
const side = ({ role }: Party): readonly PartyRole[] => (sides.includes(role) ? sides : [role]);

/** What two parties wrote one another tells of their dealings; what others say, or what goes to everybody, tells less. */
const isBetween = (context: TurnContext, author: Party | undefined, candidate: EvidenceCandidate): boolean => {
  const parties = partiesOf(context);
  if (parties.length === 0) return true;
  // A letter has no list of receivers: whoever signed it says it to whom it speaks to.
  if (candidate.docType !== "email") return true;
  const isOutside = !author || author.role === PartyRole.THIRD;
  return !isOutside && candidate.participants.slice(1).some((one) => partyOf(one, parties));
};
