import { expect, it } from "vitest";
import { houseOf, isCalled } from "../../src/kit/mail-house.ts";

it("is what stands behind the sign of an address, in a header or alone", () => {
  expect(["Plan <p@Bouw.example>", "p@bouw.example", "Plan", ""].map(houseOf)).toEqual([
    "bouw.example",
    "bouw.example",
    "",
    "",
  ]);
});

// Two rooms had each its own answer: a firm of one short word was of its house in the one and not in the other.
it("is called by all words of a name at the beginning of a label, and by one word that is all of a label", () => {
  expect(isCalled("logistiekverzonnen-hengelo.example", ["Logistiek", "Verzonnen"])).toBe(true);
  expect(isCalled("mail.kpv.example", ["KPV"])).toBe(true);
  expect(isCalled("verzonnenbouw.example", ["Verzonnen"])).toBe(false);
  expect(isCalled("bouw.verzonnen", ["Verzonnen"])).toBe(false);
  expect(isCalled("de.example", ["De"])).toBe(false);
});
