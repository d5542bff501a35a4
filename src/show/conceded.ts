import type { SkeletonClaim } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import type { WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { AssertionAnswer } from "../../gen/pincite/run/v1/run_context_pb.ts";

/** Whether an answer concedes what the letter states: the memo then says that it is right, also of the very decision that it objects to. */
export const concedes = (answer: AssertionAnswer | undefined): boolean => answer === AssertionAnswer.RIGHT;

/** Whether a claim concedes a statement of the letter, and is not what is said beside it. */
export const isConceded = ({ text, answers }: Pick<SkeletonClaim, "text" | "answers">): boolean =>
  answers.some(({ answer, why }) => concedes(answer) && !isPartOf(text, why));

const isPartOf = (text: string, why: string): boolean =>
  why !== "" && why.toLowerCase().includes(text.toLowerCase().replace(/\.$/u, ""));

/** Whether words that are said to an answer become a claim beside what the letter states. */
export const takesWords = (
  answer: AssertionAnswer | undefined,
  profile: Pick<WorkflowProfile, "answers"> | undefined,
): boolean => profile?.answers?.templates.some((one) => one.answer === answer && one.counters) ?? false;
