import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { LetterReadingSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, ItemStateSchema } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { unanswered } from "../../src/show/unanswered.ts";

const part = (partId: string) => ({ partId, span: { excerptSha256: `sha of ${partId}` } });
const answer = (assertionId: string) => ({ assertionId, excerptSha256: `sha of ${assertionId}` });

const letterReading = create(LetterReadingSchema, {
  assertions: [part("assertion:1"), part("assertion:2"), part("assertion:3")],
  questions: [part("question:4")],
});
const skeleton = create(MessageSkeletonSchema, {
  sections: [{ claims: [{ claimId: "claim:1", answers: [answer("assertion:1")] }] }],
  left: [answer("assertion:2")],
});

// What nobody had answered was told at the last step alone, when all passages were chosen.
describe("what of a letter has no answer", () => {
  const open = (state: S, more: Partial<Parameters<typeof unanswered>[0]> = {}, items: object[] = []): string[] => {
    const context = { state, items: items.map((one) => create(ItemStateSchema, one)) };
    return unanswered({ letterReading, skeleton, context, ...more }).open.map(({ partId }) => partId);
  };

  it("is told from the outline on, until the check of the draft tells it", () => {
    expect(([1, 2, 3, 4, 5, 6] as S[]).map((state) => open(state).length)).toEqual([0, 2, 2, 2, 2, 0]);
    expect(open(S.SKELETON)).toEqual(["assertion:3", "question:4"]);
    expect(unanswered({ letterReading, skeleton, context: { state: S.SKELETON, items: [] } }).count).toBe(4);
  });

  it("is nothing before there is an outline, and where no letter is answered", () => {
    expect(open(S.SKELETON, { skeleton: undefined })).toEqual([]);
    expect(open(S.SKELETON, { letterReading: undefined })).toEqual([]);
  });

  it("is also what a claim answers that is left out, and what was answered in other words of the letter", () => {
    const out = [{ itemId: "claim:1", decision: ItemDecision.REJECT }];
    expect(open(S.SKELETON, {}, out)).toEqual(["assertion:1", "assertion:3", "question:4"]);
    const other = create(LetterReadingSchema, {
      assertions: [{ ...part("assertion:1"), span: { excerptSha256: "x" } }],
    });
    expect(open(S.SKELETON, { letterReading: other })).toEqual(["assertion:1"]);
  });
});
