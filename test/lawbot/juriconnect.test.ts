import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Citation } from "../../src/citation/citation.ts";
import {
  type Juriconnect,
  looksLikeJuriconnect,
  parseJuriconnect,
  renderJuriconnect,
} from "../../src/citation/juriconnect.ts";
import { citationOf } from "../../src/citation/juriconnect-citation.ts";
import type { LawNames } from "../../src/citation/known-law.ts";
import { dutch } from "../../src/lawbot/nl/dutch.ts";
import { shippedNames } from "../../src/shipped-names.ts";

const read = (text: string): Juriconnect => {
  const reference = parseJuriconnect(text);
  if ("wrong" in reference) throw new Error(reference.wrong);
  return reference;
};

describe("a Juriconnect reference", () => {
  it("is taken apart into law, parts from outside inward, and dates", () => {
    const text =
      "jci1.3:c:BWBR0005290&boek=7&titeldeel=4&paragraaf=Onderafdeling_2&artikel=248&lid=1&o=b&o=2°&z=2026-01-01&g=2025-12-31";
    expect(read(text)).toEqual({
      version: "1.3",
      type: "c",
      lawId: "BWBR0005290",
      parts: [
        { name: "boek", value: "7" },
        { name: "titeldeel", value: "4" },
        { name: "paragraaf", value: "Onderafdeling 2" },
        { name: "artikel", value: "248" },
        { name: "lid", value: "1" },
        { name: "o", value: "b" },
        { name: "o", value: "2°" },
      ],
      dates: { z: "2026-01-01", g: "2025-12-31" },
    });
    expect(renderJuriconnect(read(text))).toBe(text);
  });

  it.each([
    ["1.0:v:BWBR0005537&artikel=9%3A17", "1.0:v:BWBR0005537&artikel=9:17"],
    ["1.0:v:BWB:BWBR0002629&artikel=4&g=1992-12-16", "1.0:v:BWBR0002629&artikel=4&g=1992-12-16"],
    ["1.0:v:BWB:BWBR0002320&artikel=23 (oud)&g=1995-12-20", "1.0:v:BWBR0002320&artikel=23_(oud)&g=1995-12-20"],
    [
      "jci1.31:v:BWBV0001000&artikel=8&s=2000-01-01&e=2001-01-01",
      "jci1.31:v:BWBV0001000&artikel=8&s=2000-01-01&e=2001-01-01",
    ],
    ["jci1.1:c:BWBR0005290&artikel=611", "jci1.1:c:BWBR0005290&artikel=611"],
    ["jci1.3:c:BWBR0005290&amp;artikel=611&amp;g=2024-01-01", "jci1.3:c:BWBR0005290&artikel=611&g=2024-01-01"],
    [
      "https://wetten.overheid.nl/jci1.3:c:BWBR0005290&g=2024-01-01&z=2024-01-02",
      "jci1.3:c:BWBR0005290&z=2024-01-02&g=2024-01-01",
    ],
    ["1.0:v:BWBR0029697&bijlage=", "1.0:v:BWBR0029697&bijlage="],
    ["jci1.3:c:BWBR0005290&wijzig-artikel=3&onzin=4", "jci1.3:c:BWBR0005290&wijzig-artikel=3&onzin=4"],
  ])("reads %s in the spellings of thirty years and writes it in one", (text, written) => {
    expect(renderJuriconnect(read(text))).toBe(written);
  });

  it.each([
    ["jci1.3:c:BWBR005290&artikel=1", "the id of the regulation in full"],
    ["1.0:v:&=", "the id of the regulation in full"],
    ["jci2.0:c:BWBR0005290", "begins like"],
    ["jci1.3:c:BWBR0005290&artikel", "is no part"],
    ["jci1.3:c:BWBR0005290&=7", "is no part"],
    ["jci1.3:c:BWBR0005290&artikel=%E0%A4%A", "is no part"],
    ["jci1.3:c:BWBR0005290&g=2024-02-30", "a day such as"],
    ["jci1.3:c:BWBR0005290&g=2024-01-01&g=2024-01-01", "must stand once"],
    [`jci1.3:c:BWBR0005290${"&o=a".repeat(33)}`, "more than 32 parts"],
    ["onbekend", "begins like"],
  ])("refuses %s and says why", (text, why) => {
    const reference = parseJuriconnect(text);
    expect("wrong" in reference ? reference.wrong : "").toContain(why);
  });

  it("is told from citations in words", () => {
    expect(looksLikeJuriconnect("jci1.3:c:BWBR1")).toBe(true);
    expect(looksLikeJuriconnect("1.0:v:&=")).toBe(true);
    expect(looksLikeJuriconnect("art. 7:611 BW")).toBe(false);
    expect(looksLikeJuriconnect("1.2:3 Awb")).toBe(false);
  });
});

