import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NumberTable } from "../../src/kit/number-table.ts";

describe("a table of numbers", () => {
  it("finds what was added and not removed, as a map does", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(2_500)), { maxLength: 4_000 }), (steps) => {
        const [texts, map] = [[""], new Map<string, number>()];
        const table = new NumberTable((number) => texts[number] as string);
        for (const [isAdded, value] of steps) {
          const one = String(value);
          if (!isAdded) {
            table.delete(one);
            map.delete(one);
          } else if (!map.has(one)) {
            const number = texts.push(one) - 1;
            table.add(number, one);
            map.set(one, number);
          }
        }
        for (let value = 0; value <= 2_500; value++) expect(table.find(String(value))).toBe(map.get(String(value)));
      }),
      { numRuns: 20 },
    );
  });

  it("grows past its first room", () => {
    const texts = Array.from({ length: 20_000 }, (_, number) => `text ${number}`);
    const table = new NumberTable((number) => texts[number] as string);
    for (let number = 1; number < texts.length; number++) table.add(number, texts[number] as string);
    expect([1, 700, 19_999].map((number) => table.find(`text ${number}`))).toEqual([1, 700, 19_999]);
    expect(table.find("text 0")).toBeUndefined();
  });
});
