import { describe, expect, it } from "vitest";
import { piecePlaces } from "../../src/span/pieces.ts";

const piecesIn = (text: string): string[] => piecePlaces(text).map(({ start, end }) => text.slice(start, end));

describe("pieces of a text", () => {
  it("are its sentences", () => {
    expect(piecesIn("Wij betalen. U werkt art. 3 lid 1 na!")).toEqual(["Wij betalen.", "U werkt art. 3 lid 1 na!"]);
  });

  it("are items of a list and clauses, whose sentence goes on", () => {
    expect(piecesIn("De ontvanger zal:\n(a) niets openbaar maken;\n2.2 niets kopiëren; en\n- niets verkopen.")).toEqual(
      ["De ontvanger zal:", "(a) niets openbaar maken;", "2.2 niets kopiëren; en", "- niets verkopen."],
    );
  });

  it("are rows of a table and headings, which nobody ends with a stop", () => {
    expect(piecesIn("Loonstrook\nBruto loon 3.200\nReiskosten 120")).toEqual([
      "Loonstrook",
      "Bruto loon 3.200",
      "Reiskosten 120",
    ]);
  });

  it("go on over a line that a program broke", () => {
    const wrapped = "Wij zullen het loon over de maand december 2025 aan u en aan\nAnna Bos betalen.";
    expect(piecesIn(wrapped)).toEqual([wrapped]);
  });

  it("hold every word of the text once, in order", () => {
    const text = "1. Een\n\ntwee;\n  drie vier. Vijf\r\n- zes";
    expect(piecesIn(text).join(" ").split(/\s+/u)).toEqual(text.split(/\s+/u));
  });
});
