import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SurfaceTable } from "../../../src/search/postings/surface-table.ts";
import { analyseUnstemmed } from "../../../src/search/words/analysis.ts";
import { hashOf, isBareWord, readingsOf, SurfaceScanner } from "../../../src/search/words/surfaces.ts";

/** One for all tests, as the index has one for all texts. */
const scanner = new SurfaceScanner();
const surfacesOf = (text: string): string[] => {
  const found: string[] = [];
  for (scanner.load(text); scanner.next(); ) found.push(text.slice(scanner.start, scanner.end));
  return found;
};
const bySurface = (text: string): { words: string[]; extras: string[] } => {
  const found = { words: [] as string[], extras: [] as string[] };
  for (const surface of surfacesOf(text)) {
    const { words, extras } = readingsOf(surface);
    found.words.push(...words);
    found.extras.push(...extras);
  }
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
      "'s",
      "JAN",
      "10:30",
      "loon-brief",
      "E-",
      "K\u212a",
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
    const surfaces = surfacesOf("Loon, loon. (loon) loon: loon- ... -");
    expect(surfaces).toEqual(["Loon", "loon", "loon", "loon", "loon"]);
  });
});

const small = (text: string): string => text.replaceAll(/[A-Z]/g, (capital) => capital.toLowerCase());

describe("capitals of ASCII", () => {
  it("make no difference to a surface's readings, nor to its hash", () => {
    fc.assert(
      fc.property(fc.oneof(telling, fc.string({ unit: "binary", maxLength: 80 })), (text) => {
        for (const surface of surfacesOf(text)) {
          expect(readingsOf(small(surface))).toEqual(readingsOf(surface));
          expect(hashOf(small(surface))).toBe(hashOf(surface));
          if (isBareWord(surface)) expect(readingsOf(surface)).toEqual({ words: [small(surface)], extras: [] });
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("leave the scanner's hash what it is for the surface alone, in texts of any length", () => {
    fc.assert(
      fc.property(telling, fc.nat(40_000), (text, blanks) => {
        const whole = `${" ".repeat(blanks)}${text}`;
        for (scanner.load(whole); scanner.next(); )
          expect(scanner.hash).toBe(hashOf(whole.slice(scanner.start, scanner.end)));
      }),
      { numRuns: 200 },
    );
  });
});

describe("the table of surfaces", () => {
  const unitsOf = (text: string): Uint16Array => Uint16Array.from(text, (_, at) => text.charCodeAt(at));

  it("gives each surface its own reading, also when hashes are equal and the table grows", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), { maxLength: 200, selector: small }),
        (surfaces) => {
          const table = new SurfaceTable();
          for (const [number, surface] of surfaces.entries()) {
            table.add(surface, number % 3, number % 2 ? number : [number, -number]);
          }
          surfaces.forEach((surface, number) => {
            const text = unitsOf(number % 5 ? `x${surface}y` : `x${small(surface)}y`);
            const reading = table.find(text, 1, 1 + surface.length, number % 3);
            expect(reading).toEqual(number % 2 ? number : [number, -number]);
            expect(table.find(text, 1, 1 + surface.length, 7)).toBeUndefined();
          });
        },
      ),
      { numRuns: 30 },
    );
    const large = new SurfaceTable();
    for (let number = 0; number < 20_000; number++) large.add(`w${number}`, number * 31, number);
    for (let number = 0; number < 20_000; number += 977) {
      expect(large.find(unitsOf(`w${number}`), 0, `w${number}`.length, number * 31)).toBe(number);
    }
  });
});
