import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { SkeletonClaimSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { AssertionAnswer } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { noteOfClaim, repliedBy } from "../../src/show/conceded.ts";

const claim = (...answers: AssertionAnswer[]) =>
  create(SkeletonClaimSchema, { answers: answers.map((answer) => ({ assertionId: "assertion:1", answer })) });

// "Wij verlagen uw uitkering" was answered with `juist` in an objection to just that, and nothing said what it does.
describe("what the outline concedes", () => {
  // "You left within 36 months" was true, and "wrong" had the letter say of it "That is wrong" before anybody had read so.
  it("is told beside each answer by which the letter says something of its own", () => {
    const { RIGHT, WRONG, DONE, UNKNOWN, RESTS } = AssertionAnswer;
    expect([claim(RIGHT), claim(WRONG), claim(DONE), claim(UNKNOWN), claim(RESTS), claim()].map(noteOfClaim)).toEqual([
      "letter.you-concede-it",
      "letter.it-says-wrong-without-why",
      "letter.it-says-done",
      undefined,
      undefined,
      undefined,
    ]);
  });

  // A letter said "Dat is onjuist." of a call that was made, with nothing behind it, and no step had told so.
  it("is told to be without a reason where it is called wrong and none was given", () => {
    const { WRONG } = AssertionAnswer;
    const of = (why: string) =>
      noteOfClaim(
        create(SkeletonClaimSchema, { text: "Uw brief stelt: Er is niet gebeld.", answers: [{ answer: WRONG, why }] }),
      );
    expect([of("Ik heb op 4 september gebeld"), of(" ")]).toEqual([
      "letter.it-says-wrong",
      "letter.it-says-wrong-without-why",
    ]);
  });

  // "De huur over april is niet betaald" was true and not owed: there was right and wrong, and no but.
  it("is not what is said beside a statement that is true in part", () => {
    const beside = {
      assertionId: "assertion:1",
      answer: AssertionAnswer.RIGHT,
      why: "ik was hem niet verschuldigd. En zo is het",
    };
    const of = (text: string) => noteOfClaim(create(SkeletonClaimSchema, { text, answers: [beside] }));
    expect([
      of("Wat uw brief stelt, is juist: De huur is niet betaald."),
      of("Ik was hem niet verschuldigd."),
      of("En zo is het."),
    ]).toEqual(["letter.you-concede-it", undefined, undefined]);
  });
});

// An answer that was typed and taken out again stayed one without words, and nothing went on.
it("a question whose answer is taken out again is not answered", () => {
  expect({ ...repliedBy("Ja."), ...repliedBy(" ") }.answer).toBeUndefined();
});
