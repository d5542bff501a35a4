import type { EvidenceCandidate, Passage } from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { asNear, type DocumentMarks, documentMarks } from "./document-marks.ts";
import { hasAbsence } from "./polarity.ts";
import { entryOf, isLawSlot, type SlotView } from "./slot-views.ts";
import { articleNumber, citationsIn, sharedCount, tellingStems } from "./words.ts";

/** A candidate with what speaks for it, weightiest first: the first that differs decides. */
export interface Ranked {
  readonly candidate: EvidenceCandidate;
  readonly reasons: readonly number[];
  /** Whether it has anything in common with what is sought; without, it only stands behind the others. */
  readonly hasGround: boolean;
}

/** Candidates of a slot, best first: what a person linked to the very slot before all else. Ties keep the search's own rank. */
export const rankCandidates = (context: TurnContext, view: SlotView): Ranked[] => {
  const ranked = isLawSlot(view.slot) ? rankedLaw(view) : rankedDocuments(context, view);
  return ranked
    .map((one) => {
      // Searches and models link as well; only a person vouches.
      const isVouched = entryOf(context, one.candidate.evidenceId)?.personsSlotIds.includes(view.slot.slotId) ?? false;
      return { ...one, reasons: [Number(isVouched), ...one.reasons], hasGround: one.hasGround || isVouched };
    })
    .sort((one, other) => byReasons(one.reasons, other.reasons));
};

const byReasons = (some: readonly number[], others: readonly number[]): number => {
  const at = some.findIndex((reason, place) => reason !== others[place]);
  return at < 0 ? 0 : (others[at] ?? 0) - (some[at] ?? 0);
};

/** Documents by their marks; one whose nearest words say the contrary of what the slot asks for is left out. */
const rankedDocuments = (context: TurnContext, view: SlotView): Ranked[] =>
  view.candidates.flatMap((candidate) => {
    const marks = documentMarks(context, view, candidate);
    if (!marks) return [];
    const { ofMatter, cues, ofDay, named, asked } = marks;
    // The slot's own words say what sort of thing is sought, not of what: alone they name any other matter as well.
    const hasGround = ofMatter + ofDay + named + asked * cues > 0;
    return [{ candidate, reasons: reasonsOf(view, marks), hasGround }];
  });

/**
 * Marks in the order in which they are asked. None is weighed against another, since how many words in common make up for
 * another speaker nobody can say. A slot of a template says what it asks for, and a denial, a notice to everybody and a
 * colleague's gossip have the claim's words as well: so who speaks comes first, then what the paper is by its name, whether it
 * is of the day, whether whoever acts wrote it, whether it passed between the parties, and the words of sentence and title last.
 * A slot that asks for nothing in particular has the words alone: the nearest, and of those that are as near the one of the day.
 */
const reasonsOf = (view: SlotView, marks: DocumentMarks): readonly number[] => {
  const { asked, notAsked, own, named, namedInClaim, acts, ofDay, before, hearsay, words, title, cues } = marks;
  const { slot } = view;
  const asksForSomething = slot.speakerRoles.length > 0 || slot.cues.length > 0;
  if (!asksForSomething) return [Number(words >= asNear), ofDay, words, -hearsay, title];
  // Where the claim is that a promise was not kept, it is sought in the words of who made it, and never in one's own.
  const isPromise = Number(hasAbsence(view));
  const isActor = acts * Math.max(asked, isPromise);
  return [
    asked - notAsked - isPromise * own,
    named + namedInClaim,
    ofDay - before,
    isActor,
    -hearsay,
    words + title,
    cues,
  ];
};

/** Law by the article that is named, and words of claim and cues in its title. */
const rankedLaw = (view: SlotView): Ranked[] => {
  const claim = tellingStems(view.claim.claimText);
  const cues = tellingStems([...view.slot.cues, view.slot.description].join(" "));
  const words = (text: string): number => 3 * sharedCount(text, claim) + sharedCount(text, cues);
  return view.candidates.map((candidate) => {
    const passages = passagesFor(view, candidate).map(({ text }) => words(text));
    const shown = words(candidate.snippet) + 2 * words(candidate.title) + 2 * Math.max(0, ...passages);
    const score = shown + lawFit(view, candidate);
    return { candidate, reasons: [score], hasGround: score > 0 };
  });
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
