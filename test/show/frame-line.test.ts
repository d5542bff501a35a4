import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { MemoFrameSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { frameLine, frameWith } from "../../src/show/frame-line.ts";

const frame = create(MemoFrameSchema, { subject: "De bonus", enclosures: ["Brief", "Contract"] });

it("is the line of the frame that a finding is about, and nothing else", () => {
  expect(frameLine(frame, "frame:subject")).toBe("De bonus");
  expect(frameLine(frame, "frame:enclosures:2")).toBe("Contract");
  expect([frameLine(frame, "sentence:2"), frameLine(frame, "frame:sources"), frameLine(frame, "frame")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it("takes other words for that line alone", () => {
  expect(frameWith(frame, "frame:subject", "De toeslag")).toMatchObject({ subject: "De toeslag", enclosures: [] });
  expect(frameWith(frame, "frame:enclosures:2", "Het contract").enclosures).toEqual(["Brief", "Het contract"]);
});
