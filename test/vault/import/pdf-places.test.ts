import { describe, expect, it } from "vitest";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { type PdfText, pageLines } from "../../../src/pdf/page-lines.ts";
import { pdf } from "../../../src/vault/import/pdf.ts";
import { pdfOf } from "../support/pdf-maker.ts";

/** Ten points high, five wide for each letter, as a program of one font writes it. */
const piece = (str: string, x: number, y = 700): PdfText => ({
  str,
  transform: [10, 0, 0, 10, x, y],
  width: str.length * 5,
  height: 10,
  hasEOL: false,
});
const linesOf = (...pieces: PdfText[]): string[] => pageLines(pieces).map(({ text }) => text);

describe("the pieces of a page", () => {
  it("part words and cells by where they stand", () => {
    expect(linesOf(piece("37,499.96", 50), piece("DISTRICT", 200))).toEqual(["37,499.96\tDISTRICT"]);
    expect(linesOf(piece("het", 50), piece("loon", 68))).toEqual(["het loon"]);
    expect(linesOf(piece("arbeids", 50), piece("recht", 85.5))).toEqual(["arbeidsrecht"]);
    expect(linesOf(piece("het ", 50), piece("loon", 70))).toEqual(["het loon"]);
  });

  it("are a cell of their own behind a blank that is wider than any space", () => {
    const blank = { ...piece(" ", 95), width: 60 };
    expect(linesOf(piece("37,499.96", 50), blank, piece("DISTRICT", 155))).toEqual(["37,499.96\tDISTRICT"]);
  });

  it("are parted along their own line where the page is turned", () => {
    const turned = (str: string, along: number, across = 300): PdfText => ({
      ...piece(str, 0),
      transform: [0, 10, -10, 0, across, along],
    });
    expect(linesOf(turned("37,499.96", 50), turned("DISTRICT", 200))).toEqual(["37,499.96\tDISTRICT"]);
    expect(linesOf(turned("het", 50), turned("loon", 68))).toEqual(["het loon"]);
    expect(linesOf(turned("arbeids", 50), turned("recht", 85.5))).toEqual(["arbeidsrecht"]);
    // The next line of a page whose lines run up stands to the right.
    expect(linesOf(turned("eerste", 50), turned("tweede", 50, 312))).toEqual(["eerste", "tweede"]);
    expect(linesOf(turned("DISTRICT", 200), turned("37,499.96", 50))).toEqual(["DISTRICT", "37,499.96"]);
    const upsideDown = (str: string, x: number): PdfText => ({ ...piece(str, x), transform: [-10, 0, 0, -10, x, 700] });
    expect(linesOf(upsideDown("37,499.96", 400), upsideDown("DISTRICT", 250))).toEqual(["37,499.96\tDISTRICT"]);
    expect(linesOf(piece("voet", 50), turned("stempel", 50))).toEqual(["voet", "stempel"]);
  });

  it("begin a line where they stand left of what was written before", () => {
    expect(linesOf(piece("DISTRICT", 200), piece("37,499.96", 50))).toEqual(["DISTRICT", "37,499.96"]);
  });

  it("of a language that is written from the right stay as they come", () => {
    const right = (str: string, x: number): PdfText => ({ ...piece(str, x), dir: "rtl" });
    expect(linesOf(right("ab", 100), right("cd", 88))).toEqual(["abcd"]);
  });
});

