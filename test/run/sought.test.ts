import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { LetterReadingSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { AssertionAnswer } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { deniedSpans } from "../../src/run/sought.ts";

// "U hebt maar twee keer gesolliciteerd" was offered as what shows that he applied four times.
it("knows which words of the answered letter the outline denies, and no others", () => {
  const part = (partId: string, excerpt: string) => ({ partId, span: { excerpt } });
  const letterReading = create(LetterReadingSchema, {
    assertions: [
      part("assertion:1", "Denied."),
      part("assertion:2", "Granted."),
      part("assertion:3", "Not answered."),
      part("assertion:4", "In part."),
    ],
  });
  const answers = [
    { assertionId: "assertion:1", answer: AssertionAnswer.WRONG },
    { assertionId: "assertion:2", answer: AssertionAnswer.RIGHT },
    // What stands behind a concession rests on other words than those that it concedes.
    { assertionId: "assertion:4", answer: AssertionAnswer.RIGHT, why: "Maar nooit 's nachts." },
  ];
  const skeleton = create(MessageSkeletonSchema, { sections: [{ claims: [{ claimId: "claim:1", answers }] }] });
  const input = { material: { letterReading, skeleton } } as never;
  expect(deniedSpans(input).map(({ excerpt }) => excerpt)).toEqual(["Denied.", "In part."]);
});
