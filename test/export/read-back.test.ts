import { create } from "@bufbuild/protobuf";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { DemandSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { renderDocx } from "../../src/export/docx.ts";
import { readEditedDocx } from "../../src/export/edited-docx.ts";
import { readBack } from "../../src/export/read-back.ts";
import { draft, edited, memo, quote, textRun, told } from "./edited-word.ts";

const read = async (change: (xml: string) => string) => readBack(draft, readEditedDocx(await edited(change)));
const runOf = (text: string) => new RegExp(`<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`, "u");

describe("a Word file that was not edited", () => {
  it("reads back as the draft it was made of", async () => {
    const { sections, changes } = await read((xml) => xml);
    expect(changes).toEqual([]);
    expect(sections.map(({ sectionId, sentences }) => [sectionId, sentences.map(({ text }) => text)])).toEqual(
      draft.sections.map(({ sectionId, sentences }) => [sectionId, sentences.map(({ text }) => text)]),
    );
    expect(sections[0]?.sentences[1]).toMatchObject({ sentenceId: "sentence:2", entryIds: ["entry:letter"] });
  });
});

describe("the table of sums in a Word file", () => {
  const asked = draft.sections.flatMap(({ sentences }) => sentences).map(({ text }) => text.replace(/[.]$/u, ""));
  const demands = asked.map((text) => create(DemandSchema, { text, sum: text.slice(-4) }));
  const back = async (change: (xml: string) => string) =>
    readBack(draft, readEditedDocx(await edited(change, { ...memo(), demands })));

  it("is no sentence of the letter, and tells where one of its cells was changed", async () => {
    expect(
      (
        await back((xml) => {
          expect(xml).toContain("_pincite_sum_1_1");
          return xml;
        })
      ).changes,
    ).toEqual([]);
    const { changes } = await back((xml) =>
      xml.replace(/(_pincite_sum_1_2"[^>]*>)<w:r>.*?<\/w:r>/u, (_, mark: string) => `${mark}${textRun("€ 9.000")}`),
    );
    expect(told(changes)).toEqual([["unmapped", "", "€ 9.000"]]);
  });
});

// Written from ECMA-376-1: how Word keeps what people do.
describe("an edited Word file", () => {
  it.each<[string, string, string, unknown[]]>([
    [
      "words that were changed",
      "Ik verzoek u te betalen.",
      textRun("Ik verzoek u dringend te betalen."),
      [["changed", "sentence:4", "Ik verzoek u dringend te betalen."]],
    ],
    [
      "a run split by a spelling check (17.3.2.25, rsidR)",
      "Ik hoor graag van u.",
      `<w:r w:rsidR="00A1"><w:t xml:space="preserve">Ik hoor </w:t></w:r><w:proofErr w:type="spellStart"/>${textRun("graag van u.")}`,
      [],
    ],
    [
      "a tracked insertion and deletion (17.13.5.18, 17.13.5.14)",
      "U noemt geen reden.",
      `${textRun("U noemt ")}<w:del w:id="90" w:author="x"><w:r><w:delText>geen</w:delText></w:r></w:del><w:ins w:id="91" w:author="x">${textRun("nog altijd geen")}</w:ins>${textRun(" reden.")}`,
      [["changed", "sentence:3", "U noemt nog altijd geen reden."]],
    ],
    [
      "a sentence that was deleted with changes tracked",
      "Ik hoor graag van u.",
      '<w:del w:id="92" w:author="x"><w:r><w:delText>Ik hoor graag van u.</w:delText></w:r></w:del>',
      [["deleted", "sentence:5", ""]],
    ],
    [
      "a quotation that was altered",
      quote,
      textRun("U schrijft: “Er is een toezegging gedaan.”"),
      [["changed", "sentence:2", "U schrijft: “Er is een toezegging gedaan.”"]],
    ],
  ])("tells %s", async (_, from, to, expected) => {
    const { changes } = await read((xml) => {
      expect(xml).toMatch(runOf(from));
      return xml.replace(runOf(from), () => to);
    });
    expect(told(changes)).toEqual(expected);
  });

  it("knows a sentence that lost its bookmark by its words, and calls any other new", async () => {
    const { changes, sections } = await read((xml) =>
      xml
        .replace(/<w:bookmark(?:Start|End)\b[^>]*\/>/gu, "")
        .replace(runOf("Ik hoor graag van u."), () => textRun("Zo niet, dan volgen stappen.")),
    );
    expect(told(changes)).toEqual([
      ["new", "", "Zo niet, dan volgen stappen."],
      ["deleted", "sentence:5", ""],
    ]);
    expect(sections[1]?.sentences.at(-1)).toMatchObject({ kind: SentenceKind.CONNECTIVE });
  });

  it("tells a heading that the draft has not, and goes on in the section", async () => {
    const paragraph = '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Tussenkop</w:t></w:r></w:p>';
    const { changes } = await read((xml) =>
      xml.replace(/(<w:p>(?:(?!<w:p>).)*?Ik verzoek u te betalen\.)/u, (rest) => `${paragraph}${rest}`),
    );
    expect(told(changes)).toEqual([["unmapped", "", "Tussenkop"]]);
  });

  it("of a memo under its title reads back too", async () => {
    const { frame: _, ...bare } = memo();
    const { changes } = readBack(draft, readEditedDocx(await renderDocx(bare)));
    expect(changes).toEqual([]);
  });

  it.each([
    ["no zip", "x"],
    ["a zip of something else", ""],
  ])("is refused where it is %s", (_, text) => {
    const bytes = text === "" ? zipSync({ "a.txt": strToU8("a") }) : strToU8(text);
    expect(() => readEditedDocx(bytes)).toThrow(/no Word file/u);
  });
});
