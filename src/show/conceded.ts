import type { SkeletonClaim } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { AssertionAnswer } from "../../gen/pincite/run/v1/run_context_pb.ts";

/** Whether an answer concedes what the letter states: the memo then says that it is right, also of the very decision that it objects to. */
export const concedes = (answer: AssertionAnswer | undefined): boolean => answer === AssertionAnswer.RIGHT;

/** Whether a claim concedes a statement of the letter. */
export const isConceded = ({ answers }: Pick<SkeletonClaim, "answers">): boolean =>
  answers.some(({ answer }) => concedes(answer));
