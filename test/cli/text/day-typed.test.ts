import { expect, it } from "vitest";
import { dayAhead, dayTyped } from "../../../src/cli/text/day-typed.ts";

it("reads a day as people type it, in digits or in words", () => {
  for (const words of ["10-12-2026", "10 december 2026", "10. Dezember 2026", "December 10, 2026", "10 dec. 2026"])
    expect([words, dayTyped(words)]).toEqual([words, words.includes("Dezember") ? undefined : "2026-12-10"]);
  expect(dayTyped("2026-12-10")).toBe("2026-12-10");
});

it("takes nothing else for a day", () => {
  for (const words of ["", "31-11-2026", "31 november 2026", "10 euro 2026", "10-12-26", "morgen", "€ 640,00"])
    expect([words, dayTyped(words)]).toEqual([words, undefined]);
});

it("is an example of a term two weeks ahead, as it is typed", () => {
  const ahead = dayAhead(Date.parse("2026-12-24T23:30:00Z"));
  expect([ahead, dayTyped(ahead)]).toEqual(["08-01-2027", "2027-01-08"]);
});
