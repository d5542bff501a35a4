import { describe, expect, it } from "vitest";
import { numberedPartAround } from "../../src/span/numbering.ts";
import { resolve, sourceOf } from "./sample-source.ts";

const contract = [
  "Huurovereenkomst",
  "Artikel 5 Gebruik",
  "5.1 Huurder woont er zelf.",
  "5.2 Huurder houdt geen hond. Een kat mag.",
  "Artikel 9 Kosten",
  "1. Verhuurder onderhoudt de ketel.",
  "2. Huurder betaalt het water.",
].join("\n");

const partOf = (text: string, words: string): string => {
  const start = [...text.slice(0, text.indexOf(words))].length;
  return numberedPartAround(sourceOf(text), { start, end: start + [...words].length });
};

describe("the numbered part around words of a paper", () => {
  it.each([
    ["Een kat mag.", "artikel 5.2"],
    ["Huurder betaalt het water.", "artikel 9"],
    ["Huurovereenkomst", ""],
    ["Een kat mag.\nArtikel 9 Kosten\n1. Verhuurder onderhoudt", ""],
  ])("of %j is %j", (words, part) => {
    expect(partOf(contract, words)).toBe(part);
  });

  it("is none where one heading alone has a number: nothing says that it is one of a row", () => {
    expect(partOf("Januari 2026\nDe huur is betaald.\n\nFebruari 2026\nNiets betaald.", "Niets betaald.")).toBe("");
    expect(partOf("Verslag\n\n1. De ketel is stuk.\n2. Er is gebeld.\n\nTot ziens op kantoor.", "Tot ziens")).toBe("");
  });

  it.each([" | ", "\t"])("is none by the rows of a table of figures, whose cells are parted by %j", (parted) => {
    const rows = ["Post 1: balk", "Post 2: tegels", "Post 3: groep"].map((name) => `${name}${parted}€ 1.162,00`);
    const bill = ["Hierbij de rekening.", ...rows, `Totaal${parted}€ 3.486,00`, "Het werk is u opgedragen."].join("\n");
    expect(partOf(bill, "Het werk is u opgedragen.")).toBe("");
    // Paragraphs that stand in cells keep their numbers.
    expect(partOf(`1.1${parted}Huurder woont er.\n1.2${parted}Huurder betaalt.`, "Huurder betaalt.")).toBe("onder 1.2");
  });

  it("is the address of a quote, before its page", () => {
    const pages = [{ number: 1, startChar: 0, endChar: [...contract].length }];
    const { spans } = resolve(sourceOf(contract, { pages }), "Verhuurder onderhoudt de ketel.");
    expect(spans[0]?.address).toBe("artikel 9, p. 1");
  });
});
