import { describe, expect, it } from "vitest";
import { dateInWords, wordsOf } from "../../src/export/words.ts";

describe("a date in words", () => {
  it.each([
    ["2025-12-09", "9 december 2025"],
    ["2025-12-09T10:00:00.000Z", "9 december 2025"],
    ["2025-12-08T23:30:00.000Z", "9 december 2025"],
    ["2025-06-30T22:30:00Z", "1 juli 2025"],
    ["2025-12-08T23:30:00-05:00", "8 december 2025"],
    ["", ""],
    ["vorige week", ""],
  ])("of %s is %s: the day it was in the Netherlands", (iso, expected) => {
    expect(dateInWords(iso, wordsOf("nl"))).toBe(expected);
  });

  it("is English in an English memo", () => {
    expect(dateInWords("2025-03-01", wordsOf("en"))).toBe("1 March 2025");
  });
});
