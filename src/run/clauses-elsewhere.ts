import type { PassageCandidate } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { PassageCandidate_Reason } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { clauseAt, clausesNamed, isSameClause, type NumberedClause } from "../grounding/places.ts";
import { partyOf } from "../grounding/speaker.ts";
import type { PlacedSlot } from "./build/needs.ts";
import { paperOf } from "./choices.ts";
import type { Material } from "./kernel.ts";
import { asksForView } from "./looks/template.ts";
import { takesSentences } from "./sought.ts";

/** A clause that a claim names or that its proof stands in. */
export interface ClauseAtHand extends NumberedClause {
  /** The paper that it is of; empty: the claim names it, and says of no paper by its id. */
  readonly evidenceId: string;
}

/** So many of the first passages are asked which clause they stand in where nothing is chosen yet: as many as are shown. */
const shownAtOnce = 5;

/** So many clauses are asked about for one slot. */
const clausesMost = 3;

/** So many passages of other papers are shown for one slot. */
const passagesMost = 3;

/** The clauses that a slot's claim names, and those in which what was chosen for it stands, or what is listed first; other clauses only where the claim names none. */
export const clausesAtHand = (
  { slot, claim }: PlacedSlot,
  material: Material,
  listed: readonly PassageCandidate[],
): ClauseAtHand[] => {
  // What the answered letter says is no proof of a clause.
  if (!takesSentences(slot) || asksForView(slot, material.profile)) return [];
  const chosen = material.choices?.get(slot.slotId) ?? bindingOf(slot.slotId, material);
  const at = chosen
    ? listed.filter(
        ({ evidence, locator }) =>
          evidence?.evidenceId === paperOf(chosen) && locator?.exactQuote === chosen.locator?.exactQuote,
      )
    : listed.slice(0, shownAtOnce);
  const asked = clausesNamed(claim.claimText);
  const isAsked = ({ number }: NumberedClause): boolean =>
    chosen !== undefined || asked.length === 0 || asked.some((one) => isSameClause(one.number, number));
  const standing = at.flatMap(({ place, evidence, locator }) => {
    const clause = locator && clauseAt(place);
    return clause && isAsked(clause) ? [{ ...clause, evidenceId: evidence?.evidenceId ?? "" }] : [];
  });
  const named = asked
    .filter(({ number }) => !standing.some((one) => one.number === number))
    .map((clause) => ({ ...clause, evidenceId: "" }));
  const each = new Map([...named, ...standing].map((one) => [`${one.number} ${one.evidenceId}`, one]));
  return [...each.values()].slice(0, clausesMost);
};

const bindingOf = (slotId: string, { needMap, proposals }: Material) =>
  (proposals.needMap ?? needMap)?.bindings.find((one) => one.slotId === slotId);

/** Of passages that were found by a clause, those of other papers that name it: a passage a paper. */
export const namingClause = (
  clause: ClauseAtHand,
  found: readonly PassageCandidate[],
  { intent }: Pick<Material, "intent">,
  speakerOf: (passage: PassageCandidate) => string,
): PassageCandidate[] => {
  const isAuthors = (passage: PassageCandidate): boolean =>
    partyOf(speakerOf(passage), intent?.parties ?? [])?.role === PartyRole.AUTHOR;
  const naming = found.filter(
    (passage) =>
      passage.evidence?.evidenceId !== clause.evidenceId &&
      !passage.reasons.includes(PassageCandidate_Reason.ANSWERED_LETTER) &&
      !isAuthors(passage) &&
      clausesNamed(passage.locator?.exactQuote ?? "").some(({ number }) => isSameClause(number, clause.number)),
  );
  return [...new Map(naming.toReversed().map((one) => [one.evidence?.evidenceId, one])).values()]
    .toReversed()
    .slice(0, passagesMost);
};
