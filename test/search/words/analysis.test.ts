import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyse, queryTerms } from "../../../src/search/words/analysis.ts";

const raws = (text: string): string[] =>
  analyse(text, "nl")
    .filter(({ isExtra }) => !isExtra)
    .map(({ raw }) => raw);
const extras = (text: string): string[] =>
  analyse(text, "nl")
    .filter(({ isExtra }) => isExtra)
    .map(({ raw }) => raw);

describe("analyse", () => {
  const whole: readonly (readonly [text: string, tokens: string[]])[] = [
    ["art. 7:611 BW", ["art", "7:611", "bw"]],
    ["artikel 7:658a en 658a, 9.14 en 7:671b.", ["artikel", "7:658a", "en", "658a", "9.14", "en", "7:671b"]],
    ["ECLI:NL:HR:2016:162.", ["ecli:nl:hr:2016:162"]],
    ["€ 1.234,56 op 2025-12-09", ["1.234,56", "op", "2025-12-09"]],
    ["Reïntegratie, re-integratie en reintegratie", ["reintegratie", "reintegratie", "en", "reintegratie"]],
    ["E-mail of email, één café", ["email", "of", "email", "een", "cafe"]],
    ["foto's en foto’s", ["fotos", "en", "fotos"]],
    ["werk\u00adgever eﬃciënt ĳs", ["werkgever", "efficient", "ijs"]],
    ["re-integratie-traject", ["reintegratie", "traject"]],
    ["naïef NAÏEF na\u0308i", ["naief", "naief", "nai"]],
  ];
  for (const [text, tokens] of whole) it(`reads "${text}"`, () => expect(raws(text)).toEqual(tokens));

  it("indexes the whole of a compound, parts of addresses and the ISO form of dates beside the words", () => {
    expect(extras("arbo-dienst")).toEqual(["arbodienst"]);
    expect(extras("jan.smit@bedrijf.example")).toEqual(["jan", "smit", "bedrijf", "example"]);
    expect([extras("9-12-2025"), extras("09/12/2025"), extras("9.12.2025")]).toEqual([
      ["2025-12-09"],
      ["2025-12-09"],
      ["2025-12-09"],
    ]);
  });

  it("stems words and nothing that holds a digit", () => {
    const stems = (word: string): readonly string[] => analyse(word, "nl")[0]?.stems ?? [];
    expect(stems("werkgevers")).toEqual(stems("werkgever"));
    expect(stems("toezeggingen")).toEqual(stems("toezegging"));
    expect(stems("658a")).toEqual(["658a"]);
  });

  it("says where each token stands, for any string, and makes no token that FTS5 could read as syntax", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 120 }), (text) => {
        for (const { raw, stems, start, end } of analyse(text, "both")) {
          expect(raw).toMatch(/^[\p{L}\p{N}\p{M}:.,\-/@_+]+$/u);
          expect(raw.length).toBeLessThanOrEqual(64);
          expect(stems.length).toBeGreaterThan(0);
          expect(0 <= start && start < end && end <= text.length).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("queryTerms", () => {
  it("drops stop words unless there is nothing else, and never a negation", () => {
    expect(queryTerms("de werkgever heeft niet betaald")).toEqual(queryTerms("werkgever niet betaald"));
    expect(queryTerms("de").length).toBeGreaterThan(0);
  });
});
