import { describe, expect, it } from "vitest";
import { pdfOf } from "../support/pdf-maker.ts";
import { file, importAll, openTestVault } from "../vault-fixture.ts";

const words = (count: number, from: number): string[] =>
  Array.from(
    { length: count },
    (_, n) => `Regel ${"abcdefghij".slice(0, 1 + ((from + n) % 10)).repeat(2)} zegt iets anders.`,
  );

describe("a PDF with pages that were scanned", () => {
  it("is imported with the rest, and says on the document and in the report which pages show no words", async () => {
    const { vault, docs } = await openTestVault();
    const bytes = pdfOf([words(4, 1), [], words(3, 9), [], [], ["Slot."]]);
    const [row] = await importAll(vault, [file("dossier.pdf", bytes)]);
    const { doc: detail } = await docs.getDoc({ docUid: row?.docUid ?? "" });
    expect(detail).toMatchObject({ pageCount: 6, pagesWithoutText: [2, 4, 5] });
    const told = /No words on 3 of 6 pages \(p\. 2, p\. 4-5\): they are blank, or show what could not be read/;
    expect(detail?.notes.join()).toMatch(told);
    expect(row?.notes.join()).toMatch(told);
  });

  it("counts a page that has nothing but a stamped header as one of them", async () => {
    const { vault, docs } = await openTestVault();
    const stamp = (page: number): string => `Dossier 12 pagina ${page}`;
    const bytes = pdfOf(
      [1, 2, 3, 4, 5].map((page) => (page === 3 ? [stamp(page)] : [stamp(page), ...words(3, page * 3)])),
    );
    const [row] = await importAll(vault, [file("dossier.pdf", bytes)]);
    const { doc: detail } = await docs.getDoc({ docUid: row?.docUid ?? "" });
    expect(detail?.pagesWithoutText).toEqual([3]);
  });

  it("is refused when nothing is read on any page, and told what it needs", async () => {
    const { vault } = await openTestVault();
    const [row] = await importAll(vault, [file("scan.pdf", pdfOf([[], []]))]);
    expect(row?.docUid).toBe("");
    expect(row?.reason).toMatch(/no words were seen on them; scan it again/);
  });
});
