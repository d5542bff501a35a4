import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { DraftTextSchema, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { letterOrder } from "../../src/export/letter-order.ts";

const { CONNECTIVE, FACT } = SentenceKind;
const { sections } = create(DraftTextSchema, {
  sections: [
    { title: "Gronden", sentences: [said(CONNECTIVE, "Hierbij."), said(FACT, "A.", "1"), said(FACT, "B.", "2")] },
    { title: "Leeg" },
    { title: "Voorbehoud", sentences: [said(FACT, "C."), said(CONNECTIVE, "Tot slot.")] },
  ],
});

function said(kind: SentenceKind, text: string, claim = "") {
  return { kind, text, sentenceId: `sentence:${text}`, claimId: claim && `claim:${claim}` };
}

const shown = (answers?: ReadonlyMap<string, string>) =>
  letterOrder(sections, answers).map(({ title, paragraphs }) => [
    title,
    ...paragraphs.map((sentences) => sentences.map(({ text }) => text).join(" ")),
  ]);

describe("the order in which a draft is printed", () => {
  it("opens a memo above its first heading and closes it in a paragraph of its own", () => {
    expect(shown()).toEqual([
      [undefined, "Hierbij."],
      ["Gronden", "A. B."],
      ["Leeg"],
      ["Voorbehoud", "C."],
      [undefined, "Tot slot."],
    ]);
  });

  it("gives each part of a letter that is answered a paragraph", () => {
    const answers = new Map([
      ["claim:1", "assertion:1"],
      ["claim:2", "assertion:2"],
    ]);
    expect(shown(answers)[1]).toEqual(["Gronden", "A.", "B."]);
  });
});
