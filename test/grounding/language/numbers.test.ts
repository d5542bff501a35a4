import { expect, it } from "vitest";
import { numberWord } from "../../../src/grounding/language/numbers.ts";

const units = ["", "een", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen"];
const tens = ["twintig", "dertig", "veertig", "vijftig", "zestig", "zeventig", "tachtig", "negentig"];

// `een`, `zeven` and `negen` end in what joins them: their compounds were read as no number at all.
it("reads every Dutch number between twenty and a hundred, alone and before a thousand", () => {
  for (const [ten, word] of tens.entries())
    for (const [one, unit] of units.entries()) {
      const value = (ten + 2) * 10 + one;
      const written = unit === "" ? word : `${unit}${unit.endsWith("e") ? "ën" : "en"}${word}`;
      expect([written, numberWord(written)]).toEqual([written, value]);
      expect([written, numberWord(`${written}duizend`)]).toEqual([written, value * 1000]);
    }
});
