import { describe, expect, it } from "vitest";
import { eml } from "../../../src/vault/import/eml.ts";
import { pdf } from "../../../src/vault/import/pdf.ts";
import { makeDocument } from "../../../src/vault/import/record.ts";
import { lostWords } from "../../../src/vault/import/self-check.ts";
import { wordsInOpenXml } from "../../../src/vault/office/office-package.ts";
import { secondReading } from "../../../src/vault/pdf/second-reading.ts";
import { bombs } from "../support/bombs.ts";
import { docxOf, paragraph, run } from "../support/docx-maker.ts";
import { pdfOf } from "../support/pdf-maker.ts";
import { file, importAll, mail, openTestVault } from "../vault-fixture.ts";

const place = { path: "m.eml", importedAtIso: "2026-01-02T00:00:00.000Z", attachments: [], version: "1" };

describe("the second reading of a file at import", () => {
  it("counts words that the text has not, each time they stand in the file", () => {
    expect(lostWords("een twee drie drie", "een twee")).toBe(2);
    expect(lostWords("een twee", "kop: een, twee!")).toBe(0);
  });

  it("counts a word that stands elsewhere too, and one whose letters stand in others that both have", () => {
    expect(lostWords("niet vandaag en niet morgen", "niet vandaag en morgen")).toBe(1);
    expect(lostWords("niet of niettemin", "of niettemin")).toBe(1);
    expect(lostWords("100 uren, 100 dagen, 100 jaar", "100 uren, dagen, jaar")).toBe(2);
  });

  it("takes a word for there where a line, a cell or a hyphen cut it", () => {
    expect(lostWords("arbeidsovereenkomst", "arbeids-\novereenkomst")).toBe(0);
    expect(lostWords("ge\u00adlijk", "gelijk")).toBe(0);
  });

  it("says so in a note, a number and the row, for a text that an importer lost", async () => {
    const made = await eml.extract(mail({ From: "a@example.org", Subject: "s" }, "Wij betalen het loon niet."), place);
    const whole = makeDocument("0".repeat(64), new Uint8Array(1), made, place).record.detail;
    expect([whole?.lostWordCount, whole?.notes]).toEqual([0, []]);
    const cut = { ...made, text: made.text.replace(" niet.", ""), segments: [] };
    const detail = makeDocument("0".repeat(64), new Uint8Array(1), cut, place).record.detail;
    expect(detail?.lostWordCount).toBe(1);
    expect(detail?.notes.join()).toMatch(/found 1 word that is not in its text/);
  });

  it("holds the text of a PDF against what another program reads in it", async () => {
    const bytes = pdfOf([["Wij betalen het loon niet.", "Het loon is 2.500."]]);
    const made = await pdf.extract(bytes, { ...place, path: "a.pdf" });
    expect(made.witness?.match(/\S+/gu)).toEqual("Wij betalen het loon niet. Het loon is 2.500.".split(" "));
    const detailOf = (text: string) =>
      makeDocument("0".repeat(64), new Uint8Array(1), { ...made, text, segments: [], pages: [] }, place).record.detail;
    expect(detailOf(made.text)?.lostWordCount).toBe(0);
    expect(detailOf(made.text.replace("2.500", ""))?.lostWordCount).toBe(2);
    expect(detailOf(made.text.replace("Het loon is", "Het is"))?.lostWordCount).toBe(1);
  });

  it("says nothing of a PDF that the other program cannot open", async () => {
    expect(await secondReading(new TextEncoder().encode("no PDF"))).toBeUndefined();
    // 300 MiB of blanks in 300 kB: it breaks off where its memory is bounded, and says nothing of the page.
    const packed = bombs.find(({ name }) => name === "a page of packed zeros");
    expect(await secondReading((await packed?.make()) as Uint8Array)).toBeUndefined();
  });

  it("takes what older programs show in place of a drawing for the same words", () => {
    const said = (words: string): string => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`;
    const inner = `<mc:Choice Requires="wps">${said("Het loon")}</mc:Choice><mc:Fallback>${said("Het loon")}</mc:Fallback>`;
    const twice = `${inner.replace("</mc:Fallback>", `${inner}</mc:Fallback>`)}${said("Morgen.")}`;
    expect(wordsInOpenXml(twice).match(/\S+/gu)).toEqual(["Het", "loon", "Morgen."]);
  });

  it("counts what stands in no line of a Word document; a reading beside a word is told by its mark and a note", async () => {
    const ruby = `<w:r><w:ruby><w:rubyPr/><w:rt>${run("uitspraak zo")}</w:rt><w:rubyBase>${run("woord")}</w:rubyBase></w:ruby></w:r>`;
    const { vault, docs } = await openTestVault();
    const [row] = await importAll(vault, [file("a.docx", docxOf(paragraph(run("Het loon wordt betaald.") + ruby)))]);
    // It stands in the separator above the notes, where real files have a line.
    expect(row?.lostWordCount).toBe(1);
    const { doc } = await docs.getDoc({ docUid: row?.docUid ?? "" });
    expect(doc?.notes.join()).toMatch(/readings above words[\s\S]*1 word that is not in its text/);
  });
});
