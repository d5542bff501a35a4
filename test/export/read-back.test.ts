import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { DraftTextSchema, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { renderDocx } from "../../src/export/docx.ts";
import { readEditedDocx } from "../../src/export/edited-docx.ts";
import type { Memo } from "../../src/export/memo.ts";
import { type ReadBackChange, readBack } from "../../src/export/read-back.ts";
import { frameFixture, memoFixture } from "./memo-fixture.ts";

const quote = "U schrijft: “Er is nooit een toezegging gedaan.”";
const draft = create(DraftTextSchema, {
  title: "Reactie",
  locale: "nl",
  sections: [
    { sectionId: "section:1", title: "Feiten", sentences: ["Ik reageer op uw brief.", quote, "U noemt geen reden."] },
    { sectionId: "section:2", title: "Verzoek", sentences: ["Ik verzoek u te betalen.", "Ik hoor graag van u."] },
  ].map(({ sentences, ...section }, at) => ({
    ...section,
    sentences: sentences.map((text, n) => ({
      ...{ sentenceId: `sentence:${at * 3 + n + 1}`, text, kind: SentenceKind.ARGUMENT },
      entryIds: text === quote ? ["entry:letter"] : [],
    })),
  })),
});
const memo = (): Memo => ({ ...memoFixture(), draft, frame: frameFixture() });

/** The file with its text changed as an editor would. */
const edited = async (change: (xml: string) => string): Promise<Uint8Array> => {
  const parts = unzipSync(await renderDocx(memo()));
  const xml = strFromU8(parts["word/document.xml"]!);
  const changed = change(xml);
  return zipSync({ ...parts, "word/document.xml": strToU8(changed) });
};
const read = async (change: (xml: string) => string) => readBack(draft, readEditedDocx(await edited(change)));
const told = (changes: readonly ReadBackChange[]) =>
  changes.map(({ kind, sentenceId, text }) => [kind, sentenceId, text]);
const textRun = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
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

const soffice = "/usr/bin/soffice";
describe.skipIf(!existsSync(soffice))("a Word file that LibreOffice wrote anew", () => {
  it("tells one sentence changed, one moved, one deleted and one quotation altered, and nothing else", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pincite-read-back-"));
    const marked = /<w:bookmarkStart w:name="_pincite_sentence_1"[^>]*\/>.*?<w:bookmarkEnd[^>]*\/>/u;
    const bytes = await edited((xml) => {
      const first = marked.exec(xml)?.[0] ?? "";
      expect(first).toContain("Ik reageer op uw brief.");
      return xml
        .replace(first, "")
        .replace(
          /(<w:t xml:space="preserve">)Ik verzoek u te betalen\./u,
          (_, tag: string) => `${tag}Ik verzoek u nu te betalen.`,
        )
        .replace("Er is nooit een toezegging gedaan.”</w:t>", "Er is een toezegging gedaan.”</w:t>")
        .replace("U noemt geen reden.", "")
        .replace(
          /(Ik hoor graag van u\.<\/w:t><\/w:r><w:bookmarkEnd[^>]*\/>)/u,
          (end) => `${end}${textRun(" ")}${first}`,
        );
    });
    writeFileSync(join(folder, "brief.docx"), bytes);
    execFileSync(
      soffice,
      [
        "--headless",
        `-env:UserInstallation=file://${folder}/profile`,
        "--convert-to",
        "docx:MS Word 2007 XML",
        "--outdir",
        join(folder, "out"),
        join(folder, "brief.docx"),
      ],
      { stdio: "ignore" },
    );
    const { changes } = readBack(
      draft,
      readEditedDocx(new Uint8Array(readFileSync(join(folder, "out", "brief.docx")))),
    );
    rmSync(folder, { recursive: true, force: true });
    expect(told(changes).toSorted()).toEqual([
      ["changed", "sentence:2", "U schrijft: “Er is een toezegging gedaan.”"],
      ["changed", "sentence:4", "Ik verzoek u nu te betalen."],
      ["deleted", "sentence:3", ""],
      ["moved", "sentence:1", "Ik reageer op uw brief."],
    ]);
  });
});
