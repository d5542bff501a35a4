import { create } from "@bufbuild/protobuf";
import { type DayApart, DayApartSchema, type PassageCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { calendarDays, maySameDay } from "../../grounding/claim-tokens.ts";

const toldMost = 5;

/**
 * "I gave notice on 4 September" beside "we received your notice on 2 September" in a mail of 4 September: the paper's own day would answer for
 * the claim's, and nothing would be said of the other. Of the five passages of each of 355 keyed claims 8 are told so, and none of them is right.
 */
export const daysApart = (claim: string, { locator, day }: Pick<PassageCandidate, "locator" | "day">): DayApart[] => {
  const words = locator?.exactQuote ?? "";
  const [claimed, said] = [calendarDays(claim), calendarDays(words)];
  if (said.length === 0 || claimed.some((one) => said.some(({ value }) => maySameDay(one.value, value)))) return [];
  const named = said.slice(0, toldMost).map(({ start, end }) => words.slice(start, end));
  return claimed
    .filter(({ value }) => maySameDay(value, day.slice(0, "2026-09-04".length)))
    .slice(0, toldMost)
    .map(({ start, end }) => create(DayApartSchema, { claimed: claim.slice(start, end), said: named }));
};
