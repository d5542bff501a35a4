import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { occurrences } from "../../src/span/occurrences.ts";
import { outcomeName, resolve, sourceOf } from "./sample-source.ts";

/** Every place, looked at one by one. */
const naive = (text: string, pattern: string, start: number, end: number): number[] => {
  const places: number[] = [];
  for (let at = start; at + pattern.length <= end; at++) if (text.startsWith(pattern, at)) places.push(at);
  return places;
};

const half = "a".repeat(4_000);
const periodic = "a".repeat(200_000);

describe("occurrences", () => {
  it("are those that a look at every place finds, in texts that repeat themselves", () => {
    const word = fc.constantFrom("a", "b", "ab", "aab");
    const text = fc
      .array(fc.tuple(word, fc.nat(200)), { maxLength: 12 })
      .map((parts) => parts.map(([one, times]) => one.repeat(times)).join(""));
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(700), fc.nat(), fc.nat(), (all, at, length, from, to) => {
        const start = all.length === 0 ? 0 : at % all.length;
        const pattern = all.slice(start, start + length);
        const within = { start: from % (all.length + 1), end: to % (all.length + 1) };
        const expected = pattern === "" ? [] : naive(all, pattern, within.start, within.end);
        expect(occurrences(all, pattern, within)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  const patterns: [string, string, number][] = [
    ["the text's own period", "a".repeat(8_000), 192_001],
    ["one that differs in its first character", `b${half}${half}`, 0],
    ["one that differs in its middle", `${half}b${half}`, 0],
    ["one that differs in its last character", `${half}${half}b`, 0],
    ["one that differs just where the first look ends", `${"a".repeat(255)}b${half}`, 0],
  ];
  for (const [what, pattern, count] of patterns)
    it(`are found in a text of one letter for ${what}`, () => {
      expect(occurrences(periodic, pattern, { start: 0, end: periodic.length })).toHaveLength(count);
    });

  it("do not reach past the stretch", () => {
    expect(occurrences("xaaaax", "aa", { start: 2, end: 4 })).toEqual([2]);
    expect(occurrences("xaaaax", "aaa", { start: 2, end: 4 })).toEqual([]);
  });
});

describe("a source that was folded already", () => {
  const pieces = fc.constantFrom(
    ...'loon niet betaald re integratie e \u0301 é - \u2010 \u00ad \u200b “ ” " … ﬁ fi \n \r\n \u00a0 . \u1112 \u1161 \ud83d\ude00'.split(
      " ",
    ),
    " ",
    "  ",
    "-\n",
    "\u00ad\n",
  );
  const phrase = "het volledige loon te betalen";
  const text = fc.array(fc.oneof(pieces, fc.constant(phrase)), { maxLength: 30 }).map((parts) => parts.join(""));

  it("gives what it gave before it was folded, wherever the quote begins and ends", () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(80), (all, at, length) => {
        const start = all.length === 0 ? 0 : at % all.length;
        const quote = all.slice(start, start + length);
        if (quote.trim() === "" || !quote.isWellFormed() || !all.isWellFormed()) return;
        const warm = sourceOf(all);
        expect(warm.folded.text.length).toBeGreaterThanOrEqual(0);
        expect(warm.isFolded).toBe(true);
        expect(resolve(warm, quote)).toEqual(resolve(sourceOf(all), quote));
      }),
      { numRuns: 2_000 },
    );
  });

  it("still prefers the place that equals the quote to one that does so after folding", () => {
    const source = sourceOf('Hij heeft “het volledige loon” betaald. Hij heeft "het volledige loon" betaald.');
    expect(source.folded.text).toContain("loon");
    const resolution = resolve(source, 'Hij heeft "het volledige loon" betaald');
    expect(outcomeName(resolution)).toBe("EXACT");
    expect(resolution.spans[0]?.startChar).toBe(40);
  });
});
