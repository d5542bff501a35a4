import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { ClaimAnswerProposalSchema, LetterPart } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { type StageProposal, StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { AssertionAnswer } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { type Locale, speechOf } from "../../messages/speech.ts";
import { isMisfit } from "../../show/cut-parts.ts";
import { answerNamed, shownAnswers, shownAnswersTo } from "../print/letter-lines.ts";

type Answer = MessageInitShape<typeof ClaimAnswerProposalSchema>;

const form =
  /^\s*(?:(?<kind>assertion|question):)?(?<number>\d{1,6})\s*=\s*(?<said>(?<word>[\p{L}-]+)(?:(?<mark>\s*[:,]\s*|\s+)(?<why>[\s\S]*))?|[\s\S]*\S[\s\S]*)$/u;

/** Whether words answer a part of the letter by its number. */
export const isAnswerSaid = (said: string): boolean => form.test(said);

/**
 * The outline that answers to the letter come to, as a proposal: `2=wrong: why`, in the words of either language, and for a
 * question of `questions` whatever words are said to it, also behind a verdict. What does not fit one of `assertions` is refused: a threat is not
 * unknown. Errors: REQUEST_INVALID, with the words of this language.
 */
export const answersProposal = (
  given: readonly string[],
  locale: Locale,
  questions: readonly { readonly partId: string }[] = [],
  assertions: readonly LetterPart[] = [],
): StageProposal => {
  const answers = given.map((one) => answerOf(one, locale, questions));
  for (const { assertionId = "", answer = AssertionAnswer.UNSPECIFIED } of answers) {
    const part = assertions.find(({ partId }) => partId === assertionId);
    if (!part || !isMisfit(answer, part)) continue;
    const number = assertionId.split(":")[1] ?? "";
    const fitting = shownAnswersTo(part, speechOf(locale)).join(", ");
    throw new DomainError("REQUEST_INVALID", worded("command.no-fact-to-be-known", { number, fitting }));
  }
  return create(StageProposalSchema, { proposal: { case: "skeleton", value: { answers } } });
};

/** What can be said of an assertion alone. */
const verdicts: ReadonlySet<AssertionAnswer> = new Set([
  AssertionAnswer.RIGHT,
  AssertionAnswer.DONE,
  AssertionAnswer.WRONG,
  AssertionAnswer.UNKNOWN,
]);

const answerOf = (given: string, locale: Locale, questions: readonly { readonly partId: string }[]): Answer => {
  const { kind, number = "", said = "", word = "", mark = "", why = "" } = form.exec(given)?.groups ?? {};
  const question = `question:${Number(number)}`;
  const isQuestion = kind === "question" || questions.some(({ partId }) => partId === question);
  // Words that are said to a question may begin as an answer does: `open is nog de vraag …`.
  const answer = isQuestion && why !== "" && !mark.includes(":") ? undefined : answerNamed(word);
  if (isQuestion && answer === undefined && said.trim() !== "")
    return { assertionId: question, answer: AssertionAnswer.REPLIED, why: said.trim() };
  // What is asked is neither right nor wrong: the reason that was given is what is said to it.
  if (isQuestion && answer !== undefined && verdicts.has(answer)) {
    if (why.trim() !== "") return { assertionId: question, answer: AssertionAnswer.REPLIED, why: why.trim() };
    throw new DomainError("REQUEST_INVALID", worded("command.a-question-takes-words", { number }));
  }
  if (answer !== undefined && Number(number) > 0)
    return { assertionId: isQuestion ? question : `assertion:${Number(number)}`, answer, why: why.trim() };
  throw new DomainError(
    "REQUEST_INVALID",
    worded("command.is-no-answer-write-number-answer-or-number", {
      given,
      shownAnswers: shownAnswers(speechOf(locale)).join(", "),
    }),
  );
};
