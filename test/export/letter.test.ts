import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { DraftSectionSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { FrameSourceSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { renderHtml } from "../../src/export/html.ts";
import { layoutOf } from "../../src/export/layout.ts";
import { renderMarkdown } from "../../src/export/markdown.ts";
import { frameFixture, memoFixture } from "./memo-fixture.ts";

const letter = () => ({ ...memoFixture(), frame: frameFixture() });

describe("a memo with a frame", () => {
  it.each([
    ["md", renderMarkdown],
    ["html", renderHtml],
  ])("reads like a letter as %s", async (format, render) => {
    await expect(render(letter())).toMatchFileSnapshot(`letter.golden.${format}`);
  });

  it("stays a memo while nobody said from whom or to whom it goes", () => {
    const frame = { ...frameFixture(), sender: [], addressee: [] };
    expect(layoutOf({ ...memoFixture(), frame }).letter).toBeUndefined();
  });

  it("greets and closes as custom has it where the frame says nothing, and is signed by its sender", () => {
    const frame = { ...frameFixture(), salutation: "" };
    expect(layoutOf({ ...memoFixture("en"), frame }).letter).toMatchObject({
      salutation: "Dear Sir or Madam,",
      closing: "Yours faithfully,",
      signature: "Noor Fictief",
    });
  });

  it("asks an answer within its own term alone, not within the one the other side set", () => {
    const sources = [create(FrameSourceSchema, { field: "term" })];
    const labels = (frame: ReturnType<typeof frameFixture>) =>
      layoutOf({ ...memoFixture(), frame }).letter?.references.map(([label]) => label);
    expect(labels(frameFixture())).toEqual(["Uw kenmerk", "Betreft", "Antwoord gevraagd"]);
    expect(labels({ ...frameFixture(), sources })).toEqual(["Uw kenmerk", "Betreft"]);
  });

  it("encloses its exhibits where nobody said what it encloses, and what was said where somebody did", () => {
    const enclosed = (said: string[], saidFrameFields: string[] = []) => {
      const memo = memoFixture();
      const draft = { ...memo.draft, saidFrameFields };
      return layoutOf({ ...memo, draft, frame: { ...frameFixture(), enclosures: said } }).letter?.enclosures.lines;
    };
    expect(enclosed([])).toEqual(["producties 1 tot en met 2"]);
    expect(enclosed(["Machtiging"], ["enclosures"])).toEqual(["Machtiging"]);
    expect(enclosed([], ["enclosures"])).toEqual([]);
  });

  it("has no heading above nothing once it is finalised", () => {
    const memo = memoFixture();
    const draft = { ...memo.draft, sections: [...memo.draft.sections, create(DraftSectionSchema, { title: "Leeg" })] };
    const titles = (finalised: boolean) => layoutOf({ ...memo, draft, finalised }).sections.map(({ title }) => title);
    expect(titles(false)).toContain("Leeg");
    expect(titles(true)).not.toContain("Leeg");
  });

  it("has no word of the program in the letter itself", () => {
    const [inside = ""] = renderMarkdown(letter()).split("\n---\n");
    expect(inside).not.toMatch(/strand|vault|sha256|tekens|toolres|receipt|run-/i);
  });
});
