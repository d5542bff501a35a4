import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { IntentSeedSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { subjectOffer } from "../../src/show/subject-offer.ts";

const offered = (goal: string, saidFrameFields: string[] = [], isLetter = true): string => {
  const subject = "Reactie op uw brief van 16 november 2026";
  const frame = isLetter ? { frame: { subject } } : {};
  const draft = create(DraftTextSchema, { title: subject, saidFrameFields, ...frame });
  return subjectOffer({ draft, intent: create(IntentSeedSchema, { goal }) });
};

// "Bezwaar tegen de loonstop" was typed as what the letter is for, and stood nowhere in it.
it("a few words that say what a letter is for may stand above it, unless she said what stands there", () => {
  expect(offered("Bezwaar tegen de loonstop")).toBe("Bezwaar tegen de loonstop");
  expect(offered("Bezwaar tegen de loonstop", ["subject"])).toBe("");
  expect(offered("Bezwaar tegen de loonstop", [], false)).toBe("");
  expect(offered("reactie op uw brief van 16 november 2026")).toBe("");
  for (const goal of [
    "",
    "Antwoorden op de brief van 16 november 2026.",
    "Loon\nen verlof",
    'Over "x"',
    "a".repeat(101),
  ])
    expect(offered(goal)).toBe("");
});
