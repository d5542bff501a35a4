import { describe, expect, it } from "vitest";
import { canonicalNumber } from "../../../src/search/words/canonical-number.ts";
import { sequencesIn } from "../../../src/search/words/sequences.ts";
import { meantBy, type Spellings } from "../../../src/search/words/spelling.ts";
import { strongForms, weakStems } from "../../../src/search/words/verb-forms.ts";

describe("the one form of a number", () => {
  const same: readonly (readonly [written: string, canonical: string | undefined])[] = [
    ["2.500", "2500"],
    ["2.500,00", "2500"],
    ["2,500.00", "2500"],
    ["1.234.567,8", "1234567.80"],
    ["1234,56", "1234.56"],
    ["750,00", "750"],
    ["12.34.56.789", "123456789"],
    ["1234.56", undefined],
    ["7.12", undefined],
    ["5.2.1", undefined],
    ["1.234,567", undefined],
  ];
  for (const [written, canonical] of same)
    it(`is ${canonical ?? "what is written"} for ${written}`, () => expect(canonicalNumber(written)).toBe(canonical));
});

describe("what several words say together", () => {
  const said = (text: string): string[] => sequencesIn(text.split(" ")).map(({ reading }) => reading);

  it("is a date where a day, a month and a year stand together", () => {
    expect(said("op 9 december 2025 en march 3rd 2024")).toEqual(["2025-12-09", "2024-03-03"]);
    expect(said("in december 2025 of 40 mei 2020")).toEqual([]);
  });

  it("is an account number where its check digits are right, and only there", () => {
    expect(said("naar nl91 abna 0417 1643 00 voor")).toEqual(["nl91abna0417164300"]);
    expect(said("naar nl91 abna 0417 1643 01 voor")).toEqual(["0417164301"]);
  });
});

describe("a number in groups", () => {
  const said = (text: string): string[] => sequencesIn(text.split(" ")).map(({ reading }) => reading);
  it.each([
    ["van 1 250,00 bruto", ["1250"]],
    ["van 1 250.75 bruto", ["1250.75"]],
    ["eur 12 500 000", ["12500000"]],
    ["bsn 1234 56 782", ["123456782"]],
    ["bel 06 12 34 56 78", ["0612345678"]],
    ["bel 06 12345678", ["0612345678"]],
    ["in 2024 2025 en", []],
    ["op 12 34 af", []],
    ["rij 1 2 3 4 5 6 7 8", []],
    ["art 7 611", ["7611"]],
  ])("is one number: %s", (text, readings) => expect(said(text)).toEqual(readings));

  it("is an account number in whatever groups, by its check digits", () => {
    expect(said("nl91 abna 0417164300")).toEqual(["nl91abna0417164300"]);
    expect(said("nl91 abna 0417.1643.00")).toEqual(["nl91abna0417164300"]);
    expect(said("nl91 abna 0417164301")).toEqual([]);
  });
});

describe("forms of a Dutch verb", () => {
  it("keep its prefix, parted or not", () => {
    expect(strongForms("ontslaan")).toEqual(expect.arrayContaining(["ontsloeg", "ontslagen", "ontslaat"]));
    expect(strongForms("aangenomen")).toEqual(expect.arrayContaining(["aannemen", "aannam"]));
    expect(strongForms("overeenkomst")).toEqual([]);
  });

  it("are told by their spelling where the verb is weak", () => {
    expect(weakStems("gewerkt")).toContain("werk");
    expect(weakStems("ziekgemeld")).toContain("ziekmeld");
    expect(weakStems("betaald")).toContain("betaal");
    // Nobody writes it with a t behind an n: it is a noun.
    expect(weakStems("gemeente")).not.toContain("meen");
  });
});

describe("the word that was meant", () => {
  const counts = new Map([
    ["overeenkomst", 9],
    ["overeenkomsten", 2],
    ["termijn", 4],
    ["werkgever", 3],
    ["loon", 8],
    ["toon", 1],
  ]);
  const list: Spellings = {
    wordsFrom: (head) => [...counts.keys()].filter((word) => word.startsWith(head)),
    endingIn: (tail) => (tail.length < 3 ? [] : [...counts.keys()].filter((word) => word.endsWith(tail))),
    has: (word) => counts.has(word),
    countOf: (word) => counts.get(word) ?? 0,
  };
  const slips: readonly (readonly [typed: string, meant: string | undefined])[] = [
    ["overeemkomst", "overeenkomst"],
    ["oevreenkomst", "overeenkomst"],
    ["vereenkomst", "overeenkomst"],
    ["ovreenkomst", "overeenkomst"],
    ["wrekgever", "werkgever"],
    ["termijm", "termijn"],
    ["foon", undefined],
    ["qqqqqqqq", undefined],
    ["7:611", undefined],
  ];
  for (const [typed, meant] of slips)
    it(`is ${meant ?? "not known"} for ${typed}`, () => expect(meantBy(typed, list)).toBe(meant));
});
