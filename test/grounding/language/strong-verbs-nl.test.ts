import { describe, expect, it } from "vitest";
import { dutch } from "../../../src/grounding/language/dutch.ts";

const isParticiple = (word: string): boolean => dutch.isParticiple(word, "");

describe("strong verbs of Dutch", () => {
  it("are known as participles with and without a prefix", () => {
    for (const word of ["gesproken", "afgesproken", "besproken", "gezworen", "verloren", "gezonken", "ingehouden"])
      expect(isParticiple(word), word).toBe(true);
  });

  it("are told from infinitives and states", () => {
    for (const word of ["spreken", "lopen", "gelegen", "gestaan"]) expect(dutch.isPast(word), word).toBe(false);
  });

  it("count as past only where the form is no other word", () => {
    expect(["sprak", "zwoer", "verbood", "toezegden"].every((word) => dutch.isPast(word))).toBe(true);
    expect(["school", "zon", "streek"].map(dutch.isPast)).toEqual([false, false, false]);
    expect(["school", "zon", "streek"].map(dutch.mayBePast)).toEqual([true, true, true]);
  });

  it("are no past where the form is the present of another one", () => {
    expect(dutch.mayBePast("weet")).toBe(false);
  });
});
