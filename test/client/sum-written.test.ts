import { describe, expect, it } from "vitest";
import { sumWritten } from "../../src/client/sum-written.ts";

describe("a sum that is typed", () => {
  it.each([
    ["312,40", "€ 312,40"],
    [" 1.250 ", "€ 1.250"],
    ["€ 312,40", "€ 312,40"],
    ["312,40 euro", "312,40 euro"],
    ["drie maanden huur", "drie maanden huur"],
    ["", ""],
  ])("“%s” is written “%s”", (typed, written) => {
    expect(sumWritten(typed)).toBe(written);
  });
});
