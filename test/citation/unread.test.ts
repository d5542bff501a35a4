import { describe, expect, it } from "vitest";
import { readCitations } from "../../src/citation/read-citations.ts";
import { unreadCitations } from "../../src/citation/unread.ts";
import { shippedNames } from "../../src/shipped-names.ts";

const names = { register: shippedNames(), laws: [] };
const unread = (text: string) => unreadCitations(text, readCitations(text, names));

describe("what looks like a citation and is not read", () => {
  it.each([
    ["number-and-capitals", "Dat volgt uit ", "12 XYZ", " en uit de stukken."],
    ["publication", "Zie ", "NJ 2016/999", "."],
    ["publication", "Zie ", "JAR 2018, 4", "."],
    ["publication", "De wet staat in ", "Stb. 2016, 162", "."],
    ["court-and-date", "De ", "Hoge Raad 12 februari 2016", " besliste anders."],
    ["court-and-date", "Zie ", "Rb. Amsterdam 3 mei 2019", "."],
    ["court-and-date", "Zie ", "Rb. Den Haag (zittingsplaats Amsterdam) 20 maart 2013", "."],
    ["court-and-date", "Het ", "vonnis van 3-5-2019", " is duidelijk."],
    ["broken-ecli", "Zie ", "ECLI:NL:HR:2016", " over loon."],
    ["case-number", "Het Hof in ", "zaak C-55/12", " meent dat."],
    ["named-ruling", "Volgens het ", "arrest Van Hese/De Schelde", " is dat zo."],
    ["named-ruling", "Volgens ", "het Haviltex-arrest", " is dat zo."],
    ["settled-case-law", "Het is ", "vaste rechtspraak", " dat dit zo is."],
    ["consideration", "Dat staat in ", "r.o. 3.8", " van die uitspraak."],
    ["union-act", "Zie ", "Richtlijn 2003/88/EG", "."],
    ["number-with-colon", "Dat staat vast: ", "7:611", "; zo is het."],
    ["settled-case-law", "", "Kantonrechters oordelen", " daar anders over."],
    ["settled-case-law", "The ", "courts consistently hold", " that this is so."],
    ["parliamentary-paper", "De ", "memorie van toelichting", " is duidelijk."],
    ["parliamentary-paper", "Zie ", "Kamerstukken II 2013/14, 33818", "."],
  ])("is told as %s, with its place: %s%s", (form, before, words, after) => {
    const [found, ...others] = unread(before + words + after);
    expect(found).toMatchObject({ form, start: before.length, end: before.length + words.length, raw: words });
    expect(others).toEqual([]);
  });

  it("is told with the day of the court's decision", () => {
    expect(unread("Zie HR 29 januari 2016.")[0]?.day).toBe("2016-01-29");
    expect(unread("Zie Rb. Utrecht 3-5-2019.")[0]?.day).toBe("2019-05-03");
  });

  it("belongs to the ruling that is read right beside it, and to none further off", () => {
    const full = "Zie HR 29 januari 2016, ECLI:NL:HR:2016:162, r.o. 3.8, NJ 2016/173, m.nt. A. Jansen.";
    expect(unread(full).map(({ form, beside }) => [form, beside?.citation.caseNumber])).toEqual([
      ["court-and-date", "ECLI:NL:HR:2016:162"],
      ["publication", "ECLI:NL:HR:2016:162"],
    ]);
    const apart = "Zie HR 29 januari 2016 en anders dan daar ECLI:NL:HR:2016:162.";
    expect(unread(apart)[0]?.beside).toBeUndefined();
  });

  it("is not found in plain sentences with numbers, sums, days and names", () => {
    for (const text of [
      "Op 9 december 2025 om 10:14 schreef de werkgever over 3 dagen en € 5.000 netto.",
      "Het UWV nam in 2015 WIA-aanvragen in behandeling; er waren 12 medewerkers bij ABN AMRO.",
      "De map van 20 MB staat op de server; de kosten zijn 1.200 EUR of 5 USD.",
      "Productie 3 bevat drie e-mails, nummer 4 een brief, en de kamer op de 2e verdieping is leeg.",
      "De uitspraak van de werkgever op 3 mei 2019 was duidelijk.",
    ])
      expect([text, unread(text)]).toEqual([text, []]);
  });

  it("takes no long time over hostile text", () => {
    for (const text of ["HR ".repeat(30_000), "A".repeat(90_000), "arrest X".repeat(10_000), "12 ".repeat(30_000)])
      expect(unreadCitations(text, [])).toBeDefined();
  });
});
