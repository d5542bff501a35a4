import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { ClaimAnswerProposalSchema } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { type StageProposal, StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { Locale } from "../../messages/speech.ts";
import { answerNamed, shownAnswers } from "../print/letter-lines.ts";

type Answer = MessageInitShape<typeof ClaimAnswerProposalSchema>;

const form = /^\s*(?:assertion:)?(?<number>\d{1,6})\s*=\s*(?<word>[\p{L}-]+)\s*(?::\s*(?<why>[\s\S]*))?$/u;

/**
 * The outline that answers to the letter come to, as a proposal: `2=wrong: why`, in the words of either language. Errors:
 * REQUEST_INVALID, with the words of this language.
 */
export const answersProposal = (given: readonly string[], locale: Locale): StageProposal =>
  create(StageProposalSchema, {
    proposal: { case: "skeleton", value: { answers: given.map((one) => answerOf(one, locale)) } },
  });

const answerOf = (given: string, locale: Locale): Answer => {
  const { number = "", word = "", why = "" } = form.exec(given)?.groups ?? {};
  const answer = answerNamed(word);
  if (answer !== undefined && Number(number) > 0)
    return { assertionId: `assertion:${Number(number)}`, answer, why: why.trim() };
  throw new DomainError(
    "REQUEST_INVALID",
    worded("command.is-no-answer-write-number-answer-or-number", {
      given,
      shownAnswers: shownAnswers(locale).join(", "),
    }),
  );
};
