import { describe, expect, it } from "vitest";
import { parseDutchCitations } from "../../src/citation/citation-parser.ts";
import type { LawNames } from "../../src/citation/known-law.ts";
import { renderDutch } from "../../src/citation/render.ts";
import { dutch } from "../../src/lawbot/nl/dutch.ts";
import { shippedNames } from "../../src/shipped-names.ts";

const short = (text: string) =>
  parseDutchCitations(text, shippedNames().table()).map(({ citation }) => renderDutch(citation, "short"));

describe("a number and its letter that stand apart", () => {
  const cases: readonly [text: string, rendered: readonly string[]][] = [
    ["art. 22 b lid 2 WvSr", ["art. 22b lid 2 Sr"]],
    ["artikel 59 e, tweede lid, van de Wet op de arbeidsongeschiktheidsverzekering", ["art. 59e lid 2 WAO"]],
    // Item e of article 59, or article 59e: no lid tells, so it is left open.
    ["artikel 59 e van de Wet op de arbeidsongeschiktheidsverzekering", ["art. 59"]],
    ["artikel 10 bis van de Ziektewet", ["art. 10bis ZW"]],
    ["artikel F 2 van de Gemeentewet", ["art. F 2 Gemw"]],
    ["artikel I-S102a van de Ziektewet", ["art. I-S102a ZW"]],
    ["artikel II 2e lid van de Ziektewet", ["art. II lid 2 ZW"]],
    ["artikel V 2e lid van de Ziektewet", ["art. V lid 2 ZW"]],
    // A list of items, a little word, a sentence that goes on: no letter of the number's.
    ["artikel 3, onder a, b en c, van de Ziektewet", ["art. 3 onder a, b en c ZW"]],
    ["artikel 7 in de Ziektewet", ["art. 7 ZW"]],
    ["artikel 7 Z", ["art. 7"]],
  ];
  for (const [text, rendered] of cases) it(`reads "${text}"`, () => expect(short(text)).toEqual(rendered));
});

describe("parts of an article", () => {
  const cases: readonly [text: string, rendered: readonly string[]][] = [
    ["art. 7:669 lid 3 g BW", ["art. 7:669 lid 3 onder g BW"]],
    ["artikel 7:669, derde lid, g, van het BW", ["art. 7:669 lid 3"]],
    ["art. 70, onder sub 1° WvSr", ["art. 70 onder 1° Sr"]],
    ["art. 420, lid 1 en lid 2 (eerste volzin) WvSv", ["art. 420 lid 1 en lid 2 eerste volzin Sv"]],
    ["artikel 17, eerste lid, aanhef en onder ten tweede, van de Ziektewet", ["art. 17 lid 1 aanhef en onder 2° ZW"]],
    [
      "artikel 5a, eerste lid, onderdeel a, ten eerste en ten tweede van de Ziektewet",
      ["art. 5a lid 1 onder a onder 1° en onder a onder 2° ZW"],
    ],
    [
      "artikel 18d, eerste lid, onderdelen a (indexatie) en c (waardeoverdracht), van de Ziektewet",
      ["art. 18d lid 1 onder a en c ZW"],
    ],
    [
      "artikel 96, tweede lid, sub b. onder 6°, en sub d., van de Ziektewet",
      ["art. 96 lid 2 onder b onder 6° en onder d ZW"],
    ],
    [
      "tweede, derde en vierde lid, eerste volzin, alsmede het vijfde en zesde lid van artikel 20 van Boek 3 van het Burgerlijk Wetboek",
      ["art. 3:20 lid 2, 3 en 4 eerste volzin en lid 5 en 6 BW"],
    ],
    // Words in brackets that say something else, and "ten eerste" as a turn of speech, are left alone.
    ["artikel 3, onder a (hierna: de regel) en b", ["art. 3 onder a"]],
    ["artikel 3 (oud) van de Ziektewet", ["art. 3 (oud) ZW"]],
    ["artikel 3 van de Ziektewet, ten eerste omdat", ["art. 3 ZW"]],
  ];
  for (const [text, rendered] of cases) it(`are read in "${text}"`, () => expect(short(text)).toEqual(rendered));
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
