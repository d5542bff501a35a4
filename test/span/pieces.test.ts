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

  // A letter's PDF broke its line behind the sign; the quotation began with “1.850 aan studiekosten” and the draft was refused for its sum.
  it.each([
    "Uw dienstverband is op 24 april in de proeftijd beëindigd en u bent ons €\n1.850 aan studiekosten verschuldigd.",
    "De schade aan de vloer hebben wij door een aannemer laten begroten op\n1.850 euro, exclusief btw.",
    "You owe the company for the course that it paid in the last year a sum of £\n12.50 a month.",
    "Over het lek in de kelder van het pand hebben wij eerder gesproken met\ndhr. Bos van de vereniging.",
    "Wij verwijzen naar wat daarover in de algemene voorwaarden staat onder\nart. 7 over meerwerk.",
  ])("go on with a sum or a shortened word at the beginning of a line: %s", (text) => {
    expect(piecesIn(text)).toEqual([text]);
  });

  // A year or a number that had no room on its line was taken for the number of an item, and two sentences for one.
  it.each([
    ["Uw arbeidsovereenkomst eindigt van rechtswege op 28 februari\n2026.", "Een vast contract is u niet toegezegd."],
    ["Het aantal spoedgevallen is in het jaar daarop teruggelopen van 310 naar\n188.", "U hebt geweigerd te komen."],
    ["De schade aan de vloer van de keuken hebben wij laten begroten op €\n1.850.", "Dat bedrag houden wij in."],
  ])("end with a number at the beginning of a line: %s", (one, other) => {
    expect(piecesIn(`${one} ${other}`)).toEqual([one, other]);
  });

  it("are items of a list whose last words have no stop, however long they are", () => {
    const items = [
      "1. de vloer in de hal van de woning is gelijk afgewerkt",
      "2. de muur in de hal van de woning is wit gesausd",
      "3. de deur van de meterkast sluit weer zoals het hoort",
    ];
    expect(piecesIn(items.join("\n"))).toEqual(items);
  });

  it("are items by letters and Roman numbers", () => {
    const items = ["a. het loon over mei", "ii. de vakantiebijslag", "XIV) de reiskosten"];
    expect(piecesIn(items.join("\n"))).toEqual(items);
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

  it("are the same however wide a program broke the lines", () => {
    const text =
      "Uw dienstverband is op 24 april 2026 in de proeftijd beëindigd. U bent ons € 1.850,00 aan studiekosten verschuldigd, dat is 3.700 euro gedeeld door 2. " +
      "Wij wijzen u op art. 7 van de overeenkomst van dhr. Bos van 28 februari 2025. Het aantal klachten nam toe van 11 naar 23. Dat heeft u niet weersproken; " +
      "wel schreef u: “dat zoek ik uit.” Op 3 maart 2026 sprak u met mw. S. de Vries (locatie Zuid). Zij vroeg u om € 90.";
    const joined = (some: readonly string[]) => some.map((one) => one.replace(/\s+/gu, " "));
    for (let width = 48; width <= 100; width++) {
      const broken = text.replace(new RegExp(`(.{1,${width}})(?: |$)`, "gu"), "$1\n").trim();
      expect(joined(piecesIn(broken)), String(width)).toEqual(piecesIn(text));
    }
  });
});
