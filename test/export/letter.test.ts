import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { DraftSectionSchema, DraftSentenceSchema, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { FrameSourceSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { Validity_State, ValiditySchema } from "../../gen/pincite/span/v1/span_pb.ts";
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

  // Another subject left the old one as the title of the file, and on the page as a bare line below the salutation.
  it("is called what it says it is about", () => {
    const subject = "Bezwaar tegen de loonstop";
    const { draft, ...rest } = letter();
    const { title, letter: head } = layoutOf({ ...rest, draft, frame: { ...frameFixture(), subject } });
    expect(title).toBe(subject);
    expect(head?.references).toContainEqual(["Betreft", subject]);
    expect(renderHtml({ ...rest, draft, frame: { ...frameFixture(), subject } })).not.toContain(draft.title);
  });

  it("stays a memo while nobody said from whom or to whom it goes", () => {
    const frame = { ...frameFixture(), sender: [], addressee: [] };
    expect(layoutOf({ ...memoFixture(), frame }).letter).toBeUndefined();
  });

  // "Hierbij reageer ik op uw brief" stood below the heading of its first part.
  it("opens above its first heading, with the sentence that only leads to what follows", () => {
    const { draft, ...rest } = letter();
    const [first, ...others] = draft.sections;
    const opening = create(DraftSentenceSchema, {
      ...{ sentenceId: "sentence:900", text: "Hierbij reageer ik op uw brief.", kind: SentenceKind.CONNECTIVE },
    });
    const opened = { ...first!, sentences: [opening, ...first!.sentences] };
    const { sections } = layoutOf({ ...rest, draft: { ...draft, sections: [opened, ...others] } });
    expect(sections[0]).toMatchObject({ title: undefined, paragraphs: [[{ text: opening.text }]] });
    expect(sections[1]).toMatchObject({ title: first!.title });
  });

  it("has one note for words that serve a claim twice", () => {
    const memo = letter();
    const quoted = memo.ledger.entries.find(({ span }) => span !== undefined)!;
    const twice = { ...quoted, entryId: "entry:900", slotId: "slot:900" };
    const [first, ...others] = memo.draft.sections;
    const sentence = create(DraftSentenceSchema, {
      ...{ sentenceId: "sentence:901", text: "Zo staat het er.", kind: SentenceKind.FACT },
      entryIds: [quoted.entryId, twice.entryId],
    });
    const ledger = { ...memo.ledger, entries: [...memo.ledger.entries, twice] };
    const sections = [{ ...first!, sentences: [sentence, sentence] }, ...others];
    expect(
      layoutOf({ ...memo, ledger, draft: { ...memo.draft, sections } }).sections[0]?.paragraphs[0]?.[0],
    ).toMatchObject({
      notes: [1],
    });
  });

  // A letter told the other side that the only law in it may not be the law.
  it("names the text of a law of which nobody vouches that it holds, and says that on its sheet alone", () => {
    const memo = letter();
    const law = memo.ledger.entries.flatMap(({ evidence }) =>
      evidence?.evidence.case === "law" ? [evidence.evidence.value] : [],
    )[0]!;
    law.validity = create(ValiditySchema, { state: Validity_State.UNKNOWN, on: "2025-12-15", from: "2023-07-01" });
    const [body = "", sheet = ""] = renderMarkdown(memo).split("\n---\n");
    expect(body).toContain("rt. 7:611 BW (tekst van 1 juli 2023)");
    expect(body).not.toContain("niet bekend");
    expect(sheet).toContain(
      "tekens 10–30; geldend vanaf 1 juli 2023; of zij op 15 december 2025 nog geldt is niet bekend",
    );
    law.validity.state = Validity_State.NOT_IN_FORCE;
    expect(renderMarkdown(memo)).toContain("op 15 december 2025 geldt zij niet");
  });

  it("has the reference of whoever writes in its head, below that of the other side", () => {
    const frame = { ...frameFixture(), ownReference: "lidnummer 40718" };
    expect(layoutOf({ ...memoFixture(), frame }).letter?.references.slice(0, 2)).toEqual([
      ["Uw kenmerk", "HR/2025/117"],
      ["Mijn kenmerk", "lidnummer 40718"],
    ]);
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
