import { expect, it } from "vitest";
import { addressForms, measureForms } from "./law/address-forms.ts";
import { measureMisses, nearMisses } from "./law/near-misses.ts";

it("reads no number beside a law's abbreviation as an article where it is a case's, a recital's, an exhibit's", () => {
  const { asked, readAsLaw } = measureMisses(nearMisses(600, 1));
  expect(asked).toBe(600);
  expect(readAsLaw.map(({ text }) => text)).toEqual([]);
});

it("reads an article whole as Dutch lawyers write it, or not at all", () => {
  const { asked, read, wrong, half } = measureForms(addressForms(300, 1));
  expect(wrong).toEqual([]);
  expect(half).toEqual([]);
  expect(read / asked).toBeGreaterThan(0.92);
});
