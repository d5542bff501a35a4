import { describe, expect, it } from "vitest";
import { grammarsFor } from "../../src/grounding/language/tongue.ts";
import { readTokens } from "../../src/grounding/tokens/read-tokens.ts";
import { cellsOf } from "../support/cases/rows.ts";
import { judge } from "./rule-examples.ts";

const values = (text: string) =>
  readTokens(text, { grammars: grammarsFor(text, ""), known: new Set() }).map((token) => {
    if (token.kind === "time") return `time ${token.minutes}${token.isHalfDay ? " of twelve hours" : ""}`;
    if (token.kind === "sum" || token.kind === "number")
      return `${token.kind} ${token.value}${"isPercent" in token && token.isPercent ? " %" : ""}${token.rate && ` per ${token.rate}`}`;
    return token.kind;
  });

describe("tokens of a text", () => {
  it.each(cellsOf("forms/tokens.tsv", "text", "tokens"))("%s", (text, expected) => {
    expect(values(text)).toEqual(expected.split(" | ").filter(Boolean));
  });
});

describe("a number of square or cubic metres", () => {
  // "m3" was a reference, and the noun of "412 m3" what stood behind it: a bill's own number was no longer said by the bill.
  it.each([
    ["Van de 1.140 m3 gas is 412 m3 berekend.", "Verbruik gas: 1.140 m³, waarvan 412 m3 later."],
    ["Het is 12 m2 groot.", "De kamer meet 12 m²."],
  ])("%s and %s name the same", (one, other) => {
    const numbers = (text: string) =>
      readTokens(text, { grammars: grammarsFor(text, ""), known: new Set() }).map((token) =>
        token.kind === "number" ? [token.value, token.units] : token.kind,
      );
    expect(numbers(one)).toEqual(numbers(other));
  });

  it("is none where no number stands in front: a room has a name", () => {
    expect(values("Kom naar kamer M3.")).toEqual(["reference"]);
    expect(values("Het tarief is 1,28 euro per m3.")).toEqual(["sum 1.28"]);
  });
});

describe("a text of one date many times over", () => {
  it("is read in time that grows with it: what looks back over blanks looks back a little way", () => {
    expect(values(`Zie ${"1 mei ".repeat(800)}`)).toHaveLength(800);
  });
});

describe("tokens against what is cited", () => {
  it.each([
    ["Het salaris bedraagt € 2.500 per week.", "pay", ["SUM"]],
    ["Het salaris bedraagt € 2.500.", "pay", []],
    ["Dat is 32 uur per maand.", "pay", ["NUMBER"]],
    ["Dat was in de ochtend van 17 maart 2025.", "mail", []],
    ["Dat was in de avond van 17 maart 2025.", "mail", ["TIME"]],
    ["'s Avonds werk ik niet.", "pay", []],
    // A day by its number alone was a number that the paper of that day did not have.
    ["Dat was op de 17e.", "mail", []],
    ["It had to be there by the 17th but was not.", "mail", []],
    ["Dat was op de 18e.", "mail", ["DATE"]],
    // The weekday on which a paper was written says nothing of the days that it tells of.
    ["Op dinsdag werk ik thuis.", "heard", ["DATE"]],
    ["De Regeling thuiswerken vervalt.", "mail", ["NAME"]],
    ["De Wet flexibel werken verplicht de werkgever tot overleg.", "law", ["CITATION_UNBOUND"]],
    ["Het Burgerlijk Wetboek vraagt dat.", "law", []],
    ["Dat staat in paragraph 1 of Article 7:699 DCC.", "law", ["CITATION_UNBOUND"]],
  ])("%s [%s]", (text, entryId, expected) => {
    const { refused } = judge({ text, entryIds: [entryId] });
    expect([...new Set(refused.map(({ rule }) => rule))].map((rule) => names[rule])).toEqual(expected);
  });
});

const names: Readonly<Record<number, string>> = {
  6: "DATE",
  7: "SUM",
  8: "NUMBER",
  9: "TIME",
  11: "NAME",
  14: "CITATION_UNBOUND",
};
