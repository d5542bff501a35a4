import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayOf, isDay } from "#kit/day.ts";

describe("a day", () => {
  it.each(["2025-12-09", "2024-02-29", "2000-02-29", "0000-01-01", "9999-12-31"])("is %s", (text) => {
    expect(isDay(text)).toBe(true);
  });

  it.each([
    "2025-02-30",
    "2025-02-29",
    "1900-02-29",
    "2025-13-01",
    "2025-00-10",
    "2025-04-31",
    "2025-1-1",
    "20251209",
    "2025-12-09T00:00:00Z",
    " 2025-12-09",
    "2025-12-09\n",
    "９９９９-12-31",
    "+010000-01-01",
    "yesterday",
    "",
  ])("is not %j", (text) => {
    expect(isDay(text)).toBe(false);
  });

  it("is what the calendar says, counted by hand", () => {
    const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
    const lengths = (year: number) => [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    const pad = (n: number, width: number) => String(n).padStart(width, "0");
    fc.assert(
      fc.property(fc.nat(9999), fc.nat(99), fc.nat(99), (year, month, day) => {
        const exists = day >= 1 && day <= (lengths(year)[month - 1] ?? 0);
        expect(isDay(`${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`)).toBe(exists);
      }),
      { numRuns: 2_000 },
    );
  });

  it("of an instant is the one in UTC", () => {
    expect(dayOf(Date.UTC(2025, 11, 9, 23, 59, 59, 999))).toBe("2025-12-09");
    expect(dayOf(Date.UTC(2025, 11, 10))).toBe("2025-12-10");
    expect(() => dayOf(Date.UTC(10000, 0, 1))).toThrow(RangeError);
  });
});
