import { strFromU8, unzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { SpanFlag, Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { lostWords } from "../../../src/vault/import/self-check.ts";
import { ods, xlsx } from "../../../src/vault/import/spreadsheet.ts";
import type { ExtractedDocument } from "../../../src/vault/reader/port.ts";
import { draws } from "../../support/draws.ts";
import { brokenBytes, brokenXml, readBroken } from "../support/broken-bytes.ts";
import { type MadeSheet, makeOpenDocument, makeXlsx, odfStyle } from "../support/office-maker.ts";
import { file, importAll, openTestVault, readHere, utf8 } from "../vault-fixture.ts";

const cell = (r: string, inner: string, more = ""): string => `<c r="${r}" ${more}>${inner}</c>`;
const words = (r: string, text: string): string => cell(r, `<is><t>${text}</t></is>`, 't="inlineStr"');
const sheet = (name: string, rows: string, more: Partial<MadeSheet> = {}, before = ""): MadeSheet => ({
  name,
  xml: `${before}<sheetData>${rows}</sheetData>`,
  ...more,
});
const readXlsx = (sheets: readonly MadeSheet[], shared: Parameters<typeof makeXlsx>[1] = {}) =>
  xlsx.extract(makeXlsx(sheets, shared), { path: "uren.xlsx" });
const cut = (text: string, { start, end }: { start: number; end: number }): string =>
  [...text].slice(start, end).join("");
const marked = ({ text, marks = [] }: ExtractedDocument, ...elements: string[]) =>
  marks.filter(({ element }) => elements.includes(element)).map((mark) => [mark.label, cut(text, mark)]);

const looks = (...patterns: string[]): string =>
  `<numFmts>${patterns.map((pattern, i) => `<numFmt numFmtId="${200 + i}" formatCode="${pattern.replaceAll('"', "&quot;")}"/>`).join("")}</numFmts>` +
  `<fonts><font/><font><strike/></font></fonts><cellXfs><xf numFmtId="0" fontId="0"/><xf numFmtId="14" fontId="0"/><xf numFmtId="0" fontId="1"/>` +
  `${patterns.map((_, i) => `<xf numFmtId="${200 + i}" fontId="0"/>`).join("")}</cellXfs>`;

describe("an Excel workbook", () => {
  it("is a line for each row under the name of its sheet, and each sheet, row and cell is a place", async () => {
    const read = await readXlsx([
      sheet(
        "Uren",
        `<row r="1">${words("A1", "Maand")}${words("C1", "Uren 😀")}</row><row r="4">${words("B4", "40")}</row>`,
      ),
      sheet("Leeg", ""),
      sheet("Loon", `<row>${words("", "bruto")}<c/>${words("", "netto")}</row>`),
    ]);
    expect(read.text).toBe("Uren\nMaand |  | Uren 😀\n40\n\nLoon\nbruto |  | netto");
    expect(marked(read, "sheet", "row", "cell")).toEqual([
      ["sheet “Uren”", "Uren\nMaand |  | Uren 😀\n40"],
      ["sheet “Uren”, cells A1:C1", "Maand |  | Uren 😀"],
      ["sheet “Uren”, cell A1", "Maand"],
      ["sheet “Uren”, cell C1", "Uren 😀"],
      ["sheet “Uren”, cell B4", "40"],
      ["sheet “Loon”", "Loon\nbruto |  | netto"],
      ["sheet “Loon”, cells A1:C1", "bruto |  | netto"],
      ["sheet “Loon”, cell A1", "bruto"],
      ["sheet “Loon”, cell C1", "netto"],
    ]);
    expect([read.docType, read.segments.length]).toEqual(["sheet", 2]);
  });

  const shown: readonly (readonly [pattern: string, held: string, is: string])[] = [
    ["General", "0.30000000000000004", "0,3"],
    ["#,##0.00", "1234.5", "1.234,50"],
    ['_ "€" * #,##0.00_ ;_ "€" * -#,##0.00_ ', "1234.5", "€ 1.234,50"],
    ["0%", "0.125", "13%"],
    ["dd-mm-yyyy", "46000", "09-12-2025"],
    ["d mmmm yyyy", "46000", "9 december 2025"],
    // LibreOffice and Excel show no stop behind a month; the library wrote "9 dec. 25".
    ["ddd d mmm yy", "46000", "di 9 dec 25"],
    // A sum was a cent less than its program shows: half a cent is none in binary, and programs round what they show in decimals.
    ["#,##0.00", "18488.045", "18.488,05"],
    ["0.00", "-1.005", "-1,01"],
    ["0.00", "1.00499", "1,00"],
    ["0", "2.4999999999", "2"],
    ["General", "18488.045", "18488,045"],
    ["[h]:mm", "1.75", "42:00"],
    ["[$-409]d mmmm yyyy;@", "46000", "9 December 2025"],
    ['bad"', "12.5", "12,5"],
    ["@", "12", "12"],
  ];
  it.each(shown)("shows numbers as their format does: %s of %s", async (pattern, held, is) => {
    const dutch = pattern === "[$-409]d mmmm yyyy;@" ? [pattern, "[$-413]d"] : [pattern];
    const { text } = await readXlsx([sheet("A", `<row>${cell("A1", `<v>${held}</v>`, 's="3"')}</row>`)], {
      styles: looks(...dutch),
    });
    expect(text).toBe(`A\n${is}`);
  });

  it("counts days from 1904 where it says so, and writes English where it names that language alone", async () => {
    const row = `<row>${cell("A1", "<v>44538</v>", 's="1"')}${cell("B1", "<v>1234.5</v>", 's="3"')}</row>`;
    const old = await readXlsx([sheet("A", row)], { styles: looks("0.00"), workbook: '<workbookPr date1904="1"/>' });
    expect(old.text).toBe("A\n9-12-2025 | 1234,50");
    const english = await readXlsx([sheet("A", row.replace("44538", "46000"))], { styles: looks("[$£-809]#,##0.00") });
    expect(english.text).toBe("A\n09/12/2025 | £1,234.50");
    expect(english.notes.join()).toMatch(/in English/);
  });

  it("reads strings that cells share, in runs, without readings; truth, errors and what formulas came to", async () => {
    const strings =
      '<si><t xml:space="preserve"> gewoon_x000A_woord </t></si><si><r><t>wij betalen </t></r><r><rPr><strike/></rPr><t>niet</t></r><r><t> door</t></r><rPh sb="0" eb="1"><t>lees</t></rPh></si>';
    const row = `<row>${cell("A1", "<v>0</v>", 't="s"')}${cell("B1", "<v>1</v>", 't="s"')}${cell("C1", "<v>1</v>", 't="b"')}${cell("D1", "<v>#N/A</v>", 't="e"')}${cell("E1", "<f>A1&amp;1</f><v>som</v>", 't="str"')}${cell("F1", "<f>1+1</f>")}</row>`;
    const read = await readXlsx([sheet("A", row)], { strings, styles: looks() });
    expect(read.text).toBe("A\ngewoon woord | wij betalen niet door | WAAR | #N/A | som");
    expect(marked(read, "struck")).toEqual([["sheet “A”, cell B1, struck through", "niet"]]);
    expect(read.notes.join()).toMatch(/1 cell has a formula whose outcome/);
    expect(lostWords(read.witness ?? "", read.text)).toBe(0);
  });

  it("marks what its program hides: sheets, rows, columns, and formats that show nothing; and cells struck through", async () => {
    const read = await readXlsx(
      [
        sheet(
          "A",
          `<row r="1">${words("A1", "a")}${words("B1", "b")}${cell("C1", "<v>7</v>", 's="3"')}</row><row r="2" hidden="1">${words("A2", "c")}</row><row r="3">${cell("A3", "<is><t>d</t></is>", 't="inlineStr" s="2"')}</row>`,
          {},
          '<cols><col min="2" max="2" hidden="1"/></cols>',
        ),
        sheet("Geheim", `<row>${words("A1", "e")}</row>`, { state: "veryHidden" }),
      ],
      { styles: looks(";;;") },
    );
    expect(marked(read, "unseen", "struck")).toEqual([
      ["sheet “A”, cell B1, cannot be seen", "b"],
      ["sheet “A”, cell C1, cannot be seen", "7"],
      ["sheet “A”, cell A2, cannot be seen", "c"],
      ["sheet “A”, cell A3, struck through", "d"],
      ["sheet “Geheim”, cell A1, cannot be seen", "e"],
    ]);
    expect(read.notes.join()).toMatch(/hides from its reader/);
  });

  it("gives remarks to whoever made them, in threads once, and reads the words of shapes", async () => {
    const comments =
      '<comments><authors><author>Jan Smit</author><author>tc={1}</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>Klopt dit?</t></r></text></comment><comment ref="B1" authorId="1"><text><t>[Threaded comment]</t></text></comment></commentList></comments>';
    const threads =
      '<ThreadedComments><threadedComment ref="B1" dT="2025-12-09T10:14:00.00" personId="{P}"><text>Nee.</text></threadedComment></ThreadedComments>';
    const drawing = "<wsDr><sp><txBody><p><r><t>Let op:</t></r></p><p><r><t>concept</t></r></p></txBody></sp></wsDr>";
    const read = await readXlsx([
      sheet("A", `<row>${words("A1", "a")}${words("B1", "b")}</row>`, {
        related: [
          ["comments", "c.xml", comments],
          ["threadedComment", "t.xml", threads],
          ["drawing", "d.xml", drawing],
        ],
      }),
    ]);
    expect(read.text).toBe("A\na | b\nLet op: concept\n\nNee.\n\nKlopt dit?");
    expect(marked(read, "comment", "shape").map(([label]) => label)).toEqual([
      "sheet “A”, shape",
      "sheet “A”, comment by Ank Baas on cell B1",
      "sheet “A”, comment by Jan Smit on cell A1",
    ]);
    expect(read.segments.map(({ voice, speaker, dateText }) => [voice, speaker, dateText])).toEqual([
      [Voice.AUTHOR, "", ""],
      [Voice.QUOTED, "Ank Baas", "2025-12-09T10:14:00.00"],
      [Voice.QUOTED, "Jan Smit", ""],
    ]);
  });

  const refused: readonly (readonly [string, () => Uint8Array, RegExp])[] = [
    ["with a password", () => Buffer.from("d0cf11e0a1b11ae1", "hex"), /protected by a password or is an old \.xls/],
    ["without a word", () => makeXlsx([sheet("A", "")]), /hold no words or numbers/],
    ["of another kind", () => makeOpenDocument("text", ""), /no spreadsheet that can be read/],
    [
      "with too many cells",
      () =>
        makeXlsx([
          sheet(
            "A",
            `<row>${Array.from({ length: 200_001 }, (_, i) => `<c><v>${(i * 48_271) % 999_983}</v></c>`).join("")}</row>`,
          ),
        ]),
      /200,000.*save the sheet that matters/,
    ],
  ];
  it.each(refused)("is refused with what to do: %s", async (_, make, told) => {
    await expect(xlsx.extract(make(), { path: "x.xlsx" })).rejects.toThrow(told);
  });
});

describe("an OpenDocument spreadsheet", () => {
  const p = (text: string): string => `<text:p>${text}</text:p>`;
  const row = (cells: string, more = ""): string => `<table:table-row ${more}>${cells}</table:table-row>`;
  const td = (inner: string, more = ""): string => `<table:table-cell ${more}>${inner}</table:table-cell>`;
  const readOds = (tables: string, styles = "") =>
    ods.extract(makeOpenDocument("spreadsheet", tables, { styles }), { path: "uren.ods" });

  it("is read as it was shown last, repeated cells and rows in their places, a million empty ones as none", async () => {
    const read = await readOds(
      `<table:table table:name="Uren"><table:table-header-rows>${row(td(p("Maand")) + td("", 'table:number-columns-repeated="2"') + td(p("8"), 'table:number-columns-repeated="2"'))}</table:table-header-rows>${row(td(p("40")), 'table:number-rows-repeated="2"')}${row(td(""), 'table:number-rows-repeated="1048000"')}</table:table>`,
    );
    expect(read.text).toBe("Uren\nMaand |  |  | 8 | 8\n40\n40");
    expect(marked(read, "cell").map(([label]) => label)).toEqual(
      ["A1", "D1", "E1", "A2", "A3"].map((address) => `sheet “Uren”, cell ${address}`),
    );
  });

  it("marks what is struck through or hidden, and gives remarks to whoever made them", async () => {
    const read = await readOds(
      `<table:table table:name="A"><table:table-column/><table:table-column table:visibility="collapse"/>${row(td(p('wij betalen <text:span text:style-name="S">niet</text:span>')) + td(p("b")))}${row(td(`<office:annotation><dc:creator>Jan Smit</dc:creator><dc:date>2025-12-09T10:00:00</dc:date>${p("Klopt dit?")}</office:annotation>${p("c")}`, 'table:style-name="C"'), 'table:visibility="filter"')}</table:table>` +
        `<table:table table:name="B" table:style-name="H">${row(td(p("d")))}</table:table>`,
      `${odfStyle("S", "text", "struck")}${odfStyle("C", "table-cell", "struck")}<style:style style:name="H" style:family="table"><style:table-properties table:display="false"/></style:style>`,
    );
    expect(read.text).toBe("A\nwij betalen niet | b\nc\n\nKlopt dit?\n\nB\nd");
    expect(marked(read, "struck", "unseen", "comment")).toEqual([
      ["sheet “A”, cell A1, struck through", "niet"],
      ["sheet “A”, cell B1, cannot be seen", "b"],
      ["sheet “A”, cell A2, cannot be seen", "c"],
      ["sheet “A”, cell A2, struck through", "c"],
      ["sheet “A”, comment by Jan Smit on cell A2", "Klopt dit?"],
      ["sheet “B”, cell A1, cannot be seen", "d"],
    ]);
    expect(lostWords(read.witness ?? "", read.text)).toBe(0);
  });

  it("is refused with what to do where it has a password, or a million filled cells", async () => {
    const locked = makeOpenDocument("spreadsheet", "", { manifest: "<manifest:encryption-data/>" });
    await expect(ods.extract(locked, { path: "x.ods" })).rejects.toThrow(
      /password in a way that cannot be opened here; open it/,
    );
    const filled = row(td(p("x"), 'table:number-columns-repeated="1000"'), 'table:number-rows-repeated="1000"');
    await expect(readOds(`<table:table table:name="A">${filled}</table:table>`)).rejects.toThrow(/200,000/);
  });
});

describe("spreadsheets that were damaged", () => {
  const xlsxBytes = makeXlsx(
    [
      sheet(
        "Uren",
        `<row r="1">${words("A1", "Maand")}${cell("B1", "<v>0</v>", 't="s" s="3"')}${cell("C1", "<v>46000</v>", 's="1"')}</row>`,
        {
          related: [
            [
              "comments",
              "c.xml",
              '<comments><authors><author>J</author></authors><commentList><comment ref="A1" authorId="0"><text><t>x</t></text></comment></commentList></comments>',
            ],
          ],
        },
        '<cols><col min="2" max="3" hidden="1"/></cols>',
      ),
    ],
    { strings: "<si><r><rPr><strike/></rPr><t>wij</t></r></si>", styles: looks("#,##0.00") },
  );
  const odsBytes = makeOpenDocument(
    "spreadsheet",
    '<table:table table:name="A"><table:table-column table:number-columns-repeated="2"/><table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="3"><office:annotation><text:p>q</text:p></office:annotation><text:p>x<text:s text:c="3"/><text:span text:style-name="S">y</text:span></text:p></table:table-cell></table:table-row></table:table>',
    { styles: odfStyle("S", "text", "struck") },
  );

  it.each([
    ["x.xlsx", xlsx, xlsxBytes],
    ["x.ods", ods, odsBytes],
  ] as const)("are read or refused, whichever bytes or signs are wrong: %s", async (path, importer, whole) => {
    const parts = unzipSync(whole);
    const changed = Object.keys(parts)
      .filter((name) => name.endsWith(".xml"))
      .flatMap((name) =>
        Array.from(brokenXml(strFromU8(parts[name] ?? new Uint8Array()), draws(20)), (xml) =>
          zipSync({ ...parts, [name]: utf8(xml) }),
        ),
      );
    const { faults, read, refused } = await readBroken(importer, [...brokenBytes(whole, draws(60)), ...changed], path);
    expect(faults).toEqual([]);
    expect([read > 0, refused > 0]).toEqual([true, true]);
  });
});

describe("a spreadsheet in the Vault", () => {
  const roster = makeXlsx(
    [
      sheet(
        "Uren",
        `<row r="3">${words("A3", "Over maart zijn veertig uren gewerkt")}${words("B3", "40")}</row><row r="4">${words("A4", "Daarvan heeft de werkgever alle uren goedgekeurd en geboekt.")}</row><row r="5">${words("A5", "In april")}${cell("B5", "<v>0</v>", 't="s"')}</row>`,
      ),
    ],
    { strings: "<si><r><t>wordt </t></r><r><rPr><strike/></rPr><t>niet</t></r><r><t> doorbetaald</t></r></si>" },
  );

  it("has quotes with the address of their cell or row; one over struck words says so", async () => {
    const { vault, spans } = await openTestVault();
    const [row] = await importAll(vault, [file("uren.xlsx", roster)]);
    const resolved = async (exactQuote: string) => {
      const { results } = await spans.resolveSpans({
        entries: [{ locator: { docUid: row?.docUid ?? "", exactQuote } }],
      });
      const [span] = results[0]?.resolution?.spans ?? [];
      return [span?.address, span?.flags];
    };
    expect(await resolved("veertig uren gewerkt")).toEqual(["sheet “Uren”, cell A3", []]);
    expect(await resolved("zijn veertig uren gewerkt | 40")).toEqual(["sheet “Uren”, cells A3:B3", []]);
    const struck = await resolved("wordt niet doorbetaald");
    expect(struck).toEqual(["sheet “Uren”, cell B5", [SpanFlag.STRUCK]]);
    expect((await resolved("gewerkt | 40 Daarvan heeft"))[1]).toContain(SpanFlag.CROSSES_BORDER);
  });

  it.each(["uren.docx", "uren.xls", "uren.pdf", "uren.txt", "uren"])(
    "is one by its content, called %s",
    async (path) => {
      const made = (await readHere({ path, mediaType: "application/octet-stream", bytes: roster })).at(-1)?.made;
      expect(made?.record.detail?.summary?.docType).toBe("sheet");
    },
  );
});
