import type { EvidenceCandidate } from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { SlotView } from "./slot-views.ts";
import { articleNumber, citationsIn, sharedCount, tellingStems } from "./words.ts";

/**
 * The candidates of a law slot that are an article which its claim names, in the claim's order; where the claim names none, the one
 * that its profile names for the slot. Between two of the same article the one with more of the claim's words.
 */
export const rankLaw = (view: SlotView): EvidenceCandidate[] => {
  const claims = citationsIn(view.claim.claimText).map(articleNumber);
  const usual = view.slot.citations.length === 1 ? view.slot.citations.map(articleNumber) : [];
  const wanted = claims.length > 0 ? claims : usual;
  const stems = tellingStems(view.claim.claimText);
  return view.candidates
    .map((candidate) => {
      const number = articleNumber(candidate.address || candidate.title);
      const place = number === "" ? -1 : wanted.indexOf(number);
      return { candidate, place, words: sharedCount(`${candidate.title}\n${candidate.snippet}`, stems) };
    })
    .filter(({ place }) => place >= 0)
    .toSorted((a, b) => a.place - b.place || b.words - a.words)
    .map(({ candidate }) => candidate);
};
