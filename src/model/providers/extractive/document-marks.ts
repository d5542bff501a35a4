import type { EvidenceCandidate } from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { speakOfSame } from "../../../grounding/content-words.ts";
import { daysIn, ownDay } from "../../../run/seen.ts";
import { dateIn } from "./dates.ts";
import { kindredClaim } from "./kindred-claim.ts";
import { contraryIn, hasAbsence, isQuestion } from "./polarity.ts";
import { type Said, ShownTexts } from "./shown-texts.ts";
import type { SlotView } from "./slot-views.ts";
import { soughtText } from "./sought-text.ts";
import { isOfSides, isOtherSide, standing } from "./who-speaks.ts";
import { sharedCount, tellingStems } from "./words.ts";

/** What can be said of a document as evidence for a slot, each from 0 to 1. */
export interface DocumentMarks {
  /** Whom the slot asks for wrote it. */
  readonly asked: number;
  /** Another party wrote it than the slot asks for. */
  readonly notAsked: number;
  /** Its title names the sort of paper that the slot asks for. */
  readonly named: number;
  /** The claim calls it by that name as well. */
  readonly namedInClaim: number;
  /** Whoever acts in the claim wrote it. */
  readonly acts: number;
  /** The author of the memo wrote it, of whom nobody asks what another promised. */
  readonly own: number;
  /** It is of the day that the claim names. */
  readonly ofDay: number;
  /** It is from before the day that the claim names, of which it cannot tell. */
  readonly before: number;
  /** Somebody outside wrote it, or it went to nobody who has a part in the case. */
  readonly hearsay: number;
  /** How much its best sentence says of the claim, as a part of what the best sentence of all says. */
  readonly words: number;
  /** The same of its title. */
  readonly title: number;
  /** How much it says of the slot's own words, as a part of what the best says. */
  readonly cues: number;
  /** A sentence or its title has a word of content or a number in common with the claim: verbs of saying do not count. */
  readonly ofMatter: number;
}

/** The marks of a document for a slot. Undefined: its nearest words say the contrary of what is sought, and it is left out. */
export const documentMarks = (
  context: TurnContext,
  view: SlotView,
  candidate: EvidenceCandidate,
): DocumentMarks | undefined => {
  const texts = ShownTexts.of(context);
  const kindred = kindredClaim(context, view);
  const claimText = soughtText(context, view);
  const sentences = sayingSo(context, view, candidate, texts.sentences(candidate.evidenceId, claimText));
  if (sentences === undefined) return undefined;
  const cues = [...view.slot.cues, view.slot.description].join(" ");
  const { evidenceId } = candidate;
  const ids = view.candidates.map((one) => one.evidenceId);
  const most = (of: (id: string) => number): number => Math.max(1e-9, ...ids.map(of));
  const claimOf = (id: string): number => best(texts.sentences(id, claimText));
  const titleOf = (id: string): number => texts.title(id, claimText);
  const cueOf = (id: string): number => best(texts.sentences(id, cues)) + texts.title(id, cues);
  const stand = standing(context, view, candidate, kindred || view.claim.claimText);
  const named = namedAs(context, view, candidate);
  const day = dayFit(context, view, candidate, [view.claim.claimText, kindred].join(" "));
  return {
    asked: Number(stand.asked === "asked"),
    notAsked: Number(stand.asked === "another"),
    named: Number(named > 0),
    namedInClaim: Number(named > 1),
    acts: Number(stand.isActor),
    own: Number(stand.isOwn),
    ofDay: Number(day > 0),
    before: Number(day < 0),
    hearsay: Number(stand.isHearsay),
    words: best(sentences) / most(claimOf),
    title: titleOf(evidenceId) / most(titleOf),
    cues: cueOf(evidenceId) / most(cueOf),
    ofMatter: Number([candidate.title, ...sentences.map(({ text }) => text)].some(ofMatterOf(claimText))),
  };
};

const ofMatterOf = (claimText: string): ((text: string) => boolean) => {
  const numbers = new Set(claimText.match(/\d+/gu) ?? []);
  return (text) => speakOfSame(claimText, text) === true || (text.match(/\d+/gu) ?? []).some((one) => numbers.has(one));
};

const best = (sentences: readonly Said[]): number => Math.max(0, ...sentences.map(({ score }) => score));

/**
 * Whether a paper is by its title what the slot asks for: 1, and 2 where the claim calls it so as well. What the parties write
 * one another is named for its matter and says nothing of its sort.
 */
const namedAs = (context: TurnContext, { slot, claim }: SlotView, candidate: EvidenceCandidate): number => {
  if (slot.speakerRoles.length > 0 || isOfSides(context, candidate)) return 0;
  const titled = tellingStems(candidate.title);
  const named = [...tellingStems([...slot.cues, slot.description].join(" "))].filter((stem) => titled.has(stem));
  if (named.length === 0) return 0;
  return sharedCount(claim.claimText, new Set(named)) > 0 ? 2 : 1;
};

/** So near the best words others say as much of the matter as they do. */
export const asNear = 0.7;

/** The sentences that may carry the slot; undefined: what fits best says the contrary. */
const sayingSo = (
  context: TurnContext,
  view: SlotView,
  candidate: EvidenceCandidate,
  sentences: readonly Said[],
): Said[] | undefined => {
  // What the other side did on the very day the claim speaks of is what it speaks of, not an answer to it.
  const isAct = dayFit(context, view, candidate, view.claim.claimText) > 0;
  const isContrary = contraryIn(view, isOtherSide(context, candidate) && !isAct, context.profile);
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
  if (days.includes(own)) return 1;
  // What should have happened was agreed before the day on which it did not.
  return days.length > 0 && !hasAbsence(view) && days.every((day) => own < day) ? -1 : 0;
};
