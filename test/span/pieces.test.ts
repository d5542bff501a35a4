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

  it("are rows of a narrow table, each with its sum", () => {
    const rows = ["Lekdetectie en inspectie € 385,00", "Herstel aansluiting hemelwaterafvoer € 612,00", "Btw € 209,37"];
    expect(piecesIn([...rows, "Totaal inclusief btw, te voldoen binnen dertig dagen."].join("\n"))).toEqual([
      ...rows,
      "Totaal inclusief btw, te voldoen binnen dertig dagen.",
    ]);
  });

  it("go on behind a sum in the middle of a sentence", () => {
    const text = "Wij stellen vast dat de kosten van opsporing bedragen € 4.316,50\nen dat u die moet betalen.";
    expect(piecesIn(text)).toEqual([text]);
  });

  it("go on over a line that a program broke", () => {
    const wrapped = "Wij zullen het loon over de maand december 2025 aan u en aan\nAnna Bos betalen.";
    expect(piecesIn(wrapped)).toEqual([wrapped]);
  });

  it("are headings above a paragraph, whose first word had room on their line", () => {
    const body = "Het sluiten van een vestiging is een beslissing van de ondernemer zelf.";
    expect(piecesIn(`2. Sluiting van De Waterjuffer\n${body}`)).toEqual(["2. Sluiting van De Waterjuffer", body]);
  });

  // The part of the line that a sentence begins on is short, the line is not.
  it("go on where a sentence begins at the end of a line", () => {
    const text = "U bent op drie dagen niet verschenen zonder bericht. Bij de\nKamer van Koophandel staat iets anders.";
    expect(piecesIn(text)).toEqual([
      "U bent op drie dagen niet verschenen zonder bericht.",
      "Bij de\nKamer van Koophandel staat iets anders.",
    ]);
  });

  it("go on in a narrow column", () => {
    const column =
      "Wij hebben de overeenkomst met de\nHuurcommissie besproken en zien geen\nReden om daarvan af te wijken.";
    expect(piecesIn(column)).toEqual([column]);
  });

  it("hold every word of the text once, in order", () => {
    const text = "1. Een\n\ntwee;\n  drie vier. Vijf\r\n- zes";
    expect(piecesIn(text).join(" ").split(/\s+/u)).toEqual(text.split(/\s+/u));
  });
});
