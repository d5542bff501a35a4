import type { LetterPart } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { AssertionAnswer } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { tellsNoFact } from "../grounding/letter-mood.ts";
import { piecesOf, proposedCuts } from "../grounding/letter-pieces.ts";

/** Where an assertion may be taken in pieces, in code points of its words; none where it is one clause. */
export const cutsOf = ({ partId, span }: LetterPart): readonly number[] =>
  partId.startsWith("assertion:") ? proposedCuts(span?.excerpt ?? "") : [];

/** What it comes to when it is cut there; none where it is one clause. */
export const proposedPieces = (part: LetterPart): readonly string[] => {
  const cuts = cutsOf(part);
  return cuts.length === 0 ? [] : piecesOf(part.span?.excerpt ?? "", cuts).map(({ text }) => text);
};

/** Whether an answer says nothing that fits a part: nobody knows or does not know an announcement, a threat or a demand. */
export const isMisfit = (answer: AssertionAnswer, { span }: Pick<LetterPart, "span">): boolean =>
  answer === AssertionAnswer.UNKNOWN && tellsNoFact(span?.excerpt ?? "");
