import { expect, it } from "vitest";
import { AssertionAnswer } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { answersProposal } from "../../src/cli/proposal/answers.ts";

const answered = (...given: string[]) => {
  const { proposal } = answersProposal(given, "nl", [{ partId: "question:12" }]);
  return proposal.case === "skeleton" ? proposal.value.answers : [];
};

// A demand stands among what the letter asks, and "12=onjuist: …" was refused in the words of the wire.
it("takes the words behind a verdict as what is said to a question", () => {
  expect(answered("12=onjuist: op vrijdag ben ik vrij", "3=onjuist: ik was op tijd")).toMatchObject([
    { assertionId: "question:12", answer: AssertionAnswer.REPLIED, why: "op vrijdag ben ik vrij" },
    { assertionId: "assertion:3", answer: AssertionAnswer.WRONG, why: "ik was op tijd" },
  ]);
});

it("asks for words where a question is given a verdict alone, and leaves it open where that is said", () => {
  expect(() => answered("12=juist")).toThrow("Under 12 something is asked of you");
  expect(answered("12=open")).toMatchObject([{ assertionId: "question:12", answer: AssertionAnswer.LEFT_OPEN }]);
});
