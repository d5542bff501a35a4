import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RateWindow } from "../../src/store/rate-window.ts";

describe("a sliding window over calls", () => {
  it("lets so many in, and says when the next one fits", () => {
    const window = new RateWindow(2, 1_000);
    window.count(0);
    window.count(400);
    expect(window.waitMs(500)).toBe(500);
    expect(window.waitMs(999)).toBe(1);
    expect(window.waitMs(1_000)).toBe(0);
    window.count(1_000);
    expect(window.waitMs(1_000)).toBe(400);
  });

  it("never has more than its limit in any stretch of its length, and never makes anybody wait in vain", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(400), { maxLength: 60 }), (max, gaps) => {
        const window = new RateWindow(max, 1_000);
        const taken: number[] = [];
        let now = 0;
        for (const gap of gaps) {
          now += gap;
          const wait = window.waitMs(now);
          if (wait > 0) {
            expect(window.waitMs(now + wait - 1)).toBeGreaterThan(0);
            now += wait;
            expect(window.waitMs(now)).toBe(0);
          }
          window.count(now);
          taken.push(now);
          expect(taken.filter((at) => at > now - 1_000).length).toBeLessThanOrEqual(max);
        }
      }),
    );
  });
});
