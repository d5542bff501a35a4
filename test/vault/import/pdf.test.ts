import { beforeAll, describe, expect, it } from "vitest";
import { pageLines } from "../../../src/pdf/page-lines.ts";
import { repeatedLines } from "../../../src/pdf/repeated-lines.ts";
import { pdf } from "../../../src/vault/import/pdf.ts";
import { pdfInstant } from "../../../src/vault/pdf/pdf-date.ts";
import { describeWithData } from "../../support/shared-data.ts";
import { readTarGz } from "../../support/tar.ts";
import { filesBelow } from "../support/data-files.ts";
import { readHere } from "../vault-fixture.ts";

const words = (text: string): string[] => text.normalize("NFKC").match(/[\p{L}\p{N}]+/gu) ?? [];
const letters = (text: string): string => words(text).join("");

/** The share of one text's words that the other has, each counted once. */
const share = (theirs: readonly string[], ours: readonly string[]): number => {
  const left = new Map<string, number>();
  for (const word of ours) left.set(word, (left.get(word) ?? 0) + 1);
  const found = theirs.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
  return theirs.length === 0 ? 1 : found.length / theirs.length;
};

describe("lines of a page", () => {
  const item = (str: string, y: number, hasEOL = false) => ({
    str,
    transform: [10, 0, 0, 10, 50, y],
    width: 50,
    height: 10,
    hasEOL,
  });

  it("end where the library says and where the next words stand lower, and keep hyphens", () => {
    const lines = pageLines([item("de werk-", 700, true), item("gever", 688), item("²", 691), item("betaalt", 660)]);
    expect(lines.map((line) => line.text)).toEqual(["de werk-", "gever²", "betaalt"]);
  });

  it("that repeat at the top or bottom of pages are told from those that do not, page numbers aside", () => {
    const page = (n: number) => [
      { text: `Zaak 12 pagina ${n}`, y: 800 },
      { text: `Inhoud ${"abc".repeat(n)}`, y: 700 },
      { text: "slot", y: 600 },
      { text: `tekst ${"y".repeat(n)}`, y: 500 },
      { text: `${n}`, y: 20 },
    ];
    const found = repeatedLines([1, 2, 3, 4].map(page));
    expect(found.map(({ top }) => [...top])).toEqual([
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
    ]);
    expect(found.map(({ bottom }) => [...bottom])).toEqual([[4], [4], [4], [4]]);
    expect(repeatedLines([page(1), page(2)]).every(({ top }) => top.size === 0)).toBe(true);
  });
});

describe("dates of PDFs", () => {
  it.each([
    ["D:20250310090000+01'00'", "2025-03-10T08:00:00.000Z"],
    ["D:20250310090000Z", "2025-03-10T09:00:00.000Z"],
    ["D:2025", "2025-01-01T00:00:00.000Z"],
    ["D:20250231", ""],
    ["10 maart", ""],
  ])("read %s as %s", (written, instant) => expect(pdfInstant(written)).toBe(instant));
});

describeWithData("the 26 PDFs", "pdf-text", (folder) => {
  const poppler = new Map(
    readTarGz(`${folder}/poppler-text.tar.gz`).map(({ path, bytes }) => [
      path.replace(/\.txt$/, ""),
      new TextDecoder().decode(bytes),
    ]),
  );

  type Read = Awaited<ReturnType<typeof readHere>>;
  const read = new Map<string, Read>();
  beforeAll(async () => {
    for (const file of filesBelow(folder, ".pdf")) read.set(file.path, await readHere(file));
  });

  it("are imported, the scan by its pictures, but for the one with a password, refused by its reason", () => {
    const refused = new Map<string, string>();
    for (const { path, refusal } of [...read.values()].flat()) if (refusal !== "") refused.set(path, refusal);
    expect([...refused.keys()].sort()).toEqual(["libreoffice-writer-password.pdf"]);
    expect(refused.get("libreoffice-writer-password.pdf")).toMatch(/password/);
  });

  it("say what poppler reads in them: 99 % of all words, and the same letters but in three", () => {
    let [all, found] = [0, 0];
    const lettersDiffer: string[] = [];
    for (const [path, [unit]] of read) {
      const theirs = poppler.get(path) ?? "";
      const ours = unit?.made?.text ?? "";
      all += words(theirs).length;
      found += share(words(theirs), words(ours)) * words(theirs).length;
      if (letters(theirs).length !== letters(ours).length) lettersDiffer.push(path);
    }
    // Where words differ: raised footnote marks glued to a word by one and not by the other, and drawn ligatures.
    expect(found / all).toBeGreaterThanOrEqual(0.99);
    // bug1997343: values of form fields, which are drawn apart from the page and which poppler leaves out.
    // habibi: letters of a font without a Unicode table, which pdf.js guesses and poppler leaves out; file_pdfjs_test: words of
    // annotations, which poppler shows and which are no text of the page.
    // image-pdf-2: a picture, of which poppler reads nothing.
    expect(lettersDiffer.sort()).toEqual(["bug1997343.pdf", "file_pdfjs_test.pdf", "habibi.pdf", "image-pdf-2.pdf"]);
  });

  it("have pages in order that cover their text", async () => {
    for (const file of filesBelow(folder, ".pdf").slice(0, 8)) {
      const { text, pages = [] } = await pdf.extract(file.bytes, { path: file.path });
      expect(pages.map((page) => page.number)).toEqual(pages.map((_, i) => i + 1));
      const onPages = pages.map(({ start, end }) => [...text].slice(start, end).join(""));
      expect(onPages.filter((page) => page !== "").join("\n\n")).toBe(text);
    }
  });
});
