import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { refinedQuery } from "../../src/tool/refined-query.ts";

describe("a wider query", () => {
  it.each([
    ['"schriftelijke toezegging"', "schriftelijke toezegging"],
    ["“schriftelijke toezegging”", "schriftelijke toezegging"],
    ["+contract verlenging", "contract verlenging"],
    ["contract -concept -“oud”", "contract"],
    ['contract -"niet dit"', "contract"],
    ["schriftelijke toezegging", "schrifteli* toezegg*"],
    ["schrifteli* toezegg*", "schrift* toez*"],
    ["loon 2025 7:611", "loon* 2025 7:611"],
    ["uur", ""],
    ["toez* 7:611", ""],
    ["-concept", ""],
    ["", ""],
  ])("for %j is %j", (query, wider) => {
    expect(refinedQuery(query)).toBe(wider);
  });

  it("is always another one, and following it ends", () => {
    const words = fc.array(
      fc.oneof(fc.constantFrom('"', "+", "-", "*", "contract*", "-a", '"a b"', "  "), fc.string({ unit: "grapheme" })),
    );
    fc.assert(
      fc.property(words, (parts) => {
        let query = parts.join(" ");
        let steps = 0;
        for (let next = refinedQuery(query); next !== ""; next = refinedQuery(query)) {
          expect(next).not.toBe(query);
          query = next;
          steps++;
          expect(steps).toBeLessThan(100);
        }
      }),
    );
  });
});
