import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyseUnstemmed } from "../../src/search/analysis.ts";
import { SurfaceTable } from "../../src/search/surface-table.ts";
import { eachSurface, readingsOf } from "../../src/search/surfaces.ts";

const bySurface = (text: string): { words: string[]; extras: string[] } => {
  const found = { words: [] as string[], extras: [] as string[] };
  eachSurface(text, (start, end) => {
    const { words, extras } = readingsOf(text.slice(start, end));
    found.words.push(...words);
    found.extras.push(...extras);
  });
  return found;
};
const whole = (text: string): { words: string[]; extras: string[] } => {
  const tokens = analyseUnstemmed(text);
  return {
    words: tokens.filter(({ isExtra }) => !isExtra).map(({ raw }) => raw),
    extras: tokens.filter(({ isExtra }) => isExtra).map(({ raw }) => raw),
  };
};

/** What decides where tokens begin and end, close together. */
const telling = fc
  .array(
    fc.constantFrom(
      ..."aZë9 .,:;/-_+@'’‐\u00ad\u200b\n(é€\u0301",
      "ecli:nl:hr:2016:162",
      "9-12-2025",
      "1.234,56",
      "7:611",
      "re-",
      "jan@x.nl",
      "foto's",
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(""));

describe("surfaces", () => {
  it("have the same readings as the text they were cut from", () => {
    fc.assert(
      fc.property(fc.oneof(telling, fc.string({ unit: "binary", maxLength: 80 })), (text) => {
        expect(bySurface(text)).toEqual(whole(text));
      }),
      { numRuns: 3_000 },
    );
  });

  it("leave signs after a word away, so that a word is one surface wherever it stands", () => {
    const surfaces: string[] = [];
    const text = "Loon, loon. (loon) loon: loon- ... -";
    eachSurface(text, (start, end) => surfaces.push(text.slice(start, end)));
    expect(surfaces).toEqual(["Loon", "loon", "loon", "loon", "loon"]);
  });
});

describe("the table of surfaces", () => {
  it("gives each surface its own reading, also when hashes are equal and the table grows", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), { maxLength: 200 }), (surfaces) => {
        const table = new SurfaceTable();
        for (const [number, surface] of surfaces.entries()) {
          table.add(surface, number % 3, number % 2 ? number : [number, -number]);
        }
        surfaces.forEach((surface, number) => {
          const text = `x${surface}y`;
          const reading = table.find(text, 1, 1 + surface.length, number % 3);
          expect(reading).toEqual(number % 2 ? number : [number, -number]);
          expect(table.find(text, 1, 1 + surface.length, 7)).toBeUndefined();
        });
      }),
      { numRuns: 30 },
    );
    const large = new SurfaceTable();
    for (let number = 0; number < 20_000; number++) large.add(`w${number}`, number * 31, number);
    for (let number = 0; number < 20_000; number += 977) {
      expect(large.find(`w${number}`, 0, `w${number}`.length, number * 31)).toBe(number);
    }
  });
});
