import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { LetterPartSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { leadIn } from "../../src/show/letter-lead.ts";

const part = (partId: string, startChar: number, endChar: number, shownBefore = "") =>
  create(LetterPartSchema, { partId, span: { startChar, endChar, shownBefore } });

// "Daartoe zijn wij niet bereid." stood to be answered, and what it refuses did not.
it("is what stands right before a part of a letter and is no part itself", () => {
  const asked = part("assertion:2", 90, 120, "…\n\nU verlangt dat wij het kozijn herstellen. ");
  expect(leadIn(asked, [part("assertion:1", 0, 40), asked])).toBe("U verlangt dat wij het kozijn herstellen.");
});

it("is nothing where another part stands there, or where a paragraph begins", () => {
  const second = part("assertion:2", 42, 80, "Dat is zo. ");
  expect(leadIn(second, [part("assertion:1", 0, 41), second])).toBe("");
  const first = part("assertion:1", 42, 80, "Geachte mevrouw,\n\n");
  expect(leadIn(first, [first])).toBe("");
});

// "(… ing, kunt u dat binnen veertien dagen laten weten.)": the window in front of a part begins anywhere.
it("begins with a whole word", () => {
  const asked = part("assertion:2", 90, 120, "ing, kunt u dat laten weten. ");
  expect(leadIn(asked, [asked])).toBe("kunt u dat laten weten.");
});
