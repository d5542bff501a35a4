import type { EvidenceCandidate, Passage } from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { contentWords } from "../../../grounding/content-words.ts";
import { daysIn, ownDay } from "../../../run/seen.ts";
import { dateIn } from "./dates.ts";
import { kindredClaim } from "./kindred-claim.ts";
import { contraryIn, hasAbsence, isQuestion } from "./polarity.ts";
import { type Said, ShownTexts } from "./shown-texts.ts";
import { entryOf, isLawSlot, type SlotView } from "./slot-views.ts";
import { isOtherSide, speakerFit } from "./who-speaks.ts";
import { articleNumber, citationsIn, sharedCount, tellingStems } from "./words.ts";

/** A candidate with what speaks for it; larger is better, and what is not above 0 has nothing in common with the slot. */
export interface Ranked {
  readonly candidate: EvidenceCandidate;
  readonly score: number;
}

/** Candidates of a slot, best first. Ties keep their order: the search's own rank. */
export const rankCandidates = (context: TurnContext, view: SlotView): Ranked[] =>
  (isLawSlot(view.slot) ? rankedLaw(view) : rankedDocuments(context, view))
    .map(({ candidate, score }) => ({ candidate, score: score + vouched(context, view, candidate.evidenceId) }))
    .sort((one, other) => other.score - one.score);

/** Only what a person linked to the very slot is vouched for: searches and models link as well. */
const vouched = (context: TurnContext, { slot }: SlotView, evidenceId: string): number =>
  entryOf(context, evidenceId)?.personsSlotIds.includes(slot.slotId) ? 1000 : 0;

/**
 * What counts beside the claim's words, which are 1: the slot's cues, their standing in the title, the claim's title words, and
 * the day: a document of the claim's day fits, one from before it cannot tell of it.
 */
const [cueWeight, cueTitleWeight, titleWeight, dayWeight] = [0.6, 0.4, 0.5, 0.9];

/**
 * Documents by rare words of the claim and of the slot's cues in their best sentence, by who wrote them and when. One whose
 * best words say the contrary of what the slot asks for is left out: a denial is the nearest in words to what it denies.
 */
const rankedDocuments = (context: TurnContext, view: SlotView): Ranked[] => {
  const texts = ShownTexts.of(context);
  const kindred = kindredClaim(context, view);
  const claimText = [view.claim.claimText, kindred].join(" ").trim();
  const cues = [...view.slot.cues, view.slot.description];
  const read = view.candidates.flatMap((candidate) => {
    const { evidenceId, title } = candidate;
    const sentences = sayingSo(context, view, candidate, texts.sentences(evidenceId, claimText));
    if (sentences === undefined) return [];
    const claim = best(sentences) + titleWeight * texts.title(evidenceId, claimText);
    const cue = best(texts.sentences(evidenceId, cues.join(" "))) + texts.title(evidenceId, cues.join(" "));
    return [{ candidate, claim, cue, naming: namingOf(cues, title, view.claim.claimText) }];
  });
  const [claimMost, cueMost] = [
    Math.max(1e-9, ...read.map(({ claim }) => claim)),
    Math.max(1e-9, ...read.map(({ cue }) => cue)),
  ];
  return read.map(({ candidate, claim, cue, naming }) => {
    const day = dayFit(context, view, candidate, claimText);
    const cued = cueWeight * (cue / cueMost) + cueTitleWeight * naming;
    // Cues say what sort of thing is sought, not of what: alone they name any other matter's document as well.
    const words = claim / claimMost + (claim > 0 || day > 0 ? cued : cued / 4);
    if (words <= 0 && day <= 0) return { candidate, score: 0 };
    const speaker = speakerFit(context, view, candidate, { text: claimText, isNamed: naming > 0 });
    // What speaks against a candidate puts it behind the others; that it has the words keeps it above nothing.
    return { candidate, score: Math.max(0.001, 1 + words + day + speaker) };
  });
};

const best = (sentences: readonly Said[]): number => Math.max(0, ...sentences.map(({ score }) => score));

/** Whether a title names the sort of document that the slot asks for: 1, and 2 where the claim calls it so as well. */
const namingOf = (cues: readonly string[], title: string, claimText: string): number => {
  const named = contentWords(cues.join(" ")).filter(({ root }) => contentWords(title).some((one) => one.root === root));
  if (named.length === 0) return 0;
  return contentWords(claimText).some(({ root }) => named.some((one) => one.root === root)) ? 2 : 1;
};

/** So near the best words the contrary says as much of the matter as they do. */
const asNear = 0.7;

/** The sentences that may carry the slot; undefined: what fits best says the contrary. */
const sayingSo = (
  context: TurnContext,
  view: SlotView,
  candidate: EvidenceCandidate,
  sentences: readonly Said[],
): Said[] | undefined => {
  // What the other side did on the very day the claim speaks of is what it speaks of, not an answer to it.
  const isAct = dayFit(context, view, candidate, view.claim.claimText) > 0;
  const isContrary = contraryIn(view, isOtherSide(context, candidate) && !isAct);
  const contrary = sentences.filter(({ text }) => isContrary(text));
  const others = sentences
    .filter((one) => !contrary.includes(one))
    .map(({ text, score }) => ({ text, score: isQuestion(text) ? score / 2 : score }));
  return best(contrary) > 0 && best(contrary) >= asNear * best(others) ? undefined : others;
};

/** A document of the claim's day fits; one from before the first day that the claim names cannot tell of it. */
const dayFit = (context: TurnContext, view: SlotView, candidate: EvidenceCandidate, text: string): number => {
  const own = ownDay(candidate);
  if (own === "") return 0;
  const guessed = dateIn(text, context.run?.referenceDate ?? "");
  const days = [...new Set([...daysIn(text).map(({ value }) => value), ...(guessed ? [guessed] : [])])];
  if (days.includes(own)) return dayWeight;
  // What should have happened was agreed before the day on which it did not.
  return days.length > 0 && !hasAbsence(view) && days.every((day) => own < day) ? -dayWeight : 0;
};

/** Law by the article that is named, and words of claim and cues in its title. */
const rankedLaw = (view: SlotView): Ranked[] => {
  const claim = tellingStems(view.claim.claimText);
  const cues = tellingStems([...view.slot.cues, view.slot.description].join(" "));
  const words = (text: string): number => 3 * sharedCount(text, claim) + sharedCount(text, cues);
  return view.candidates.map((candidate) => {
    const passages = passagesFor(view, candidate).map(({ text }) => words(text));
    const shown = words(candidate.snippet) + 2 * words(candidate.title) + 2 * Math.max(0, ...passages);
    return { candidate, score: shown + lawFit(view, candidate) };
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
