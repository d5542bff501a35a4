import { describe, expect, it } from "vitest";
import { dateInWords } from "../../src/export/days.ts";
import { placeIn } from "../../src/export/place-words.ts";
import { searchedIn } from "../../src/export/scope.ts";
import type { Locale } from "../../src/messages/locale.ts";
import { speechOf } from "../../src/messages/speech.ts";

const placesIn = (locale: Locale) => (label: string) => placeIn(label, locale);

describe("a date in words", () => {
  it.each([
    ["2025-12-09", "9 december 2025"],
    ["2025-12-09T10:00:00.000Z", "9 december 2025"],
    ["2025-12-08T23:30:00.000Z", "9 december 2025"],
    ["2025-06-30T22:30:00Z", "1 juli 2025"],
    ["2025-12-08T23:30:00-05:00", "8 december 2025"],
    ["", ""],
    ["vorige week", ""],
  ])("of %s is %s: the day it was in the Netherlands", (iso, expected) => {
    expect(dateInWords(iso, "nl")).toBe(expected);
  });

  it("is English in an English memo", () => {
    expect(dateInWords("2025-03-01", "en")).toBe("1 March 2025");
  });
});

describe("a footnote to a search", () => {
  const nl = speechOf("nl");
  const en = speechOf("en");

  it("says that its hits were looked at only where a person dismissed them, and how many", () => {
    expect(searchedIn("alles", 4, nl)).toBe("Doorzocht: alles; de 4 treffers zijn bekeken en doen niet ter zake");
    expect(searchedIn("alles", 1, nl)).toBe("Doorzocht: alles; de ene treffer is bekeken en doet niet ter zake");
    expect(searchedIn("all", 4, en)).toBe("Searched: all; the 4 matches were looked at and do not matter");
    expect(searchedIn("alles", 0, nl)).toBe("Doorzocht: alles; zonder treffer");
  });

  it("tells of the documents, the limits and the words, not of the program", () => {
    const scope = 'Vault, strand "zaak-1", 7 documents: kind email, from 2025-01-01, query: "belang"';
    expect(searchedIn(scope, 0, nl)).toBe(
      'gezocht in de 7 documenten van het dossier (alleen email, vanaf 2025-01-01) naar "belang"; zonder treffer',
    );
    const all = 'Vault, strand "zaak-1", 1 documents: every kind, query: belang';
    expect(searchedIn(all, 0, en)).toBe("searched the one document of the file for belang; without a match");
  });

  it("says the signs of a search in words, but for what was looked for as it stands", () => {
    const scope = 'Vault, strand "zaak-1", 7 documents: every kind, query: douche AND "AND nog" OR loopt';
    expect(searchedIn(scope, 0, nl)).toContain('naar douche en "AND nog" of loopt;');
    expect(searchedIn(scope, 0, en)).toContain('for douche and "AND nog" or loopt;');
  });

  it("claims nothing of hits that nobody is recorded to have looked at", () => {
    for (const text of [searchedIn("alles", undefined, nl), searchedIn("all", undefined, en)])
      expect(text).not.toMatch(/bekeken|looked at|zonder|without/);
  });
});

describe("a footnote to a place", () => {
  it("shows its label, in the memo's language", () => {
    for (const label of ["p. 3", "onder “Werkplek”", "artikel 5.2", "onder 5.2", "vanaf “Wij bevestigen dat”"])
      expect(placesIn("nl")(label)).toBe(label);
    expect(["p. 3", "onder “Werkplek”", "artikel 5.2", "vanaf “Wij”"].map(placesIn("en"))).toEqual([
      ...["p. 3", "under “Werkplek”", "article 5.2", "from “Wij”"],
    ]);
  });

  it("names sheets, cells and slides in the memo's language, and leaves their names as they are", () => {
    const english = [
      "sheet “Uren, cell”, cell B4",
      "sheet “Uren”, cells A1:D1",
      "sheet “sheet 1”",
      "slide 3",
      "slide 3, notes",
      "sheet “A”, comment by Jan Smit on cell B1",
      "sheet “A”, cell B4, struck through",
    ];
    const dutch = [
      "blad “Uren, cell”, cel B4",
      "blad “Uren”, cellen A1:D1",
      "blad “sheet 1”",
      "dia 3",
      "dia 3, notities",
      "blad “A”, opmerking van Jan Smit bij cel B1",
      "blad “A”, cel B4, doorgehaald",
    ];
    expect(english.map(placesIn("nl"))).toEqual(dutch);
    expect(dutch.map(placesIn("en"))).toEqual(english);
  });

  it("says in the memo's language how the document numbers its parts, both ways", () => {
    const dutch = ["hoofdstuk 2", "bijlage 1", "paragraaf 3.1", "clausule 9", "lid 2", "alinea 4", "vanaf “Wij”"];
    const english = ["chapter 2", "annex 1", "section 3.1", "clause 9", "paragraph 2", "paragraph 4", "from “Wij”"];
    expect(dutch.map(placesIn("en"))).toEqual(english);
    expect(["chapter 2", "annex 1", "schedule 1", "section 3.1", "Clause 9", "p. 3"].map(placesIn("nl"))).toEqual([
      ...["hoofdstuk 2", "bijlage 1", "bijlage 1", "paragraaf 3.1", "clausule 9", "p. 3"],
    ]);
    // What stands in a heading is the document's own, and so is a word that numbers nothing.
    for (const label of ["under “Bijlage 1”", "werkplek 3"]) expect(placesIn("en")(label)).toBe(label);
  });

  it("never shows the id of a passage", () => {
    for (const locale of ["nl", "en"] as const) expect(placesIn(locale)(`${"a1".repeat(32)}#1:0`)).toBe("");
  });
});
