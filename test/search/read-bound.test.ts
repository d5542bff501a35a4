import { describe, expect, it } from "vitest";
import type { IndexEntry } from "../../src/search/full-text-index.ts";
import { usualWriting } from "../../src/search/index-state.ts";
import { openFullTextIndex } from "../../src/search/sqlite-index.ts";

const entry = (number: number): IndexEntry => ({
  ...{ id: `d${number}`, kind: "doc", date: "", title: "", people: [], facets: {} },
  body: "de huurder betaalt de verhuurder de huurprijs en de waarborgsom ".repeat(20),
});

const indexThatReads = (readBytesMax: number) => {
  const index = openFullTextIndex(":memory:", { ...usualWriting, readBytesMax });
  index.put(Array.from({ length: 50 }, (_, number) => entry(number)));
  return index;
};
const asked = (text: string) => ({ text, limit: 10, offset: 0 });
const everything = "huurder verhuurder huurprijs waarborgsom betaalt ".repeat(5);

describe("what one search may read of an index", () => {
  it("is refused in words above its bound, each time, and a smaller one is answered beside it", () => {
    const index = indexThatReads(12_000);
    for (let time = 0; time < 3; time++) {
      expect(() => index.search(asked(everything))).toThrow(/would read more of the index/u);
      expect(index.search(asked("waarborgsom")).total).toBe(50);
    }
    index.close();
  });

  // The next search was told that the index is damaged, and it was filled anew, whatever that cost: one refused query of anybody did it.
  it("leaves the index as it was where it is refused in the middle of a word that is not written yet", () => {
    const short = (number: number) => ({ ...entry(number), body: number === 5 ? "waarborgsom" : "huurder bij" });
    const all = Array.from({ length: 6_000 }, (_, number) => short(number));
    for (const readBytesMax of [2_000, 5_000, 9_000, 14_000, 20_000, 27_000, 35_000]) {
      const index = openFullTextIndex(":memory:", { ...usualWriting, readBytesMax });
      index.put(all);
      for (let time = 0; time < 2; time++) {
        expect(() => index.search(asked('"huurder bij" bij huurder'))).toThrow(/more of the index/u);
        expect(index.search(asked("waarborgsom")).total).toBe(1);
      }
      index.close();
    }
  });

  it("counts what is done with places beside reading them", () => {
    const index = indexThatReads(30_000);
    expect(index.search(asked("huurder verhuurder")).total).toBe(50);
    expect(() => index.search(asked("NEAR(huurder huurder* verhuurder*, 100)"))).toThrow(/more of the index/u);
    index.close();
  });

  it("counts each word that is looked up, and each that is held against a pattern", () => {
    const index = openFullTextIndex(":memory:", { ...usualWriting, readBytesMax: 40_000 });
    const words = Array.from({ length: 2_000 }, (_, number) => `x${number}`).join(" ");
    index.put([{ ...entry(0), body: words }]);
    expect(index.search(asked("x7")).total).toBe(1);
    for (const text of ["x*", "*77*"]) expect(() => index.search(asked(text))).toThrow(/more of the index/u);
    index.close();
  });

  it("is told beforehand by nothing but the query and the index", () => {
    const bounds = [2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000];
    const answers = bounds.map((bound) => {
      const index = indexThatReads(bound);
      const tries = [1, 2, 3].map(() => {
        try {
          return index.search(asked(everything)).total;
        } catch (error) {
          return (error as { reason?: string }).reason;
        }
      });
      index.close();
      expect(new Set(tries).size).toBe(1);
      return tries[0];
    });
    expect(answers[0]).toBe("REQUEST_INVALID");
    expect(answers.at(-1)).toBe(50);
    expect(answers.lastIndexOf("REQUEST_INVALID")).toBeLessThan(answers.indexOf(50));
  });
});
