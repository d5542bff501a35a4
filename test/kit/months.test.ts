import { describe, expect, it } from "vitest";
import { monthForms, monthNames, monthOf } from "#kit/months.ts";

describe("months", () => {
  it("are twelve in each language, and each name leads back to its number", () => {
    for (const names of Object.values(monthNames))
      expect(names.map((name) => monthOf(name.toLowerCase()))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it("are known by their short forms, and a word that only begins like one is none", () => {
    expect(["mrt", "mar", "okt", "oct", "sept", "febr"].map(monthOf)).toEqual([3, 3, 10, 10, 9, 2]);
    expect(["maar", "meid", "decor", ""].map(monthOf)).toEqual([0, 0, 0, 0]);
  });

  it("are listed longest first, so that a pattern of them takes the whole name", () => {
    const pattern = new RegExp(monthForms.join("|"), "u");
    for (const form of monthForms) expect(pattern.exec(form)?.[0]).toBe(form);
  });
});
