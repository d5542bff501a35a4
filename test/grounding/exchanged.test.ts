import { describe, expect, it } from "vitest";
import { isNegatedForm } from "../../src/grounding/language/exchanges.ts";
import { author, head, lookNames, manager, paper } from "./papers.ts";

const mail = (entryId: string, excerpt: string, people: string[]) =>
  paper(entryId, { excerpt, title: "Bericht", day: "2025-03-10", people });

const ledger = [
  mail(
    "mail",
    "Alle lokalen zijn op maandag geopend. De kachel brandt minder dan vijf uur per dag. De sleutel wordt ten minste een week vooraf schriftelijk aangevraagd. De klachten over het lokaal kwamen na de verbouwing. De proef met de kachel is geslaagd. Het lokaal is geschikt voor lessen. Honden zijn toegestaan, tenzij zij de lessen hinderen.",
    [manager, author],
  ),
  mail("note", "Hij beloofde de sleutel terug te geven. Het besluit is zonder overleg genomen.", [author, head]),
  mail("english", "All rooms were cleaned except yours. The room was inspected before the lesson began.", [
    head,
    author,
  ]),
];
const codes = (text: string, ...entryIds: string[]) => lookNames(ledger, text, entryIds);

describe("a sentence that repeats its evidence with another word in one place", () => {
  it.each([
    ["less as more", "De kachel brandt meer dan vijf uur per dag.", "mail"],
    ["a least as a most", "De sleutel wordt ten hoogste een week vooraf schriftelijk aangevraagd.", "mail"],
    ["after as before", "De klachten over het lokaal kwamen voor de verbouwing.", "mail"],
    ["all as some", "Sommige lokalen zijn op maandag geopend.", "mail"],
    ["unless as provided that", "Honden zijn toegestaan, mits zij de lessen hinderen.", "mail"],
    ["a verb by another", "De proef met de kachel is mislukt.", "mail"],
    ["a word by its negated form", "Het lokaal is ongeschikt voor lessen.", "mail"],
    ["what is left out as what is taken in", "All rooms were cleaned including yours.", "english"],
    ["before as after", "The room was inspected after the lesson began.", "english"],
  ])("is looked at: %s", (_name, text, entryId) => {
    expect(codes(text, entryId)).toContain("MEANING_TURNED");
  });

  it.each([
    ["the same words", "De kachel brandt minder dan vijf uur per dag.", "mail"],
    ["another word of one class", "Ieder lokaal is op maandag geopend.", "mail"],
    ["a negation for `unless`", "Honden zijn toegestaan, als zij de lessen niet hinderen.", "mail"],
    ["the mere", "De enkele lokalen die op maandag geopend zijn, volstaan niet.", "mail"],
  ])("is not, where it says the same: %s", (_name, text, entryId) => {
    expect(codes(text, entryId)).not.toContain("MEANING_TURNED");
  });

  it("is read to its end where a text is made to keep the check busy", () => {
    // Both clauses were read whole for every pair of their words: a text of a thousand words took minutes.
    expect(codes(`De kachel brandt ${"meer dan vijf uur per dag ".repeat(1_000)}`, "mail")).not.toContain(
      "MEANING_TURNED",
    );
    expect(codes(`Het lokaal is ${"ongeschikt of geschikt voor lessen ".repeat(500)}`, "mail")).toContain(
      "MEANING_TURNED",
    );
  });

  it("is not denied by saying without `zonder` what its evidence says with it", () => {
    expect(codes("Over het besluit is dus niet overlegd.", "note")).not.toContain("QUOTATION_DENIED");
  });
});

describe("who tells that another did something by words", () => {
  it("has not done it", () => {
    expect(codes("Ik beloofde de sleutel terug te geven.", "note")).toContain("ACT_OF_ANOTHER");
    expect(codes("Hij beloofde de sleutel terug te geven.", "note")).toEqual([]);
  });
});

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
