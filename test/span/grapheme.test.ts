import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { graphemeBorderBefore, graphemeBorderFrom, isGraphemeBorder } from "../../src/span/grapheme.ts";

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });
const bordersOf = (text: string): Set<number> =>
  new Set([...segmenter.segment(text)].map(({ index }) => index).concat(0, text.length));

/** One of each kind that the rules of UAX #29 tell apart, and what is taken for certain here. */
const signs =
  "a é 0 © ® \u0301 \u036f \u0483 \u200d \ufe0f \u00ad \u0600 \u0903 \u0915 \u094d \u0937 \u1112 \u1161 \u11ab \uac00 \uac01 \u4e00 \u3042 \u3099 😀 👩 🏻 🇳 🇱 ☺ 🚀 🤷 🦰 \u05d0 \u05b0 \u0627 \u064b \u06dd \u0e01 \u0e33 \u0e48 \u0e81 \u0eb3 \u0d4e \u0d15 \u0d4d \u1780 \u17d2 \u1000 \u1039 \uff76 \uff9e \u0947 \u093c \u0902 \u0995 \u09cd \u0b95 \u0bcd \u0ccd \u0ca4".split(
    " ",
  );
const text = fc.array(fc.constantFrom(...signs, "\r", "\n", " "), { maxLength: 40 }).map((parts) => parts.join(""));

afterEach(() => vi.restoreAllMocks());

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

  it("are the segmenter's beside every character of the basic plane", () => {
    // What may stand beside it: one of each kind that joins on one side.
    const beside = [
      "a",
      " ",
      "\u0301",
      "\u200d",
      "\u0600",
      "\u0627",
      "\u0e01",
      "\u0915",
      "\u094d",
      "\u0915\u094d",
      "\u1100",
      "\u1161",
      "\uac00",
      "\u0e33",
      "😀",
    ];
    const wrong: string[] = [];
    // A different residue of the plane for each neighbour, so that all of it is met in the time of one pass.
    for (let unit = 1; unit < 0x10000; unit++) {
      const sign = String.fromCharCode(unit);
      const other = beside[unit % beside.length] as string;
      const text = `${other}${sign}${beside[(unit >>> 4) % beside.length]}`.toWellFormed();
      const borders = bordersOf(text);
      for (let at = 1; at < text.length; at++) {
        if (isGraphemeBorder(text, at) !== borders.has(at))
          wrong.push(`U+${unit.toString(16)} in ${JSON.stringify(text)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("are passed in one go where marks are piled, and never before the lowest asked for", () => {
    const piled = `ab${"\u0301".repeat(200_000)}c`;
    expect(graphemeBorderFrom(piled, 2)).toBe(200_002);
    expect(graphemeBorderBefore(piled, 200_001)).toBe(1);
    expect(graphemeBorderBefore(piled, 200_001, 50_000)).toBe(50_000);
  });

  const scripts: readonly (readonly [script: string, words: string])[] = [
    ["Latin", "de werkgever betaalt niet één keer "],
    ["Hangul", "회사는 급여를 지급하지 않았다 "],
    ["Thai", "นายจ้าง ไม่ได้ จ่าย ค่าจ้าง "],
    ["Arabic", "صاحب العمل لم يدفع الأجرَ "],
    ["Hebrew", "המעסיק לא שילם שׁכר "],
    ["Chinese", "雇主没有支付工资 "],
    ["Cyrillic", "работодатель не платит "],
  ];
  for (const [script, words] of scripts) {
    it(`are known without asking the segmenter in ${script}, which would cost a hundred times as much`, () => {
      const text = words.repeat(50);
      const asked = vi.spyOn(Intl.Segmenter.prototype, "segment");
      for (let at = text.indexOf(" "); at >= 0; at = text.indexOf(" ", at + 1)) {
        isGraphemeBorder(text, at);
        isGraphemeBorder(text, at + 1);
      }
      expect(asked).not.toHaveBeenCalled();
    });
  }

  it("are asked of the segmenter over a few characters where marks may bind, as in Devanagari", () => {
    const text = "नियोक्ता ने कर्मचारी को वेतन नहीं दिया ".repeat(50);
    const asked = vi.spyOn(Intl.Segmenter.prototype, "segment");
    for (let at = 0; at < text.length; at++) isGraphemeBorder(text, at);
    expect(asked.mock.calls.length).toBeLessThan(text.length / 2);
    expect(Math.max(...asked.mock.calls.map(([stretch]) => stretch.length))).toBeLessThanOrEqual(12);
  });
});
