import { OtherSide } from "../../../gen/pincite/memo/v1/party_pb.ts";
import type { SlotTemplate, WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { AssertionAnswer } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { cuesMet, saidBy } from "../../grounding/letter-signs.ts";
import { asksForView } from "../looks/template.ts";
import { oneLine } from "./letter-words.ts";

/** The kind of claim that says what a letter states, and the kind of one that the author alone vouches for. */
const assertionKind = "assertion-of-letter";

/**
 * The kind of a profile for claims that say what the letter states: its own kind for that, else the first that asks for the
 * view of somebody. Empty: it has neither.
 */
export const statedKind = ({ claimKinds }: WorkflowProfile): string =>
  (
    claimKinds.find(({ name }) => name === assertionKind) ??
    claimKinds.find(({ slots }) => slots.some(({ name }) => asksForView({ templateName: name })))
  )?.name ?? "";

const ownKind = "own-statement";
/** Kinds of claims that ask, reserve, conclude or cite law: none of them is set against an assertion. */
const otherKinds: ReadonlySet<string> = new Set([
  assertionKind,
  "request",
  "reservation",
  "question",
  "conclusion",
  "legal-basis",
]);

type Wording = Readonly<Record<"states" | "right" | "wrong" | "beside", (letter: string, words: string) => string>>;

const wordings: Readonly<Record<"nl" | "en", Wording>> = {
  nl: {
    states: (letter, words) => `${letter} stelt: ${words}`,
    right: (letter, words) => `Wat ${small(letter)} stelt, is juist: ${words}`,
    wrong: (letter, words) => `Wat ${small(letter)} stelt, is onjuist: ${words}`,
    beside: (letter, words) => `Wat ${small(letter)} stelt, laat ik hier rusten: ${words}`,
  },
  en: {
    states: (letter, words) => `${letter} states: ${words}`,
    right: (letter, words) => `What ${small(letter)} states is right: ${words}`,
    wrong: (letter, words) => `What ${small(letter)} states is wrong: ${words}`,
    beside: (letter, words) => `What ${small(letter)} states I leave aside here: ${words}`,
  },
};

const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The letter as its reader calls it: whoever gets the reply wrote it only where the reply goes to the other side. */
const letterNames = { nl: { own: "Uw brief", other: "De brief" }, en: { own: "Your letter", other: "The letter" } };

/** To whom the memo goes, and in which language. */
export interface Addressing {
  readonly locale: string;
  readonly audience: string;
}

/** What fits a claim, with what stands before it. */
const charsMax = 1_700;

/** The claim that says what the letter states, with the answer: a counter-claim beside it says what is wrong. */
export const assertionClaim = (
  excerpt: string,
  { answer, why }: { readonly answer: AssertionAnswer; readonly why: string },
  { locale, audience }: Addressing,
): string => {
  const tongue = locale === "nl" ? "nl" : "en";
  const letter = letterNames[tongue][audience === "employer" ? "own" : "other"];
  return wordings[tongue][wordingOf(answer, why)](letter, shortened(oneLine(excerpt)));
};

const wordingOf = (answer: AssertionAnswer, why: string): keyof Wording => {
  if (answer === AssertionAnswer.RIGHT) return "right";
  if (answer === AssertionAnswer.BESIDE) return "beside";
  return answer === AssertionAnswer.WRONG && why === "" ? "wrong" : "states";
};

const shortened = (text: string): string => {
  const chars = [...text];
  return chars.length <= charsMax ? text : `${chars.slice(0, charsMax).join("").trimEnd()}…`;
};

/** Whether the draft must say it: what is neither agreed with nor denied may be left out. */
export const isNeeded = (answer: AssertionAnswer): boolean =>
  answer === AssertionAnswer.RIGHT || answer === AssertionAnswer.WRONG;

/** Whether a claim is set against the assertion: it is called wrong, and the reason is said. */
export const hasCounter = ({ answer, why }: { readonly answer: AssertionAnswer; readonly why: string }): boolean =>
  answer === AssertionAnswer.WRONG && why !== "";

/** A reason as a sentence. */
export const asSentence = (why: string): string => {
  const text = oneLine(why).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  return /[.!?…]$/u.test(text) ? text : `${text}.`;
};

/**
 * The kind whose cues have most kin in the words, in the profile's order; a cue of function words alone counts half. Where no
 * word of its own says it: what somebody is told to have said or written is there to be read, the author's in the message itself
 * and anybody else's in whatever has their words; the rest is what the author vouches for. Empty: one quote, of no kind.
 */
export const counterKind = (words: string, profile: WorkflowProfile): string => {
  const kinds = profile.claimKinds.filter(({ name }) => !otherKinds.has(name) && name !== statedKind(profile));
  const met = kinds.map(({ name, cues }) => ({ name, points: cuesMet(words, cues) }));
  const best = met.toSorted((a, b) => b.points - a.points)[0];
  if (best && best.points >= 1) return best.name;
  const speaker = saidBy(words);
  if (speaker === "another") return "";
  if (speaker === "author") return kinds.find(({ slots: [first] }) => first && asksForAct(first))?.name ?? "";
  if (best && best.points > 0) return best.name;
  return kinds.some(({ name }) => name === ownKind) ? ownKind : "";
};

const asksForAct = ({ otherSide }: SlotTemplate): boolean => otherSide === OtherSide.ACTS;
