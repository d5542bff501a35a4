import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf/open-pdf.ts";
import { pdf } from "../../../src/vault/import/pdf.ts";
import { wordsOn } from "../../../src/vault/pdf/locate-job.ts";
import { assembled } from "../support/pdf-maker.ts";

const digits = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const streamOf = (words: string): string => `<< /Length ${words.length} >>\nstream\n${words}\nendstream`;

/** A page on which a sum stands, in a font whose digits begin at a number and are called so; `letters`: what the font says its signs are. */
const pageWith = (first: number, nameOf: (digit: string) => string, letters = ""): Uint8Array => {
  const at = (digit: number): string => String.fromCharCode(first + digit);
  const font = `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 0 /LastChar 255 /Widths [${"500 ".repeat(256)}] /Encoding << /Type /Encoding /Differences [${first} ${digits.map((digit) => `/${nameOf(digit)}`).join(" ")}] >> ${letters === "" ? "" : "/ToUnicode 6 0 R"} >>`;
  const page =
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>";
  const words = `BT /F1 12 Tf 50 700 Td (het loon is ${at(3)}${at(4)}${at(0)}${at(0)} euro per maand) Tj ET`;
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def 1 begincodespacerange <00> <ff> endcodespacerange ${letters} endcmap end end`;
  const pages = ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 1 /Kids [4 0 R] >>"];
  return assembled([...pages, font, page, streamOf(words), ...(letters === "" ? [] : [streamOf(map)])]);
};

const read = async (bytes: Uint8Array) => {
  const { text, notes } = await pdf.extract(bytes, { path: "loon.pdf" });
  return [text.trim(), notes.join()];
};

describe("a sign of a PDF that the library knows no letter of", () => {
  it.each([
    ["drawn as table digits", 129, (digit: string) => `${digit}.tnum`, ""],
    ["in the old style", 129, (digit: string) => `${digit}oldstyle`, ""],
    [
      "of which the file says that they are controls",
      129,
      (digit: string) => digit,
      "1 beginbfrange <81> <8a> <0081> endbfrange",
    ],
    ["of private use", 129, (digit: string) => digit, "1 beginbfrange <81> <8a> <f081> endbfrange"],
    // Their numbers are those of capitals, so that a sum read DEAA, and no sign was unnamed: the second program says that words are missing.
    ["with the numbers of letters", 65, (digit: string) => `${digit}.tnum`, ""],
  ])("is the letter that its font names it by: digits %s", async (_, first, nameOf, letters) => {
    expect(await read(pageWith(first, nameOf, letters))).toEqual(["het loon is 3400 euro per maand", ""]);
  });

  it.each([129, 65])("has its place on the page: from number %i", async (first) => {
    const bytes = pageWith(first, (digit) => `${digit}.tnum`);
    const text = "het loon is 3400 euro per maand";
    const opened = await openPdf(bytes);
    const { unplaced, rectangles } = (await wordsOn(await opened.getPage(1), text))(12, 16);
    await opened.loadingTask.destroy();
    expect(unplaced).toBe(0);
    // Four signs of half an em each, behind twelve of them.
    const [[left = 0, , right = 0] = []] = rectangles;
    expect([left, right].map(Math.round)).toEqual([122, 146]);
  });

  it("stays told where its name says nothing", async () => {
    const [text, notes] = await read(pageWith(129, (digit) => `g${digits.indexOf(digit) + 17}`));
    expect(text).not.toContain("3400");
    expect(notes).toMatch(/^4 signs have no letters in the file \(p\. 1\)/);
  });

  it("is what the file says it is where that is a letter", async () => {
    const capitals = "1 beginbfrange <41> <4a> <0041> endbfrange";
    expect(await read(pageWith(65, (digit) => digit, capitals))).toEqual(["het loon is DEAA euro per maand", ""]);
  });
});
