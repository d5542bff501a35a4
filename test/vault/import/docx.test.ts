import { createRequire } from "node:module";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { DateSource } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { docx } from "../../../src/vault/import/docx.ts";
import { describeWithData } from "../../support/shared-data.ts";
import { filesBelow } from "../support/data-files.ts";
import { readHere, utf8 } from "../vault-fixture.ts";

const ns = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (inner: string, properties = ""): string => `<w:p><w:pPr>${properties}</w:pPr>${inner}</w:p>`;
const numbered = (level: number): string => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`;

const make = (body: string, parts: Record<string, string> = {}): Uint8Array => {
  const names = Object.keys(parts).map(
    (name, i) => `<Relationship Id="r${i}" Type="${type}/${name}" Target="${name}.xml"/>`,
  );
  const files: Record<string, Uint8Array> = {
    "word/document.xml": utf8(`<w:document ${ns}><w:body>${body}</w:body></w:document>`),
    "word/_rels/document.xml.rels": utf8(`<Relationships>${names.join("")}</Relationships>`),
  };
  for (const [name, inner] of Object.entries(parts)) files[`word/${name}.xml`] = utf8(inner);
  return zipSync(files);
};
const read = (bytes: Uint8Array) => docx.extract(bytes, { path: "x.docx" });
const cut = (text: string, { start, end }: { start: number; end: number }): string =>
  [...text].slice(start, end).join("");

const numbering = `<w:numbering ${ns}><w:abstractNum w:abstractNumId="0">${["%1.", "%1.%2", "(%3)"]
  .map(
    (text, i) =>
      `<w:lvl w:ilvl="${i}"><w:start w:val="1"/><w:numFmt w:val="${i === 2 ? "lowerLetter" : "decimal"}"/><w:lvlText w:val="${text}"/></w:lvl>`,
  )
  .join("")}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;

