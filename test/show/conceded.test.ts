import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { SkeletonClaimSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { AssertionAnswer } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { isConceded } from "../../src/show/conceded.ts";

const claim = (...answers: AssertionAnswer[]) =>
  create(SkeletonClaimSchema, { answers: answers.map((answer) => ({ assertionId: "assertion:1", answer })) });

// "Wij verlagen uw uitkering" was answered with `juist` in an objection to just that, and nothing said what it does.
describe("what the outline concedes", () => {
  it("is a claim that answers the letter with `right`, and no other", () => {
    const { RIGHT, WRONG, UNKNOWN, RESTS } = AssertionAnswer;
    expect([claim(RIGHT), claim(WRONG), claim(UNKNOWN), claim(RESTS), claim()].map(isConceded)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  // "De huur over april is niet betaald" was true and not owed: there was right and wrong, and no but.
  it("is not what is said beside a statement that is true in part", () => {
    const beside = {
      assertionId: "assertion:1",
      answer: AssertionAnswer.RIGHT,
      why: "ik was hem niet verschuldigd. En zo is het",
    };
    const of = (text: string) => isConceded(create(SkeletonClaimSchema, { text, answers: [beside] }));
    expect([
      of("Wat uw brief stelt, is juist: De huur is niet betaald."),
      of("Ik was hem niet verschuldigd."),
      of("En zo is het."),
    ]).toEqual([true, false, false]);
  });
});
