import { describe, expect, it } from "vitest";
import { parseDutchCitations } from "../../src/citation/citation-parser.ts";
import type { LawNames } from "../../src/citation/known-law.ts";
import { renderDutch } from "../../src/citation/render.ts";
import { dutch } from "../../src/lawbot/nl/dutch.ts";
import { shippedNames } from "../../src/shipped-names.ts";
import { cellsOf } from "../support/cases/rows.ts";

const short = (text: string) =>
  parseDutchCitations(text, shippedNames().table()).map(({ citation }) => renderDutch(citation, "short"));

describe("a number and its letter that stand apart", () => {
  const cases = cellsOf("citations/letters.tsv", "text", "short");
  for (const [text, rendered] of cases) it(`reads "${text}"`, () => expect(short(text)).toEqual(rendered.split(" | ")));
});

describe("parts of an article", () => {
  const cases = cellsOf("citations/parts.tsv", "text", "short");
  for (const [text, rendered] of cases)
    it(`are read in "${text}"`, () => expect(short(text)).toEqual(rendered.split(" | ")));
});

describe("an enumeration over several laws", () => {
  it("goes on with bare numbers behind a citation that names its law", () => {
    expect(short("artikelen 90 van de WAO, 68 van de Ziektewet en 8 van de Zorgverzekeringswet")).toEqual([
      "art. 90 WAO",
      "art. 68 ZW",
      "art. 8 Zvw",
    ]);
    expect(short("de artikelen 44 lid 3 van Boek 3 en 228 van Boek 6")).toEqual([
      "art. 3:44 lid 3 BW",
      "art. 6:228 BW",
    ]);
  });

  it("does not begin with a bare number, whatever is counted", () => {
    expect(short("de hoofdstukken 2 en 3 van de Ziektewet")).toEqual([]);
    expect(short("artikel 3 van de Ziektewet. In afdeling 2 van de Wet milieubeheer")).toEqual(["art. 3 ZW"]);
    expect(short("artikel 3 van de Ziektewet en hoofdstuk 2 van de Wet milieubeheer")).toEqual(["art. 3 ZW"]);
  });
});

/** Acts of one day, and decrees that begin alike: what a hostile text would make a reader compare again and again. */
const crowd: readonly LawNames[] = Array.from({ length: 300 }, (_, index) => ({
  lawId: `BWBR${String(90_000 + index).padStart(7, "0")}`,
  title: `${index % 2 ? "Wet" : "Verordening heffing nummering"} van 8 juni 2005 tot wijziging van zaak ${index}`,
  citationTitle: index % 2 ? "" : `Verordening heffing nummering zaak ${index}`,
}));

describe("names at great length", () => {
  const hostile: readonly [piece: string, times: number, each: number][] = [
    ["artikel 3 van de Wettt opgave van zaken en dingen ", 1_000, 1],
    ["artikel 1 van de wet van 8 juni 2005 ", 1_300, 1],
    ["artikel 1 van de Verordenng heffing nummering zaak ", 1_000, 1],
    ["wordt verstaan onder: wet: de Ziektewet; artikel 3 van de wet. ", 800, 1],
    ["de Ziektewet, hierna: de ", 2_000, 0],
    ["verstaan onder ", 3_300, 0],
    ["van de ", 7_000, 0],
  ];
  // The second took half a minute while the words behind every date were looked at to the end of the text.
  for (const [piece, times, each] of hostile)
    it(`are read to the end: ${JSON.stringify(piece)} ${times} times`, () => {
      expect(dutch.parseCitations(piece.repeat(times), crowd)).toHaveLength(times * each);
    });
});
