import { describe, expect, it } from "vitest";
import { grammarsFor } from "../../src/grounding/language/tongue.ts";
import { readTokens } from "../../src/grounding/tokens/read-tokens.ts";
import { judge } from "./rule-examples.ts";

const values = (text: string) =>
  readTokens(text, { grammars: grammarsFor(text, ""), known: new Set() }).map((token) => {
    if (token.kind === "time") return `time ${token.minutes}${token.isHalfDay ? " of twelve hours" : ""}`;
    if (token.kind === "sum" || token.kind === "number")
      return `${token.kind} ${token.value}${"isPercent" in token && token.isPercent ? " %" : ""}${token.rate && ` per ${token.rate}`}`;
    return token.kind;
  });

describe("tokens of a text", () => {
  it.each([
    ["€ ５.０００", ["sum 5000"]],
    ["€ ٥٠٠٠", ["sum 5000"]],
    ["€ ५०००", ["sum 5000"]],
    ["€ 𝟓𝟎𝟎𝟎", ["reference"]],
    ["€ ⁵⁰⁰⁰", ["reference"]],
    ["op １２　maart ２０２５", ["date"]],
    ["om １４:３０ uur", ["time 870"]],
    ["１２ procent", ["number 12 %"]],
    ["kenmerk ＶＳ/２０２６-３１１", ["reference"]],
    ["een kamer van 14 m²", ["number 14"]],
    ["om half drie", ["time 150 of twelve hours"]],
    ["om kwart over vier", ["time 255 of twelve hours"]],
    ["at half past ten", ["time 630 of twelve hours"]],
    ["at ten o'clock", ["time 600 of twelve hours"]],
    ["at noon", ["time 720"]],
    ["op woensdagmiddag", ["weekday", "daypart"]],
    ["in de ochtend van 2 september 2024", ["daypart", "date"]],
    ["€ 1.240,00 per dagdeel", ["sum 1240 per dagdeel"]],
    ["€ 950 a month", ["sum 950 per month"]],
    ["€ 950 per bank", ["sum 950"]],
    ["32 uur per week", ["number 32 per week"]],
    ["vier dagdelen in de week", ["number 4 per week"]],
    ["vier dagdelen in een week", ["number 4 per week"]],
    // One that is told which is no rate.
    ["vier dagdelen in de week van 3 mei", ["number 4", "date"]],
    ["vier dagdelen in de maand mei", ["number 4", "date"]],
    ["vier dagdelen in de week daarna", ["number 4"]],
    ["Loonstrook 2026-04", ["date"]],
    ["Loonstrook 04-2026", ["date"]],
    ["de helft van de borg", ["number 50 %"]],
    ["two thirds of the rent", [`number ${200 / 3} %`]],
    ["slechts eenmaal gesproken", ["number 1"]],
    ["nu eenmaal gesproken", []],
    ["de bonus bedraagt een maandsalaris", ["number 1"]],
    ["dat is over het hoofd gezien", []],
    ["het hoofd van de afdeling", ["role"]],
    ["een 36-urige werkweek", ["number 36"]],
    ["een driejarig contract", ["number 3"]],
    // The lines of a printed page end within a clause.
    ["binnen drie\ndagen verholpen", ["number 3"]],
    ["met drie\nTotaal", []],
    ["een zestal klachten", ["number 6"]],
    ["a seven-thousand-euro bonus", ["number 7000"]],
    ["a two-bedroom flat", ["number 2"]],
    ["half an hour", ["number 0.5"]],
    // `Ten` is a preposition in Dutch, a time is no rate, and a condition may begin with its verb.
    ["Ten slotte ga ik in op mijn uren.", []],
    ["There were ten complaints about the delay.", ["number 10"]],
    ["Ik hoestte al twee weken na elke werkdag.", ["number 2"]],
    ["Ik hoestte twee keer elke werkdag.", ["number 2 per werkdag"]],
    ["Betaalt Verzonnen de rekening, dan hoef ik niets te doen.", ["name"]],
    ["an hour and a half", ["number 1.5"]],
    ["een halve ton", ["sum 50000"]],
    ["de derde waarschuwing", ["number 3"]],
    ["de derde partij in het tweede spoor", []],
    ["drie vijfde deel", ["number 60 %"]],
    ["één op de vijf", ["number 20 %"]],
    ["om twee", ["time 120 of twelve hours"]],
    ["tegen vieren", ["time 240 of twelve hours"]],
    ["op tweede paasdag", ["weekday"]],
    ["op de negende van die maand", ["date"]],
    ["in twenty twenty-two", ["date"]],
    // Digits of a year that a source names were taken for that year, and an invented sum passed with them.
    ["€ 2026 toegezegd", ["sum 2026"]],
    ["€2026,- toegezegd", ["sum 2026"]],
    ["EUR 2026 toegezegd", ["sum 2026"]],
    ["2026 euro toegezegd", ["sum 2026"]],
    ["dat duurde 2026 uur", ["number 2026"]],
    ["2026 % meer", ["number 2026 %"]],
    ["de afspraak van 2026 is duidelijk", ["date"]],
    ["sinds 2026, zo staat er", ["date"]],
    ["er waren 2026 klachten", ["number 2026"]],
    ["2026 klachten kwamen binnen", ["number 2026"]],
    ["there were 2026 complaints", ["number 2026"]],
    ["in 2026 klachten zij", ["date"]],
    ["de begroting 2026 toont tekorten", ["date"]],
    ["two thousand four hundred euros", ["sum 2400"]],
    ["volgens dhr. Verdichtsel", ["name"]],
    ["namens d'Ancona/Verdichtsel", ["name", "name"]],
    ["in verslag.pdf", ["reference"]],
    ["de cardioloog en de klachtencommissie", ["role", "role"]],
    ["a jar of jam", []],
    ["dat is afgelopen jaar beslist", []],
  ])("%s", (text, expected) => {
    expect(values(text)).toEqual(expected);
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
  7: "SUM",
  8: "NUMBER",
  9: "TIME",
  11: "NAME",
  14: "CITATION_UNBOUND",
};
