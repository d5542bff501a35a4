import { readFileSync } from "node:fs";
import { strFromU8, unzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { SpanFlag, Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { odt } from "../../../src/vault/import/odt.ts";
import { lostWords } from "../../../src/vault/import/self-check.ts";
import type { ExtractedDocument } from "../../../src/vault/reader/port.ts";
import { draws } from "../../support/draws.ts";
import { brokenBytes, brokenXml, readBroken } from "../support/broken-bytes.ts";
import { makeOpenDocument, odfStyle } from "../support/office-maker.ts";
import { file, importAll, openTestVault, readHere, utf8 } from "../vault-fixture.ts";

const p = (text: string, style = ""): string => `<text:p text:style-name="${style}">${text}</text:p>`;
const read = (body: string, more: Parameters<typeof makeOpenDocument>[2] = {}) =>
  odt.extract(makeOpenDocument("text", body, more), { path: "brief.odt" });
const marked = ({ text, marks = [] }: ExtractedDocument) =>
  marks.map(({ start, end, label }) => [label, [...text].slice(start, end).join("")]);
const made = new Uint8Array(readFileSync(new URL("./office-files/by-libreoffice.odt", import.meta.url)));

describe("a document of LibreOffice", () => {
  it("has white space as its reader sees it: one space for many, and those that are written as such", async () => {
    const { text } = await read(
      p('  a \n\t b<text:s text:c="2"/>c<text:tab/>d<text:line-break/> <text:span>e </text:span> f ') + p(""),
    );
    expect(text).toBe("a b  c\td\n e f");
  });

  // Made with the docx package, turned into .odt by LibreOffice 7.4; the .docx reads the same but for the number of the page.
  it("has numbers, tracked changes, notes, headers and cells as LibreOffice wrote them", async () => {
    const found = await odt.extract(made, { path: "brief.odt" });
    expect(found.text).toBe(
      "Deel I Inleiding\n1. Artikel een\n1.1 lid een\n1.2 lid twee\n(a) onder a\n(b) onder b\nTussenzin.\n2. Artikel twee\n2.1 lid een van twee\neen bolletje\n2.2 lid twee van twee\n1. Nieuwe lijst\nDeel II Slot\nDe werkgever weigert loon. doorgehaald\na | 1. genummerd in cel\n\nZie artikel 7:628 BW.\n\nKantoor De Eik\n\nPagina 1",
    );
    expect(marked(found).slice(-5)).toEqual([
      ["inserted by Ank on 2025-03-10", "weigert"],
      ["struck through", " doorgehaald"],
      ["footnote 1", "Zie artikel 7:628 BW."],
      ["page header", "Kantoor De Eik"],
      ["page footer", "Pagina 1"],
    ]);
    expect(found.notes).toEqual([
      "Text that the document hides from its reader was left out.",
      "It has tracked changes: inserted words are in the text and marked, deleted ones are left out.",
    ]);
  });

  it("says that words were deleted where nothing else was changed", async () => {
    const region = `<text:changed-region text:id="c1"><text:deletion>${p("niet")}</text:deletion></text:changed-region>`;
    const { text, notes, witness } = await read(
      `<text:tracked-changes>${region}</text:tracked-changes>${p('wij betalen <text:change text:change-id="c1"/>door')}`,
    );
    expect([text, notes.join(), lostWords(witness ?? "", text)]).toEqual([
      "wij betalen door",
      expect.stringMatching(/tracked changes/),
      0,
    ]);
  });

  it("marks an insertion in every paragraph that it goes through", async () => {
    const info = "<office:change-info><dc:creator>Jan</dc:creator></office:change-info>";
    const region = `<text:changed-region text:id="c1"><text:insertion>${info}</text:insertion></text:changed-region>`;
    const found = await read(
      `<text:tracked-changes>${region}</text:tracked-changes>${p('a <text:change-start text:change-id="c1"/>b')}${p("c")}${p('d<text:change-end text:change-id="c1"/> e')}`,
    );
    expect(marked(found)).toEqual(["b", "c", "d"].map((words) => ["inserted by Jan", words]));
  });

  it("strikes out by paragraph, by span and by the style it is based on, and leaves out what is hidden", async () => {
    const found = await read(
      `${p("weg", "P")}${p('wij <text:span text:style-name="T2">niet <text:span text:style-name="N">wel</text:span></text:span> <text:span text:style-name="H">geheim</text:span>ook')}<text:section text:display="none">${p("dicht")}</text:section>`,
      {
        styles: `${odfStyle("P", "paragraph", "struck")}${odfStyle("T", "text", "struck")}${odfStyle("H", "text", "hidden")}<style:style style:name="T2" style:family="text" style:parent-style-name="T"/><style:style style:name="N" style:family="text"><style:text-properties style:text-line-through-style="none"/></style:style>`,
      },
    );
    expect(found.text).toBe("weg\nwij niet wel ook");
    expect(marked(found)).toEqual([
      ["struck through", "weg"],
      ["struck through", "niet "],
    ]);
    expect(found.notes.join()).toMatch(/hides from its reader/);
  });

  it("gives remarks to whoever made them, endnotes their own number, and text boxes a line behind their paragraph", async () => {
    const remark = `<office:annotation><dc:creator>Jan Smit</dc:creator><dc:date>2025-12-09T10:00:00</dc:date>${p("Klopt dit?")}</office:annotation>`;
    const note = `<text:note text:note-class="endnote"><text:note-citation>i</text:note-citation><text:note-body>${p("Bron.")}</text:note-body></text:note>`;
    const box = `<draw:frame><draw:text-box>${p("In een kader.")}</draw:text-box></draw:frame>`;
    const found = await read(p(`a${remark}b${note}${box}`) + p("c"));
    expect(found.text).toBe("ab\nIn een kader.\nc\n\nBron.\n\nKlopt dit?");
    expect(marked(found)).toEqual([
      ["endnote i", "Bron."],
      ["comment by Jan Smit", "Klopt dit?"],
    ]);
    expect(found.segments.map(({ voice, speaker, dateText }) => [voice, speaker, dateText])).toEqual([
      [Voice.AUTHOR, "", ""],
      [Voice.AUTHOR, "", ""],
      [Voice.QUOTED, "Jan Smit", "2025-12-09T10:00:00"],
    ]);
    expect(lostWords(found.witness ?? "", found.text)).toBe(0);
  });

  // Of 33 templates two had headers in German of pages that they do not have.
  it("has the headers of pages that it has: the first, those that a style begins, those that follow", async () => {
    const page = (name: string, more = ""): string =>
      `<style:master-page style:name="${name}" ${more}><style:header>${p(`boven ${name}`)}</style:header><style:footer style:display="false">${p("weg")}</style:footer></style:master-page>`;
    const { text } = await read(p("brief", "P1"), {
      master:
        page("Standard") + page("Eerste", 'style:next-style-name="Volgende"') + page("Volgende") + page("Ongebruikt"),
      styles: '<style:style style:name="P1" style:family="paragraph" style:master-page-name="Eerste"/>',
    });
    expect(text).toBe("brief\n\nboven Standard\n\nboven Eerste\n\nboven Volgende");
  });

  it("is read as a letter: its day is the day that it bears, its writer who signed it", async () => {
    const { authoredAtIso, writtenBy } = await read(
      ["Utrecht, 9 december 2025", "Geachte heer Jansen,", "Het loon volgt.", "Met vriendelijke groet,", "A. Vink"]
        .map((line) => p(line))
        .join(""),
      { meta: "<dc:date>2026-02-01T10:00:00</dc:date>" },
    );
    expect([authoredAtIso, writtenBy]).toEqual(["2025-12-09T00:00:00.000Z", "A. Vink"]);
  });

  it("is refused with what to do where it is locked, empty or no text", async () => {
    const refusals: readonly (readonly [Uint8Array, RegExp])[] = [
      [
        makeOpenDocument("text", p("x"), { manifest: "<manifest:encryption-data/>" }),
        /password in a way that cannot be opened here; open it/,
      ],
      [makeOpenDocument("text", p("")), /holds no text/],
      [makeOpenDocument("presentation", ""), /no document of LibreOffice that can be read/],
      [utf8("PK"), /damaged or was not saved whole; open it in the program/],
    ];
    for (const [bytes, told] of refusals) await expect(odt.extract(bytes, { path: "x.odt" })).rejects.toThrow(told);
  });

  it("is read or refused, whichever bytes or signs are wrong", async () => {
    const parts = unzipSync(made);
    const xml = strFromU8(parts["content.xml"] ?? new Uint8Array());
    const changed = Array.from(brokenXml(xml, draws(50)), (one) =>
      zipSync({ ...parts, "content.xml": utf8(one) }, { level: 1 }),
    );
    const {
      faults,
      read: count,
      refused,
    } = await readBroken(odt, [...brokenBytes(made, draws(40)), ...changed], "x.odt");
    expect(faults).toEqual([]);
    expect([count > 0, refused > 0]).toEqual([true, true]);
  });

  it("is one by its content, whatever it is called; a quote over struck words says so", async () => {
    const struck = makeOpenDocument(
      "text",
      p('De werkgever betaalt het loon <text:span text:style-name="S">niet</text:span> door.'),
      {
        styles: odfStyle("S", "text", "struck"),
      },
    );
    const kinds = ["brief.docx", "brief.doc", "brief.xlsx", "brief"].map(async (path) => {
      const [one] = await readHere({ path, mediaType: "", bytes: struck });
      return one?.made?.record.detail?.summary?.docType;
    });
    expect(await Promise.all(kinds)).toEqual(["odt", "odt", "odt", "odt"]);
    const { vault, spans } = await openTestVault();
    const [row] = await importAll(vault, [file("brief.odt", struck)]);
    const locator = { docUid: row?.docUid ?? "", exactQuote: "het loon niet door" };
    const { results } = await spans.resolveSpans({ entries: [{ locator }] });
    expect(results[0]?.resolution?.spans.map(({ flags }) => flags)).toEqual([[SpanFlag.STRUCK]]);
  });
});
