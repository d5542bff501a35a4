import { describe, expect, it } from "vitest";
import { csv } from "../../../src/vault/import/csv.ts";
import { rtf } from "../../../src/vault/import/rtf.ts";
import { utf8 } from "../vault-fixture.ts";

const latin = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"));
const readRtf = (body: string, path = "brief.rtf") =>
  rtf.extract(latin(`{\\rtf1\\ansi\\ansicpg1252 ${body}}`), { path });
const readCsv = async (bytes: Uint8Array | string) =>
  csv.extract(typeof bytes === "string" ? utf8(bytes) : bytes, { path: "uren.csv" });

describe("a rich text file", () => {
  it("is what its reader sees: letters by code page and by number, a line for each paragraph", async () => {
    const { text } = await readRtf(
      "Geachte heer Caf\\'e9,\\par\\pard het loon is \\u8364?2.500 {\\b per maand}.\\par Groet",
    );
    expect(text).toBe("Geachte heer Café,\nhet loon is €2.500 per maand.\nGroet");
  });

  it("reads letters in the code page of their font", async () => {
    const { text } = await readRtf(
      "{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 Arial Cyr;}}\\f1 \\'cf\\'f0\\'e8 \\f0 d\\'e9",
    );
    expect(text).toBe("При dé");
  });

  it("leaves out what is not shown, and says so", async () => {
    const { text, notes } = await readRtf(
      "a{\\v geheim}{\\*\\unknown weg}{\\pict 0102}{\\field{\\*\\fldinst HYPERLINK x}{\\fldrslt b}}",
    );
    expect(text).toBe("ab");
    expect(notes).toEqual(["Text that the document hides from its reader was left out."]);
  });

  it("puts notes, remarks, headers and footers behind the text, each marked where it stands", async () => {
    const { text, marks } = await readRtf(
      "{\\header Kantoor X}{\\headerf Kantoor X}Het loon{\\footnote Zie art. 7:628.} wordt betaald{\\*\\annotation klopt dit?}.{\\footer blad}",
    );
    expect(text).toBe("Het loon wordt betaald.\n\nZie art. 7:628.\n\nklopt dit?\n\nKantoor X\n\nblad");
    expect(marks?.map(({ start, end, element }) => [element, text.slice(start, end)])).toEqual([
      ["footnote", "Zie art. 7:628."],
      ["comment", "klopt dit?"],
      ["header", "Kantoor X"],
      ["header", "blad"],
    ]);
  });

  it("takes its title from what it says of itself, and nobody for its writer whom a program names", async () => {
    const { title, participants } = await readRtf(
      "{\\info{\\title Bezwaar}{\\author A. Baas}{\\company X}}12\\par {\\title 3}",
      "scan.rtf",
    );
    expect([title, participants]).toEqual(["Bezwaar", []]);
  });

  it("is read as the HTML that it was made of", async () => {
    const { text } = await readRtf(
      "\\fromhtml1 {\\*\\htmltag64 <p>}Dag{\\*\\htmltag72 </p>}{\\*\\htmltag64 <p>}Jan{\\*\\htmltag72 </p>}",
    );
    expect(text.split(/\n+/)).toEqual(["Dag", "Jan"]);
  });

  it("is refused when it is none or shows nothing", async () => {
    await expect(rtf.extract(utf8("tekst"), { path: "x.rtf" })).rejects.toThrow(/no rich text/);
    await expect(readRtf("{\\v x}")).rejects.toThrow(/shows no text/);
  });
});

describe("a table of text", () => {
  it("is a line for each row with its cells parted, quotes undone", async () => {
    const { text } = await readCsv('datum,uren\r\n2025-01-02,"8,5"\r\n2025-01-03,"zei ""nee"""\r\n');
    expect(text).toBe('datum | uren\n2025-01-02 | 8,5\n2025-01-03 | zei "nee"');
  });

  it.each([
    ["semicolons", "datum;bedrag\n1-2-2025;2.500,00\n2-2-2025;1,50\n"],
    ["tabs", "datum\tbedrag\n1-2-2025\t2.500,00\n2-2-2025\t1,50\n"],
  ])("finds out that its cells are parted by %s, whatever commas stand in them", async (_, written) => {
    expect((await readCsv(written)).text).toBe("datum | bedrag\n1-2-2025 | 2.500,00\n2-2-2025 | 1,50");
  });

  it("keeps a line end inside a cell in its row, and empty cells in their places", async () => {
    expect((await readCsv('a,b,c\n"een\ntwee",,x\n\n')).text).toBe("a | b | c\neen twee |  | x");
  });

  it("says when its letters were guessed, and refuses what is empty", async () => {
    const { text, notes } = await readCsv(latin("naam;caf\xe9\nx;y"));
    expect(text).toBe("naam | café\nx | y");
    expect(notes).toHaveLength(1);
    await expect(readCsv(",,\n,,")).rejects.toThrow(/no text/);
  });
});
