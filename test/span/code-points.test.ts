import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CodePointIndex } from "../../src/span/code-points.ts";

const text = fc.string({ unit: "binary", maxLength: 200 });

describe("CodePointIndex", () => {
  it("counts and slices as Array.from does, whatever the text", () => {
    fc.assert(
      fc.property(text, fc.nat(210), fc.nat(210), (sample, left, right) => {
        const index = new CodePointIndex(sample);
        const points = Array.from(sample);
        const [start, end] = [Math.min(left, right), Math.max(left, right)];
        expect(index.length).toBe(points.length);
        expect(index.slice(start, end)).toBe(points.slice(start, end).join(""));
      }),
    );
  });

  it("comes back from UTF-16 to the same code point", () => {
    fc.assert(
      fc.property(text, fc.nat(200), (sample, at) => {
        const index = new CodePointIndex(sample);
        const cp = Math.min(at, index.length);
        expect(index.toCodePoint(index.toUtf16(cp))).toBe(cp);
      }),
    );
  });

  it("stays right past many checkpoints in a text of emoji, marks and letters", () => {
    const sample = "a😀é👩‍👩‍👧e\u0301𝔘".repeat(2_000);
    const index = new CodePointIndex(sample);
    const points = Array.from(sample);
    for (const at of [0, 1, 1023, 1024, 1025, 4096, 9_999, points.length - 1, points.length]) {
      expect(index.toUtf16(at)).toBe(points.slice(0, at).join("").length);
    }
  });

  it("clamps offsets outside the text", () => {
    const index = new CodePointIndex("a😀");
    expect([index.toUtf16(-1), index.toUtf16(9), index.toCodePoint(-4), index.toCodePoint(99)]).toEqual([0, 3, 0, 2]);
  });
});
