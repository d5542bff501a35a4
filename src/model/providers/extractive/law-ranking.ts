import type { EvidenceCandidate } from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { Validity_State } from "../../../../gen/pincite/span/v1/span_pb.ts";
import { validityOn } from "../../../run/law-day.ts";
import { type CitedLaw, citedLaws, isCited } from "./cited-laws.ts";
import type { SlotView } from "./slot-views.ts";
import { sharedCount, tellingStems } from "./words.ts";

/**
 * The candidates of a law slot that its claim cites, article and law, in the claim's order; where the claim cites none, the one that
 * its profile names for the slot. What a look-up found for the very words counts as cited: it knows the laws that were imported.
 * Between two that are cited in one place the one that a register vouches for on the claim's day, then the one with more of its words.
 */
export const rankLaw = (view: SlotView): EvidenceCandidate[] => {
  const claims = citedLaws(view.claim.claimText);
  const usual = view.slot.citations.length === 1 ? view.slot.citations.flatMap(citedLaws) : [];
  const wanted = claims.length > 0 ? claims : usual;
  const stems = tellingStems(view.claim.claimText);
  return ofDay(view)
    .map((candidate) => {
      const place = wanted.findIndex((one) => isCited(one, candidate) || isLookedUp(view, one, candidate));
      const isVouched = candidate.validity?.state === Validity_State.IN_FORCE ? 1 : 0;
      return { candidate, place, isVouched, words: sharedCount(`${candidate.title}\n${candidate.snippet}`, stems) };
    })
    .filter(({ place }) => place >= 0)
    .toSorted((a, b) => a.place - b.place || b.isVouched - a.isVouched || b.words - a.words)
    .map(({ candidate }) => candidate);
};

/** Where the claim's law is read by a day of its own, not the texts of other days, which were found before that day was said. */
const ofDay = ({ candidates, claim: { lawDate } }: SlotView): readonly EvidenceCandidate[] =>
  lawDate === ""
    ? candidates
    : candidates.filter((one) => !one.validity || validityOn(one, lawDate).state !== Validity_State.NOT_IN_FORCE);

const isLookedUp = (view: SlotView, { raw }: CitedLaw, { evidenceId }: EvidenceCandidate): boolean =>
  view.results.some(
    ({ output }) =>
      output.case === "resolved" &&
      output.value.items.some(
        ({ asked, candidates }) => asked === raw && candidates.some((one) => one.evidenceId === evidenceId),
      ),
  );
