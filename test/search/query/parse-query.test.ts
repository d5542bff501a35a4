import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { periodOf } from "../../../src/search/query/dates.ts";
import { parseQuery } from "../../../src/search/query/parse-query.ts";

describe("a query", () => {
  const readings: readonly (readonly [typed: string, reading: string])[] = [
    ["loon brief", ""],
    ["a1 OR b1 AND c1", "a1 OR (b1 AND c1)"],
    ["(a1 OR b1) AND c1", "(a1 OR b1) AND c1"],
    ["a1 NOT b1", "a1 AND NOT b1"],
    ["a1 AND NOT (b1 OR c1)", "a1 AND NOT (b1 OR c1)"],
    ["a1 b1 AND c1", "(a1 OR b1) AND c1"],
    ["x1 a1 w/5 b1", "x1 OR a1 w/5 b1"],
    ["(a1 OR b1) w/5 c1", "(a1 OR b1) w/5 c1"],
    ["from:jan to:bos loon", "from:jan AND to:bos AND loon"],
    ["(loon and ziekte) or brief", "(loon AND ziekte) OR brief"],
    ["UWV AND WIA", "uwv AND wia"],
    ["before:2025-01-01", "date:..2024-12-31"],
    ["date:>2024", "date:2025.."],
    ["has:bijlage", "has:attachment"],
    ["hasattachment:no loon", "NOT has:attachment AND loon"],
    ["9 december 2025 OR loon", '"9 december 2025" OR loon'],
  ];
  for (const [typed, reading] of readings) {
    it(`is read: ${typed}`, () => expect(parseQuery(typed)).toMatchObject({ reading, notes: [] }));
  }

  const sentences = [
    "Wij hebben de brief van 3 maart ontvangen (zie bijlage) en betwisten die.",
    "HIJ HEEFT NIET BETAALD EN DAT BLIJFT ZO",
    "zie https://www.voorbeeld.nl/a?b=c en ECLI:NL:HR:2016:162",
    "art. 7:669 lid 3 onder g BW, om 10:30 uur",
    "dit and that or not",
  ];
  for (const sentence of sentences) {
    it(`is words, where it is a sentence: ${sentence}`, () => {
      const { notes, expression } = parseQuery(sentence);
      expect(notes).toEqual([]);
      expect(JSON.stringify(expression)).not.toMatch(/"kind":"(?:all|not|near|field)"/);
    });
  }

  it("has the fields of its corpus alone, and says so of others", () => {
    const { notes, reading } = parseQuery("from:jan loon", "titles");
    expect(notes).toEqual(["There is no from: to ask by here; from:jan was left out."]);
    expect(reading).toBe("loon");
  });

  it("never fails, whatever is typed, and says something of every bracket without a partner", () => {
    const parts = fc.array(
      fc.constantFrom(
        "(",
        ")",
        "AND",
        "OR",
        "NOT",
        "w/5",
        "NEAR(",
        "from:",
        "date:",
        "has:",
        "-",
        "+",
        '"',
        "*",
        "?",
        "loon",
        "constructor",
        ":",
        "a b",
        ",",
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(parts, fc.constantFrom("", " "), (list, between) => {
        const { notes } = parseQuery(list.join(between));
        expect(new Set(notes).size).toBe(notes.length);
      }),
      { numRuns: 500 },
    );
    expect(parseQuery("(loon").notes).toHaveLength(1);
    expect(parseQuery("loon)").notes).toHaveLength(1);
    expect(parseQuery("(".repeat(400)).notes.length).toBeGreaterThan(0);
  });
});

describe("a date in a query", () => {
  const periods: readonly (readonly [written: string, from: string, to: string])[] = [
    ["2025", "2025", "2025"],
    ["2025-03", "2025-03", "2025-03"],
    ["3-2025", "2025-03", "2025-03"],
    ["maart 2025", "2025-03", "2025-03"],
    ["10-3-2025", "2025-03-10", "2025-03-10"],
    ["10 maart 2025", "2025-03-10", "2025-03-10"],
    ["2025/03/10", "2025-03-10", "2025-03-10"],
    ["2024..2025-03", "2024", "2025-03"],
    ["2025-03-01..", "2025-03-01", ""],
    ["..1-3-2025", "", "2025-03-01"],
    [">2025-12", "2026-01", ""],
    ["<=2025", "", "2025"],
    ["<2025-03-01", "", "2025-02-28"],
  ];
  for (const [written, from, to] of periods) {
    it(`is ${from}..${to} for ${written}`, () => expect(periodOf(":", written)).toEqual({ from, to }));
  }
  for (const written of ["", "gisteren", "2025-13", "30-2-2025", "..", "1..2..3", "2025-02-30"]) {
    it(`is none for ${written || "nothing"}`, () => expect(periodOf(":", written)).toBeUndefined());
  }
});
