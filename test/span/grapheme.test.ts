import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { graphemeBorderBefore, graphemeBorderFrom, isGraphemeBorder } from "../../src/span/grapheme.ts";

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });
const bordersOf = (text: string): Set<number> =>
  new Set([...segmenter.segment(text)].map(({ index }) => index).concat(0, text.length));

/** One of each kind that the rules of UAX #29 tell apart, and what is taken for certain here. */
const signs =
  "a é 0 © ® \u0301 \u036f \u0483 \u200d \ufe0f \u00ad \u0600 \u0903 \u0915 \u094d \u0937 \u1112 \u1161 \u11ab \uac00 \uac01 \u4e00 \u3042 \u3099 😀 👩 🏻 🇳 🇱 ☺ 🚀 🤷 🦰".split(
    " ",
  );
const text = fc.array(fc.constantFrom(...signs, "\r", "\n", " "), { maxLength: 40 }).map((parts) => parts.join(""));

describe("borders between characters as readers see them", () => {
  it("are the segmenter's, at every offset, forwards and backwards", () => {
    fc.assert(
      fc.property(text, (all) => {
        const borders = bordersOf(all);
        const sorted = [...borders].sort((left, right) => left - right);
        for (let at = 0; at <= all.length; at++) {
          expect(isGraphemeBorder(all, at), `offset ${at}`).toBe(borders.has(at));
          expect(graphemeBorderFrom(all, at)).toBe(sorted.find((border) => border >= at));
          expect(graphemeBorderBefore(all, at)).toBe(sorted.findLast((border) => border <= at));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it("are passed in one go where marks are piled, and never before the lowest asked for", () => {
    const piled = `ab${"\u0301".repeat(200_000)}c`;
    expect(graphemeBorderFrom(piled, 2)).toBe(200_002);
    expect(graphemeBorderBefore(piled, 200_001)).toBe(1);
    expect(graphemeBorderBefore(piled, 200_001, 50_000)).toBe(50_000);
  });
});
