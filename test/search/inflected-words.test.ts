import { describe, expect, it } from "vitest";
import type { FullTextHit } from "../../src/search/full-text-index.ts";
import { openFullTextIndex } from "../../src/search/sqlite-index.ts";
import { cellsOf } from "../support/cases/rows.ts";

/** What a search finds in texts of one line each, as their numbers. */
const found = (lines: readonly string[], text: string): number[] => {
  const index = openFullTextIndex(":memory:");
  try {
    index.put(
      lines.map((body, id) => ({ id: String(id), kind: "doc", date: "", title: "", body, people: [], facets: {} })),
    );
    return index.search({ text, limit: 50, offset: 0 }).hits.map((hit: FullTextHit) => Number(hit.id));
  } finally {
    index.close();
  }
};

describe("a search for one form of a word", () => {
  const meeting = cellsOf("questions/inflections.tsv", "one", "other");
  for (const [one, other] of meeting) {
    it(`meets ${one} and ${other} from either side, the form that was asked for first`, () => {
      const lines = [`Over ${one} staat hier iets.`, "Niets daarvan.", `Over ${other} staat hier iets.`];
      const same =
        one.normalize("NFD").replaceAll(/[\p{M}-]/gu, "") === other.normalize("NFD").replaceAll(/[\p{M}-]/gu, "");
      expect(found(lines, one)).toEqual(same ? expect.arrayContaining([0, 2]) : [0, 2]);
      expect(found(lines, other)).toEqual(same ? expect.arrayContaining([0, 2]) : [2, 0]);
    });
  }

  const apart = [
    ["ontslag", "ontslaan"],
    ["niet", "iets"],
    ["7:611", "7:612"],
    ["658a", "658b"],
    ["2025-12-09", "2025-12-10"],
  ] as const;
  for (const [one, other] of apart) {
    it(`keeps ${one} and ${other} apart`, () => expect(found([`x ${one} x`, `x ${other} x`], one)).toEqual([0]));
  }
});

describe("a query", () => {
  const lines = [
    "De brief over het loon ligt bij de werkgever.",
    "Het loon over de brief.",
    "Geen woord over de loonstrook.",
    "De werkgever betaalt.",
  ];
  const asked: readonly (readonly [query: string, answer: number[]])[] = [
    ['"brief over het loon"', [0]],
    ['"brieven over het loon"', []],
    ["loon*", [0, 1, 2]],
    ["+loon +werkgever", [0]],
    ["loon -werkgever", [1]],
    ['+loon -"over het loon"', [1]],
    ["werkgever loonstrook", [0, 2, 3]],
    ["-werkgever", [1, 2]],
    ['"ligt bij de w*"', [0]],
  ];
  for (const [query, answer] of asked) {
    it(`answers ${query}`, () => expect(found(lines, query).sort((a, b) => a - b)).toEqual(answer));
  }
});