const value = fc.string({ unit: fc.constantFrom(..."0123456789abzABZ:._%&#°=()+/ éß€"), maxLength: 20 });
const name = fc.constantFrom(
  "boek",
  "titeldeel",
  "artikel",
  "lid",
  "o",
  "bijlage",
  "circulaire.divisie",
  "sub-paragraaf",
  "nieuw",
);
const day = fc
  .date({ min: new Date("1815-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const reference: fc.Arbitrary<Juriconnect> = fc.record({
  version: fc.constantFrom("1.0", "1.1", "1.3", "1.31"),
  type: fc.constantFrom("c", "v"),
  lawId: fc
    .tuple(fc.constantFrom("R", "V"), fc.integer({ min: 0, max: 9_999_999 }))
    .map(([kind, number]) => `BWB${kind}${String(number).padStart(7, "0")}`),
  parts: fc.array(fc.record({ name, value }), { maxLength: 8 }),
  dates: fc.record({ z: day, g: day, s: day, e: day }, { requiredKeys: [] }),
});

describe("reading what was written", () => {
  it("gives every reference back, whatever its values hold", () => {
    const holds = (given: Juriconnect): void => {
      const again = read(renderJuriconnect(given));
      expect(again).toEqual({ ...given, dates: { ...given.dates } });
    };
    fc.assert(fc.property(reference, holds), { numRuns: 3_000 });
  });

  it("never throws, whatever it is given", () => {
    const pieces = fc.constantFrom(
      "jci1.3:",
      "c:",
      "BWBR0005290",
      "&",
      "artikel=",
      "o=",
      "%",
      "_",
      "=",
      "g=2024-01-01",
      "7",
      "é",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        const once = parseJuriconnect(text);
        if (!("wrong" in once)) expect(parseJuriconnect(renderJuriconnect(once))).toEqual(once);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("a reference and the citation in words", () => {
  const loaded: LawNames[] = [
    { lawId: "BWBR0099999", title: "", citationTitle: "Wet op de proef", abbreviations: ["Wop"], titles: [] },
  ];
  it.each([
    [
      "jci1.3:c:BWBR0005290&boek=7&titeldeel=10&afdeling=9&artikel=669&lid=3&o=g&g=2024-01-01",
      "art. 7:669 lid 3 onder g BW",
    ],
    ["jci1.3:c:BWBR0005290&artikel=658a&lid=1&lid=2", "art. 7:658a lid 1 en 2 BW"],
    ["1.0:v:BWB:BWBR0005290&artikel=7:611", "art. 7:611 BW"],
    ["1.0:v:BWBR0005537&artikel=9%3A17", "art. 9:17 Awb"],
    ["jci1.3:c:BWBR0005537&artikel=2:1", "art. 2:1 Awb"],
    ["jci1.3:c:BWBR0008498&artikel=9.14&o=b&o=2°", "art. 9.14 onder b onder 2° Arbobesluit"],
    ["1.0:v:BWB:BWBR0002320&artikel=23 (oud)", "art. 23 (oud) AWR"],
    ["jci1.3:c:BWBV0001000&artikel=8", "art. 8 EVRM"],
    ["jci1.3:c:BWBR0099999&artikel=4", "art. 4 Wop"],
    ["jci1.3:c:BWBR0088888&artikel=4", "art. 4 BWBR0088888"],
  ])("%s says %s", (jci, words) => {
    const citation = citationOf(read(jci), { register: shippedNames(), laws: loaded });
    expect(dutch.render(citation, "short")).toBe(words);
    // The law nobody knows has no name to be read by, and keeps its id.
    const again = dutch.parseCitations(words, loaded)[0]?.citation;
    expect(again).toEqual(citation);
  });

  it("is found in running text beside citations in words, with its place", () => {
    const text =
      "Zie art. 7:611 BW en jci1.3:c:BWBR0005290&artikel=629&lid=1&g=2024-01-01, en (1.0:v:BWBR0005537&artikel=3%3A4).";
    const found = dutch.parseCitations(text, []);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([
      "art. 7:611 BW",
      "jci1.3:c:BWBR0005290&artikel=629&lid=1&g=2024-01-01",
      "1.0:v:BWBR0005537&artikel=3%3A4",
    ]);
    expect(found.map(({ citation }) => dutch.render(citation, "short"))).toEqual([
      "art. 7:611 BW",
      "art. 7:629 lid 1 BW",
      "art. 3:4 Awb",
    ]);
    expect(found.map(({ citation }) => dutch.lawIds(citation, []))).toEqual([
      ["BWBR0005290"],
      ["BWBR0005290"],
      ["BWBR0005537"],
    ]);
  });

  it("names its law by id where no table knows it", () => {
    const [found] = dutch.parseCitations("jci1.3:c:BWBR0088888&artikel=4", []);
    expect(found && dutch.lawIds(found.citation, [])).toEqual(["BWBR0088888"]);
  });
});

/** Citations that a reference can express: one article, leden listed, one way down the items. */
const mark = fc.constantFrom("a", "b", "g", "1°", "aa");
const expressible = fc.record({
  law: fc.constantFrom(["BW", "7:"], ["BW", "6:"], ["Awb", ""], ["WIA", ""], ["EVRM", ""]),
  number: fc.integer({ min: 1, max: 1_000 }),
  leden: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }),
  marks: fc.array(mark, { maxLength: 3 }),
});

describe("words to reference and back", () => {
  it("gives the same citation for every one that a reference can express", () => {
    fc.assert(
      fc.property(expressible, ({ law: [law = "", book = ""], number, leden, marks }) => {
        const paragraphs = leden.map((lid) => ({ number: String(lid), through: "" }));
        const items = marks.length > 0 ? [{ marks, through: "" }] : [];
        const hasPart = paragraphs.length + items.length > 0;
        const pinpoint = { relation: "and", paragraphs, introductory: false, items, sentences: [] } as const;
        const citation: Citation = {
          ...{ kind: "statute", law, lawRaw: "", caseNumber: "" },
          provisions: [
            {
              ...{ relation: "and", number: `${book}${number}`, through: "", andFollowing: false, former: false },
              pinpoints: hasPart ? [pinpoint] : [],
            },
          ],
        };
        const queries = dutch.locate(citation, []);
        const first = queries[0];
        if (!first || !("lawId" in first)) throw new Error("the citation was meant to be of a known law");
        const given: Juriconnect = {
          ...{ version: "1.3", type: "c", lawId: first.lawId, dates: {} },
          parts: [
            { name: "artikel", value: first.article.number },
            ...leden.map((lid) => ({ name: "lid", value: String(lid) })),
            ...marks.map((each) => ({ name: "o", value: each })),
          ],
        };
        expect(citationOf(read(renderJuriconnect(given)), { register: shippedNames(), laws: [] })).toEqual(citation);
      }),
      { numRuns: 1_000 },
    );
  });
});