describe("a Word document", () => {
  it("has tracked insertions in and marked with who and when, deletions and moves away out", async () => {
    const by = 'w:author="Ank" w:date="2025-03-10T09:00:00Z"';
    const { text, marks, notes } = await read(
      make(
        p(
          `${run("De werkgever ")}<w:del ${by}><w:r><w:delText>betaalt</w:delText></w:r></w:del><w:ins ${by}>${run("weigert 😀")}</w:ins>${run(" loon.")}<w:moveFrom ${by}>${run("weg")}</w:moveFrom>`,
        ),
      ),
    );
    expect(text).toBe("De werkgever weigert 😀 loon.");
    expect(marks?.map((mark) => [mark.label, mark.flags, cut(text, mark)])).toEqual([
      ["inserted by Ank on 2025-03-10", ["inserted"], "weigert 😀"],
    ]);
    expect(notes.join()).toMatch(/tracked changes/);
  });

  // A template's style "Vervallen" struck words through, and they were read as said.
  it("marks what a style strikes through, by words or by paragraph, unless the words say otherwise", async () => {
    const style = (kind: string, id: string, inner: string): string =>
      `<w:style w:type="${kind}" w:styleId="${id}">${inner}</w:style>`;
    const strike = "<w:rPr><w:strike/></w:rPr>";
    const styles = `<w:styles ${ns}>${style("character", "Weg", strike)}${style("character", "WegToo", '<w:basedOn w:val="Weg"/>')}${style("paragraph", "PWeg", "<w:rPr><w:dstrike/></w:rPr>")}</w:styles>`;
    const styled = (text: string, properties: string): string =>
      `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const { text, marks } = await read(
      make(
        `${p(`${run("wij betalen ")}${styled("niet", '<w:rStyle w:val="WegToo"/>')}${run(" door")}`)}${p(`${run("heel weg ")}${styled("toch niet", '<w:strike w:val="0"/><w:dstrike w:val="0"/>')}`, '<w:pStyle w:val="PWeg"/>')}`,
        { styles },
      ),
    );
    expect(text).toBe("wij betalen niet door\nheel weg toch niet");
    expect(marks?.map((mark) => [mark.label, cut(text, mark)])).toEqual([
      ["struck through", "niet"],
      ["struck through", "heel weg "],
    ]);
  });

  // A contract of a firm, made with a template, was said by whoever made the template.
  it("has nobody for its writer whom a program names, and no day that a program wrote into it", async () => {
    const core =
      '<cp:coreProperties xmlns:cp="c" xmlns:dc="d" xmlns:dcterms="t"><dc:creator>Sjabloon Maker</dc:creator><dcterms:created>2013-12-23T23:15:00Z</dcterms:created></cp:coreProperties>';
    const files = {
      "word/document.xml": utf8(
        `<w:document ${ns}><w:body>${p(run("Artikel 1. Het loon is € 2.000."))}</w:body></w:document>`,
      ),
      "word/_rels/document.xml.rels": utf8("<Relationships/>"),
      "docProps/core.xml": utf8(core),
    };
    const { segments, participants, dateSource } = await read(zipSync(files));
    expect([segments.map(({ speaker }) => speaker), participants]).toEqual([[""], []]);
    expect(dateSource).toBe(DateSource.METADATA);
  });

  it("marks what a form asks for and nobody filled in: in a line, as lines, in a cell", async () => {
    const control = (inner: string, shows = "<w:showingPlcHdr/>"): string =>
      `<w:sdt><w:sdtPr>${shows}</w:sdtPr><w:sdtContent>${inner}</w:sdtContent></w:sdt>`;
    const { text, marks, notes } = await read(
      make(
        `${p(`${run("Naam: ")}${control(run("Vul uw naam in"))}`)}${control(p(run("Kies een datum")))}${control(p(run("Amsterdam")), "")}` +
          `<w:tbl><w:tr>${control(`<w:tc>${p(run("bedrag"))}</w:tc>`)}<w:tc>${p(run("euro"))}</w:tc></w:tr></w:tbl>`,
      ),
    );
    expect(text).toBe("Naam: Vul uw naam in\nKies een datum\nAmsterdam\nbedrag | euro");
    expect(marks?.map((mark) => [mark.element, mark.label, cut(text, mark)])).toEqual([
      ["placeholder", "not filled in", "Vul uw naam in"],
      ["placeholder", "not filled in", "Kies een datum"],
      ["placeholder", "not filled in", "bedrag"],
    ]);
    expect(notes.join()).toMatch(/fields that nobody filled in/);
  });

  it("has the words under a ruby in its line, and tells the reading that stands above them", async () => {
    const ruby = `<w:r><w:ruby><w:rubyPr/><w:rt>${run("とうきょう")}</w:rt><w:rubyBase>${run("東京")}</w:rubyBase></w:ruby></w:r>`;
    const { text, marks } = await read(make(p(`${run("in ")}${ruby}${run(" gevestigd")}`)));
    expect(text).toBe("in 東京 gevestigd");
    expect(marks?.map((mark) => [mark.element, mark.label, cut(text, mark)])).toEqual([
      ["ruby", "read “とうきょう”", "東京"],
    ]);
  });

  it("shows the numbers a word processor shows, and lets quotes begin behind them", async () => {
    const body = [
      p(run("Loon"), numbered(0)),
      p(run("Hoogte"), numbered(1)),
      p(run("bruto"), numbered(2)),
      p(run("netto"), numbered(2)),
      p(run("Datum"), numbered(1)),
      p(run("Ziekte"), numbered(0)),
      p(run("Melding"), numbered(1)),
    ];
    const { text, marks } = await read(make(body.join(""), { numbering }));
    expect(text.split("\n")).toEqual([
      "1. Loon",
      "1.1 Hoogte",
      "(a) bruto",
      "(b) netto",
      "1.2 Datum",
      "2. Ziekte",
      "2.1 Melding",
    ]);
    expect(marks?.map((mark) => cut(text, { start: mark.textStart ?? mark.start, end: mark.end }))).toEqual([
      "Loon",
      "Hoogte",
      "bruto",
      "netto",
      "Datum",
      "Ziekte",
      "Melding",
    ]);
  });

  it("has notes, comments, headers and footers as blocks of their own, comments in the voice of who made them", async () => {
    const note = (id: number, text: string) =>
      `<w:footnote w:id="${id}"${id < 1 ? ' w:type="separator"' : ""}>${p(run(text))}</w:footnote>`;
    const { text, segments, marks } = await read(
      make(p(`${run("Zie de wet")}<w:r><w:footnoteReference w:id="1"/></w:r>${run(".")}`), {
        footnotes: `<w:footnotes ${ns}>${note(-1, "—")}${note(1, "Artikel 7:611 BW.")}</w:footnotes>`,
        comments: `<w:comments ${ns}><w:comment w:id="4" w:author="Eva" w:date="2025-01-01T00:00:00Z">${p(run("Klopt dit?"))}</w:comment></w:comments>`,
        header: `<w:hdr ${ns}>${p(run("Vertrouwelijk"))}</w:hdr>`,
      }),
    );
    expect(text).toBe("Zie de wet.\n\nArtikel 7:611 BW.\n\nKlopt dit?\n\nVertrouwelijk");
    expect(marks?.map((mark) => [mark.element, mark.label, cut(text, mark)])).toEqual([
      ["footnote", "footnote 1", "Artikel 7:611 BW."],
      ["comment", "comment by Eva", "Klopt dit?"],
      ["header", "page header", "Vertrouwelijk"],
    ]);
    expect(segments.find((segment) => segment.voice === Voice.QUOTED)).toMatchObject({ speaker: "Eva", depth: 1 });
  });

  it("leaves out what is hidden, field codes and old renderings, and says so of what is hidden", async () => {
    const field = `<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>PAGE</w:instrText><w:fldChar w:fldCharType="separate"/></w:r>${run("3")}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const { text, notes } = await read(
      make(p(`${run("blz. ")}${field}<w:r><w:rPr><w:vanish/></w:rPr><w:t>geheim</w:t></w:r>`)),
    );
    expect(text).toBe("blz. 3");
    expect(notes.join()).toMatch(/hides/);
  });

  it("parts the cells of a row, and keeps tabs, breaks, soft and hard hyphens", async () => {
    const cell = (inner: string) => `<w:tc>${inner}</w:tc>`;
    const table = `<w:tbl><w:tr>${cell(p(run("a")))}${cell(p(run("b")) + p(run("c")))}</w:tr></w:tbl>`;
    const { text } = await read(
      make(
        `${table}${p("<w:r><w:t>x</w:t><w:tab/><w:t>y</w:t><w:br/><w:t>re</w:t><w:noBreakHyphen/><w:t>in</w:t><w:softHyphen/><w:t>te</w:t></w:r>")}`,
      ),
    );
    expect(text).toBe("a | b c\nx\ty\nre\u2011in\u00adte");
  });

  it("that is locked, an old .doc, or empty is refused by its reason", async () => {
    const refusal = async (bytes: Uint8Array) => (await readHere({ path: "x.docx", mediaType: "", bytes }))[0]?.refusal;
    expect(await refusal(Buffer.from("d0cf11e0a1b11ae100", "hex"))).toMatch(/password or is an old/);
    expect(await refusal(make(""))).toMatch(/holds no text/);
    expect(await refusal(zipSync({ "a.txt": utf8("x") }))).toMatch(/no Word document/);
  });
});

/** Everything but spaces and the bars between cells. */
const dense = (text: string): string => text.normalize("NFC").replace(/[\s|]+/g, "");

for (const [set, count, empty] of [
  ["docx-mammoth", 17, 4],
  ["docx-python-docx", 19, 7],
] as const) {
  describeWithData(`the documents of ${set}`, set, (folder) => {
    it("hold every word that mammoth finds; those without a word are refused", async () => {
      const mammoth = createRequire(import.meta.url)("mammoth") as {
        extractRawText(from: { buffer: Buffer }): Promise<{ value: string }>;
      };
      const files = filesBelow(folder, ".docx");
      expect(files).toHaveLength(count);
      const refused: string[] = [];
      for (const file of files) {
        const [unit] = await readHere(file);
        const { value } = await mammoth.extractRawText({ buffer: Buffer.from(file.bytes) });
        expect(dense(unit?.made?.text ?? ""), file.path).toContain(dense(value));
        if (unit?.refusal) refused.push(dense(value));
      }
      expect(refused).toEqual(new Array(empty).fill(""));
    });
  });
}
