import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { withoutNegations } from "../../../grounding/denial.ts";
import { daysIn } from "../../../run/seen.ts";
import { kindredClaim } from "./kindred-claim.ts";
import { hasAbsence } from "./polarity.ts";
import type { SlotView } from "./slot-views.ts";

/**
 * The words by which a document is sought for a slot: those of its claim. Where the claim is that something did not happen, what
 * should have happened is sought, by the same words without what denies them and by those of the claim that tells who promised it.
 */
export const soughtText = (context: TurnContext, view: SlotView): string => {
  const { claimText } = view.claim;
  return withoutDays(
    hasAbsence(view) ? `${withoutNegations(claimText)} ${kindredClaim(context, view)}`.trim() : claimText,
  );
};

/** A whole day is compared as a day: by its words, any paper of that month would be near. */
const withoutDays = (text: string): string =>
  daysIn(text)
    .toSorted((a, b) => b.start - a.start)
    .reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
