import { textIn } from "#kit/localised.ts";
import { OtherSide } from "../../../gen/pincite/memo/v1/party_pb.ts";
import {
  type AnswerTemplate,
  type AnswerWords,
  ClaimAct,
  type SlotTemplate,
  type WorkflowProfile,
} from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { AssertionAnswer, SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { cuesMet, namesPlace, saidBy, saysAuthorActs, tellsUndone } from "../../grounding/letter-signs.ts";
import { oneLine } from "./letter-words.ts";

/** The profile's kind for what the letter states, else the first that asks for somebody's view; empty: neither. */
export const statedKind = ({ claimKinds }: WorkflowProfile): string =>
  (
    claimKinds.find(({ act }) => act === ClaimAct.STATES_LETTER) ??
    claimKinds.find(({ slots }) => slots.some(({ asksView }) => asksView))
  )?.name ?? "";

/** What a claim does that is never set against an assertion: to state the letter, to ask, to reserve, to conclude, to cite law. */
const neverSetAgainst: ReadonlySet<ClaimAct> = new Set([
  ClaimAct.STATES_LETTER,
  ClaimAct.ASKS,
  ClaimAct.RESERVES,
  ClaimAct.PUTS_QUESTION,
  ClaimAct.CONCLUDES,
  ClaimAct.CITES_LAW,
]);

const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** To whom the memo goes, in which language, and what its profile says of readers and answers. */
export interface Addressing {
  readonly locale: string;
  readonly audience: string;
  readonly profile: Pick<WorkflowProfile, "readers" | "answers"> | undefined;
}

/** Whether the memo goes to whoever wrote the letter. */
export const writesBack = (
  { audience }: { readonly audience: string },
  profile: Pick<WorkflowProfile, "readers"> | undefined,
): boolean => profile?.readers.some(({ name, wroteLetter }) => name === audience && wroteLetter) ?? false;

/** What fits a claim, with what stands before it. */
const charsMax = 1_700;

/** The claim that says what the letter states, with the answer: a counter-claim beside it says what is wrong. */
export const assertionClaim = (
  excerpt: string,
  { answer, why }: { readonly answer: AssertionAnswer; readonly why: string },
  { locale, audience, profile }: Addressing,
): string => {
  const answers = profile?.answers;
  const tongue = locale === "nl" ? "nl" : "en";
  const isOwn = writesBack({ audience }, profile);
  const letter = textIn((isOwn ? answers?.ownLetter : answers?.otherLetter) ?? [], tongue);
  const template = templateOf(answers, answer);
  const withReason = textIn(template?.claimWithReason ?? [], tongue);
  const text = why !== "" && withReason !== "" ? withReason : textIn(template?.claim ?? [], tongue);
  return text.replaceAll(/\{(letter|the_letter|words)\}/gu, (_, part: string) =>
    part === "words" ? shortened(oneLine(excerpt)) : part === "letter" ? letter : small(letter),
  );
};

const templateOf = (answers: AnswerWords | undefined, answer: AssertionAnswer): AnswerTemplate | undefined =>
  answers?.templates.find((one) => one.answer === answer) ??
  answers?.templates.find((one) => one.answer === AssertionAnswer.UNKNOWN);

const shortened = (text: string): string => {
  const chars = [...text];
  return chars.length <= charsMax ? text : `${chars.slice(0, charsMax).join("").trimEnd()}…`;
};

/** Whether the draft must say it: what is neither agreed with nor denied may be left out. */
export const isNeeded = (answer: AssertionAnswer, { answers }: Pick<WorkflowProfile, "answers">): boolean =>
  templateOf(answers, answer)?.required ?? false;

/** Whether a claim is set against the assertion, or beside one that is true in part: it is answered so that a reason counters it, and the reason is said. */
export const hasCounter = (
  { answer, why }: { readonly answer: AssertionAnswer; readonly why: string },
  { answers }: Pick<WorkflowProfile, "answers">,
): boolean => why !== "" && (templateOf(answers, answer)?.counters ?? false);

/** Answers to which the memo says nothing of its own: a person settled them, and they stand beside the outline. */
export const writesNothing = (answer: AssertionAnswer): boolean => silent.has(answer);
const silent: ReadonlySet<AssertionAnswer> = new Set([
  AssertionAnswer.BESIDE,
  AssertionAnswer.LEFT_OPEN,
  AssertionAnswer.RESERVED,
]);

/** A reason as a sentence. */
export const asSentence = (why: string): string => {
  const text = oneLine(why).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  return /[.!?…]$/u.test(text) ? text : `${text}.`;
};

/**
 * The kind whose cues have most kin in the words, in the profile's order; a cue of function words alone counts half. Where no
 * word of its own says it: what somebody is told to have said or written is there to be read, the author's in the message itself
 * and anybody else's in whatever has their words. A kind that rests on a search for what is not there takes only what was left
 * undone, one that rests on the author's word only what the author tells, and one that rests on the answered letter or on a place
 * nothing: what is set against a letter stands elsewhere, in words. Empty: one quote, of no kind. A search runs first; that only the author knows it
 * is for the person to say, who has seen what was found.
 */
export const counterKind = (words: string, profile: WorkflowProfile): string => {
  const isUndone = tellsUndone(words);
  const isToldByAuthor = saysAuthorActs(words);
  const kinds = profile.claimKinds.filter(
    ({ name, act, slots }) =>
      !neverSetAgainst.has(act) &&
      name !== statedKind(profile) &&
      (isUndone || !slots.some(asksAbsence)) &&
      (isToldByAuthor || !slots.some(asksAuthor)) &&
      !slots.some((slot) => slot.asksView || asksPlace(slot)),
  );
  const met = kinds.map(({ name, cues }) => ({ name, points: cuesMet(words, cues) }));
  const best = met.toSorted((a, b) => b.points - a.points)[0];
  if (best && best.points >= 1) return best.name;
  const speaker = saidBy(words);
  if (speaker === "another") return "";
  if (speaker === "author") return kinds.find(({ slots: [first] }) => first && asksForAct(first))?.name ?? "";
  // A pronoun alone makes nothing one's own word: papers may say it.
  const isOwn = kinds.some(({ name, act }) => name === best?.name && act === ClaimAct.STATES_OWN_KNOWLEDGE);
  return best && best.points > 0 && !isOwn ? best.name : "";
};

/**
 * The kind of an answer to a question: what somebody is told to have said or written is sought where it stands, what the author did so by
 * a word of its own, and what the answer itself finds in a paper; anything else the author says here, and answers with it.
 */
export const replyKind = (words: string, profile: WorkflowProfile): string => {
  const kinds = profile.claimKinds.filter(({ name, act }) => !neverSetAgainst.has(act) && name !== statedKind(profile));
  const speaker = saidBy(words);
  const isOwnSpeech = speaker === "author" && kinds.some(({ cues }) => cuesMet(words, cues) >= 1);
  const isSought = speaker === "another" || isOwnSpeech || namesPlace(words);
  return isSought ? counterKind(words, profile) : ownKind(profile);
};

/** The profile's kind for what its author knows; empty: it has none. */
export const ownKind = ({ claimKinds }: WorkflowProfile): string =>
  claimKinds.find(({ act }) => act === ClaimAct.STATES_OWN_KNOWLEDGE)?.name ?? "";

/** A search that must find nothing carries only what was left undone. */
const asksAbsence = ({ kind, required }: SlotTemplate): boolean => required && kind === SlotKind.ABSENCE;

/** A place alone: its words, which a quote brings with their page, say more. */
const asksPlace = ({ kind, required }: SlotTemplate): boolean => required && kind === SlotKind.LOCATION;

/** What rests on the author's word alone. */
const asksAuthor = ({ kind, required }: SlotTemplate): boolean => required && kind === SlotKind.OWN_STATEMENT;

const asksForAct = ({ otherSide }: SlotTemplate): boolean => otherSide === OtherSide.ACTS;
