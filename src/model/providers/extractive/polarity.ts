import { SlotKind } from "../../../../gen/pincite/run/v1/run_context_pb.ts";
import { deniedIn, deniesAnything } from "../../../grounding/denial.ts";
import { asksForView } from "../../../run/seen.ts";
import type { SlotView } from "./slot-views.ts";

/** Whether a claim says that something did not happen, for which a search is the evidence. */
export const hasAbsence = ({ claim }: SlotView): boolean =>
  [...claim.required, ...claim.optional].some(({ kind }) => kind === SlotKind.ABSENCE);

/**
 * Which words say the contrary of what a slot asks for. What somebody asserts may deny anything. Where a claim says that
 * something did not happen, that is for its absence slot to show, and the others ask for what should have happened. A claim
 * that denies may rest on words that do, and of the other side only on such words: what they affirm is what it denies.
 */
export const contraryIn = (view: SlotView, isOtherSide: boolean): ((words: string) => boolean) => {
  const { slot, claim } = view;
  const { claimText } = claim;
  if (asksForView(slot)) return () => false;
  if (hasAbsence(view) || !deniesAnything(claimText)) return (words) => deniedIn(words, claimText) !== undefined;
  const asksOtherSide = slot.speakerRoles.length > 0;
  return isOtherSide && !asksOtherSide ? (words) => !deniesAnything(words) : () => false;
};

/** A question asserts nothing: whoever asks whether something was promised does not say that it was. */
export const isQuestion = (words: string): boolean => /\?["'”’)]*\s*$/u.test(words);
