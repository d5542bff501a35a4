import { describe, expect, it } from "vitest";
import { letterOf } from "../../src/pdf/named-signs.ts";

describe("the name of a sign", () => {
  it.each([
    ["three.tnum", "3"],
    ["sevenoldstyle", "7"],
    ["a.sc", "a"],
    ["f_i", "fi"],
    ["eacute.alt", "é"],
    ["Euro", "€"],
    ["g17", undefined],
    [".notdef", undefined],
    ["", undefined],
  ])("%s says %s", (name, letter) => {
    expect(letterOf(name)).toBe(letter);
  });
});
