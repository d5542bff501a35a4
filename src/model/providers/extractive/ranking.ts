import type { EvidenceCandidate, Passage } from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { dateIn } from "./dates.ts";
import { entryOf, isLawSlot, type SlotView } from "./slot-views.ts";
import { articleNumber, citationsIn, sharedCount, tellingStems } from "./words.ts";

/** A candidate with what speaks for it; larger is better. */
export interface Ranked {
  readonly candidate: EvidenceCandidate;
  readonly score: number;
}

/**
 * Candidates of a slot, best first. What a person pinned and linked to the slot comes before what was only found; then
 * words of the claim count three times those of the slot's cues, in passages and titles twice as much as in snippets; a date
 * or article the claim names decides between equals. Ties keep their order: the search's own rank.
 */
export const rankCandidates = (context: TurnContext, view: SlotView): Ranked[] => {
  const claim = tellingStems(view.claim.claimText);
  const cues = tellingStems([...view.slot.cues, view.slot.description].join(" "));
  const score = (candidate: EvidenceCandidate): number => {
    const words = (text: string) => 3 * sharedCount(text, claim) + sharedCount(text, cues);
    const passages = passagesFor(view, candidate).map((passage) => words(passage.text));
    return (
      vouched(context, view, candidate.evidenceId) +
      2 * words(candidate.title) +
      words([candidate.snippet, ...candidate.participants].join(" ")) +
      2 * Math.max(0, ...passages) +
      named(context, view, candidate)
    );
  };
  return view.candidates
    .map((candidate) => ({ candidate, score: score(candidate) }))
    .sort((one, other) => other.score - one.score);
};

const vouched = (context: TurnContext, view: SlotView, evidenceId: string): number => {
  const entry = entryOf(context, evidenceId);
  if (!entry?.pinned) return 0;
  return entry.slotIds.includes(view.slot.slotId) ? 1000 : 5;
};

const named = (context: TurnContext, view: SlotView, candidate: EvidenceCandidate): number => {
  if (isLawSlot(view.slot)) return lawFit(view, candidate);
  const date = dateIn(view.claim.claimText, context.run?.referenceDate ?? "");
  return date !== undefined && candidate.occurredAtIso.startsWith(date) ? 12 : 0;
};

/** The article the claim names outweighs words; articles the profile suggests count by their order. */
const lawFit = (view: SlotView, candidate: EvidenceCandidate): number => {
  const number = articleNumber(candidate.address || candidate.title);
  if (number === "") return 0;
  const claims = citationsIn(view.claim.claimText).map(articleNumber);
  if (claims.includes(number)) return 100;
  const place = view.slot.citations.map(articleNumber).indexOf(number);
  return place < 0 ? 0 : Math.max(1, 10 - 2 * place);
};

/** Passages of a candidate that were shown for this slot in this turn. */
export const passagesFor = (view: SlotView, candidate: EvidenceCandidate): Passage[] =>
  view.results
    .flatMap(({ output }) => (output.case === "resolved" ? output.value.items : []))
    .filter((item) => item.candidates.some((one) => one.evidenceId === candidate.evidenceId))
    .flatMap((item) => item.passages)
    .filter((passage) => candidate.evidenceId.includes(passage.docUid));
