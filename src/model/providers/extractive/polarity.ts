import { deniesAnything } from "#kit/denial.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { SlotKind } from "../../../../gen/pincite/run/v1/run_context_pb.ts";
import { contradictedIn, deniedIn } from "../../../grounding/denial.ts";
import { asksForView } from "../../../run/seen.ts";
import type { SlotView } from "./slot-views.ts";

/** Whether a claim says that something did not happen, for which a search is the evidence. */
export const hasAbsence = ({ claim }: SlotView): boolean =>
  [...claim.required, ...claim.optional].some(({ kind }) => kind === SlotKind.ABSENCE);

/**
 * Which words say the contrary of what a slot asks for. What somebody asserts may deny anything. Where a claim says that
 * something did not happen, that is for its absence slot to show, and the others ask for what should have happened: what denies
 * it is the contrary, and of the other side also what says that it was done. A claim that denies may rest on words that do, and
 * of the other side only on such words: what they affirm is what it denies.
 */
export const contraryIn = (
  view: SlotView,
  isOtherSide: boolean,
  profile: TurnContext["profile"],
): ((words: string) => boolean) => {
  const { slot, claim } = view;
  const { claimText } = claim;
  if (asksForView(slot, profile)) return () => false;
  if (hasAbsence(view))
    return (words) => deniedIn(words, claimText) !== undefined || (isOtherSide && saysDone(words, claimText));
  const contradicts = (words: string): boolean => contradictedIn(words, claimText) !== undefined;
  if (!deniesAnything(claimText)) return contradicts;
  const asksOtherSide = slot.speakerRoles.length > 0;
  return isOtherSide && !asksOtherSide ? (words) => !deniesAnything(words) || contradicts(words) : contradicts;
};

/** Participles by their form, and the verbs with which they say that something is past: "is gevoerd", "has paid". */
const participles =
  /\b(?:(?:\p{L}{0,5}ge|be|ver|ont|her|er)\p{L}{2,}(?:d|t|en)|\p{L}{2,}ed|paid|made|given|done|held|sent)\b/giu;
const perfect = /\b(?:is|zijn|was|waren|heb|hebt|heeft|hebben|had|hadden|has|have|were|been)\b/iu;

/** Whether words say that what a claim calls undone is done: by the verb of the claim, as something past. */
export const saysDone = (words: string, claimText: string): boolean => {
  const undone = new Set((claimText.match(participles) ?? []).map((one) => one.toLowerCase()));
  return words
    .split(/[.,;:!?]/u)
    .some(
      (clause) =>
        perfect.test(clause) &&
        !deniesAnything(clause) &&
        (clause.match(participles) ?? []).some((one) => undone.has(one.toLowerCase())),
    );
};
