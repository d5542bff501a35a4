import { describe, expect, it } from "vitest";
import { isNegatedForm } from "../../../src/grounding/language/exchanges.ts";

describe("a word behind a prefix that negates", () => {
  it.each([
    ["tevreden", "ontevreden", true],
    ["arbeidsgeschikt", "arbeidsongeschikt", true],
    ["accurate", "inaccurate", true],
    ["paid", "unpaid", true],
    ["dienen", "indienen", false],
    ["form", "inform", false],
    ["huis", "thuis", false],
  ])("%s and %s: %s", (one, other, expected) => {
    expect(isNegatedForm(one, other)).toBe(expected);
  });
});
