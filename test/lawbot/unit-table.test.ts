import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StringPool } from "../../src/lawbot/text/string-pool.ts";
import { UnitPaths } from "../../src/lawbot/text/unit-paths.ts";
import { type UnitFacts, UnitTable } from "../../src/lawbot/text/unit-table.ts";

const facts: UnitFacts = { label: "", number: "", start: 0, end: 0, quotableStart: 0, quotable: true, flags: [] };

/** A few steps and whole addresses, so that paths meet each other in every way. */
const tail = fc.constantFrom("/A", "/B", "/A/B", "/B/A", "/A~2", "A", "/", "//", "/C__D", "/C");
const placement = fc.record({ parent: fc.nat(), isInside: fc.boolean(), tail });

describe("the paths of units", () => {
  it("are unique, found again, and refused to a second unit, as in a map of whole paths", () => {
    fc.assert(
      fc.property(fc.array(placement, { maxLength: 60 }), (placements) => {
        const paths = new UnitPaths(new StringPool());
        const model = new Map<string, number>();
        const placed: string[] = [];
        for (const { parent, isInside, tail: text } of placements) {
          const rank = parent % (placed.length + 1) === placed.length ? -1 : parent % (placed.length + 1);
          const path = isInside ? (placed[rank] ?? "") + text : text;
          expect(paths.add(placed.length, path, rank)).toBe(!model.has(path));
          if (model.has(path)) continue;
          model.set(path, placed.length);
          placed.push(path);
        }
        for (const [path, rank] of model) expect([paths.path(rank), paths.find(path)]).toEqual([path, rank]);
        for (const { tail: text } of placements) expect(paths.find(text)).toBe(model.get(text));
      }),
      { numRuns: 500 },
    );
  });

  it("are found among many thousand", () => {
    const paths = new UnitPaths(new StringPool());
    for (let article = 0; article < 3_000; article++) {
      const rank = article * 4;
      expect(paths.add(rank, `/Artikel${article}`, -1)).toBe(true);
      for (let lid = 1; lid <= 3; lid++) expect(paths.addStep(rank + lid, `/Lid${lid}`, rank)).toBe(true);
    }
    expect(paths.find("/Artikel2999/Lid3")).toBe(2_999 * 4 + 3);
    expect(paths.path(4 * 1_234 + 2)).toBe("/Artikel1234/Lid2");
    expect(paths.find("/Artikel2999/Lid4")).toBeUndefined();
    expect(paths.find("/Lid3")).toBeUndefined();
    expect(paths.find("")).toBeUndefined();
  });
});

describe("a table of units", () => {
  it("gives each unit back as it was told", () => {
    const table = new UnitTable();
    const article = table.begin("artikel", -1);
    table.place(article, "/Artikel1");
    const lid = table.begin("lid", article);
    table.placeStep(lid, "/Lid1");
    table.set(lid, { ...facts, label: "lid 1", number: "1", start: 3, end: 9, quotableStart: 5, flags: ["b", "a"] });
    table.set(article, { ...facts, label: "art. 1", number: "1", end: 9, quotable: false });
    expect([...table]).toMatchObject([
      {
        path: "/Artikel1",
        parentPath: "",
        label: "art. 1",
        element: "artikel",
        number: "1",
        quotable: false,
        flags: [],
      },
      {
        ...{ path: "/Artikel1/Lid1", parentPath: "/Artikel1", label: "lid 1", element: "lid", number: "1" },
        ...{ startChar: 3, endChar: 9, quotableStartChar: 5, quotable: true, flags: ["b", "a"] },
      },
    ]);
    expect([table.firstOf("lid"), table.firstOf("boek"), table.rankOf("/Artikel1/Lid1")]).toEqual([1, undefined, 1]);
  });
});
