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
});