const widget = (name: string, value: string, top: number): string =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /V (${value}) /Rect [50 ${top - 20} 200 ${top}] >>`;

describe("a PDF", () => {
  it("has in its text what was filled into its form, marked with the name of the field", async () => {
    const note = "<< /Type /Annot /Subtype /Text /T (Ank) /Contents (Klopt niet) /Rect [50 300 70 320] >>";
    const empty = widget("leeg", "", 500);
    const made = await pdf.extract(
      pdfOf([["Naam:", "Loon:"]], `${widget("loon", "2500", 600)} ${widget("naam", "Jan", 700)} ${note} ${empty}`),
      {
        path: "formulier.pdf",
      },
    );
    expect(made.text).toBe("Naam:\nLoon:\nJan\n2500\nKlopt niet");
    expect(made.marks?.map(({ start, end, label }) => [made.text.slice(start, end), label])).toEqual([
      ["Jan", "p. 1, form field naam"],
      ["2500", "p. 1, form field loon"],
      ["Klopt niet", "p. 1, note Ank"],
    ]);
    expect(made.pages).toEqual([{ number: 1, start: 0, end: made.text.length }]);
  });

  it("has what was filled in below its label, whichever of them stand on one line, and beside or above the field", async () => {
    const at = (words: string, x: number, y: number): string => `BT /F1 12 Tf ${x} ${y} Td (${words}) Tj ET`;
    const filled = (value: string, left: number, bottom: number): string =>
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (veld) /V (${value}) /Rect [${left} ${bottom} ${left + 90} ${bottom + 16}] >>`;
    const page = [
      at("Naam:", 50, 700),
      at("In dienst:", 250, 700),
      at("Loon per maand", 50, 600),
      at("Einde", 50, 500),
    ];
    const made = await pdf.extract(
      pdfOf(
        [page.join(" ")],
        `${filled("1 mei 2024", 310, 697)} ${filled("Jan", 90, 697)} ${filled("2500", 50, 580)} ${filled("los", 400, 300)}`,
      ),
      { path: "formulier.pdf" },
    );
    expect(made.text).toBe("Naam:\nJan\nIn dienst:\n1 mei 2024\nLoon per maand\n2500\nEinde\nlos");
    expect(made.marks?.map(({ start, end }) => made.text.slice(start, end))).toEqual([
      "Jan",
      "1 mei 2024",
      "2500",
      "los",
    ]);
  });

  it("has what is ticked in it, and what could be and is not, beside the words of each box", async () => {
    const at = (words: string, x: number, y: number): string => `BT /F1 12 Tf ${x} ${y} Td (${words}) Tj ET`;
    const box = (name: string, left: number, bottom: number, state: string, on = "Yes"): string =>
      `<< /Type /Annot /Subtype /Widget /FT /Btn /T (${name}) /V /${state} /AS /${state} /AP << /N << /${on} 3 0 R /Off 3 0 R >> >> /Rect [${left} ${bottom} ${left + 12} ${bottom + 12}] >>`;
    const radio = (left: number, on: string, chosen: string): string =>
      `<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 49152 /T (keuze) /V /${chosen} /AS /${on === chosen ? on : "Off"} /AP << /N << /${on} 3 0 R /Off 3 0 R >> >> /Rect [${left} 597 ${left + 12} 609] >>`;
    const page = [
      at("Ik ga akkoord", 70, 700),
      at("Ik maak bezwaar", 70, 680),
      at("Ingezien:", 50, 640),
      at("Ja", 70, 600),
      at("Nee", 170, 600),
    ];
    const boxes = [
      box("akkoord", 50, 698, "Yes"),
      box("bezwaar", 50, 678, "Off"),
      box("ingezien", 105, 638, "Aan", "Aan"),
      radio(50, "ja", "nee"),
      radio(150, "nee", "nee"),
      box("los", 400, 300, "Yes"),
      box("leeg", 400, 200, "Off"),
    ];
    const made = await pdf.extract(pdfOf([page.join(" ")], boxes.join(" ")), { path: "formulier.pdf" });
    expect(made.text).toBe("☒ Ik ga akkoord\n☐ Ik maak bezwaar\nIngezien: ☒\n☐ Ja ☒ Nee\n☒");
    expect(made.marks?.map(({ label }) => label)).toEqual(["p. 1, form field los"]);
  });

  it("is its writer's words, but for notes on it, which are whose name they bear or nobody's, and dates it by none of them", async () => {
    const noted = (by: string, words: string, top: number): string =>
      `<< /Type /Annot /Subtype /Text ${by} /Contents (${words}) /Rect [50 ${top - 20} 70 ${top}] >>`;
    const made = await pdf.extract(
      pdfOf(
        [["Concept", "Artikel 1. Er is geen dag."]],
        `${noted("/T (Ank)", "Dit moet 3 maart 2026 worden", 320)} ${noted("", "Niet tekenen!", 300)} ${widget("dag", "12 mei 2026", 700)}`,
      ),
      { path: "concept.pdf" },
    );
    expect(
      made.segments.map(({ start, end, voice, speaker }) => [made.text.slice(start, end).trim(), voice, speaker]),
    ).toEqual([
      ["Concept\nArtikel 1. Er is geen dag.\n12 mei 2026", Voice.AUTHOR, ""],
      ["Dit moet 3 maart 2026 worden", Voice.QUOTED, "Ank"],
      ["", Voice.AUTHOR, ""],
      ["Niet tekenen!", Voice.UNSPECIFIED, ""],
    ]);
    expect(made.authoredAtIso).toBe("");
  });

  it("says how many signs have no letters, and on which page", async () => {
    const made = await pdf.extract(pdfOf([["eerst"], "BT /F1 12 Tf 50 800 Td (Versie \\001\\002 van) Tj ET"]), {
      path: "a.pdf",
    });
    expect(made.text).toMatch(/^eerst\n\nVersie\s+van$/);
    expect(made.notes.join()).toMatch(/^2 signs have no letters in the file \(p\. 2\)/);
  });

  it("counts signs that are numbers above those of letters too, which stood in a text as nothing", async () => {
    const made = await pdf.extract(pdfOf(["BT /F1 12 Tf 50 800 Td (Versie \\201\\202 van) Tj ET"]), { path: "a.pdf" });
    expect(made.notes.join()).toMatch(/^2 signs have no letters in the file \(p\. 1\)/);
  });
});
