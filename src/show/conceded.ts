import type { SkeletonClaim } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import type { WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { AssertionAnswer } from "../../gen/pincite/run/v1/run_context_pb.ts";

/** Whether an answer concedes what the letter states: the memo then says that it is right, also of the very decision that it objects to. */
export const concedes = (answer: AssertionAnswer | undefined): boolean => answer === AssertionAnswer.RIGHT;

type AnswerNote =
  | "letter.you-concede-it"
  | "letter.it-says-done"
  | "letter.it-says-wrong"
  | "letter.it-says-wrong-without-why";

/** What the memo will say of a part of the letter by an answer to it; undefined: just what the answer says, or nothing. */
export const noteOfAnswer = (answer: AssertionAnswer | undefined): AnswerNote | undefined =>
  answer === undefined ? undefined : notes[answer];

const notes: Readonly<Partial<Record<AssertionAnswer, AnswerNote>>> = {
  [AssertionAnswer.RIGHT]: "letter.you-concede-it",
  [AssertionAnswer.DONE]: "letter.it-says-done",
  [AssertionAnswer.WRONG]: "letter.it-says-wrong",
};

/** The same of a claim that answers the letter, and is not what is said beside the answer. What is called wrong without a reason convinces nobody: it is told. */
export const noteOfClaim = ({ text, answers }: Pick<SkeletonClaim, "text" | "answers">): AnswerNote | undefined =>
  answers.flatMap(({ answer, why }) => (isPartOf(text, why) ? [] : (noteOfGiven(answer, why) ?? [])))[0];

const noteOfGiven = (answer: AssertionAnswer, why: string): AnswerNote | undefined =>
  answer === AssertionAnswer.WRONG && why.trim() === "" ? "letter.it-says-wrong-without-why" : noteOfAnswer(answer);

const isPartOf = (text: string, why: string): boolean =>
  why !== "" && why.toLowerCase().includes(text.toLowerCase().replace(/\.$/u, ""));

/** Whether words that are said to an answer become a claim beside what the letter states. */
export const takesWords = (
  answer: AssertionAnswer | undefined,
  profile: Pick<WorkflowProfile, "answers"> | undefined,
): boolean => profile?.answers?.templates.some((one) => one.answer === answer && one.counters) ?? false;

/** What words come to as an answer to a question: without any it is not answered, also where it was before they were taken out. */
export const repliedBy = (why: string): { readonly answer: AssertionAnswer | undefined; readonly why: string } => ({
  answer: why.trim() === "" ? undefined : AssertionAnswer.REPLIED,
  why,
});
