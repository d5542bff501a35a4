import { describe, expect, it } from "vitest";
import { commands, retellsAsking, saysStance } from "../../src/grounding/letter-mood.ts";

describe("a sentence of a letter commands", () => {
  it.each([
    ["Laat het mij uiterlijk 15 mei weten.", "nl"],
    ["Stuur ons vóór 1 juni een kopie.", "nl"],
    ["Meld u bij de balie.", "nl"],
    ["Betaal de factuur binnen een week.", "nl"],
    ["Bevestig uiterlijk 3 maart dat u komt.", "nl"],
    ["Send us the form.", "en"],
    ["Return the signed form by 3 June.", "en"],
    ["Let me know what you decide.", "en"],
  ])("where it begins with a verb and names no subject: %s", (text, tongue) => {
    expect(commands(text, tongue)).toBe(true);
  });

  it.each([
    ["Milan heeft de ruit gebroken.", "nl"],
    ["Herstel van de vloer is niet nodig.", "nl"],
    ["Overuren zijn nooit afgesproken.", "nl"],
    ["Doet u dat niet, dan volgt een procedure.", "nl"],
    ["Stuurt u ons een kopie?", "nl"],
    ["Volgens de overeenkomst betaalt u de helft.", "nl"],
    ["Gisteren is de deur gemaakt.", "nl"],
    ["Voor de kosten bent u aansprakelijk.", "nl"],
    ["Payment was made in May.", "en"],
    ["Nobody saw the letter.", "en"],
    ["Without the form we cannot help you.", "en"],
    ["Yesterday the boiler was inspected.", "en"],
  ])("and does not where something stands before the verb: %s", (text, tongue) => {
    expect(commands(text, tongue)).toBe(false);
  });
});

describe("a sentence of a letter tells again what its reader asked", () => {
  it("by the reader as its subject and a verb of asking", () => {
    for (const text of ["U vraagt om uitbetaling van een bonus.", "Je verzoekt ons het contract te beëindigen."])
      expect(retellsAsking(text, "nl")).toBe(true);
    expect(retellsAsking("You ask us to refund the price.", "en")).toBe(true);
  });

  it("and not where it says of the reader what can be right or wrong", () => {
    for (const text of ["U hebt verlof gevraagd op 3 mei.", "U werkt op vrijdag thuis.", "Wij vragen u om stukken."])
      expect(retellsAsking(text, "nl")).toBe(false);
  });
});

describe("whether a sentence says what its writer does or holds", () => {
  it.each([
    ["Schade aan uw spullen vergoeden wij niet.", true],
    ["Wij wijzen beide verzoeken af.", true],
    ["Tot die dag houden wij de fiets onder ons.", true],
    ["Van een korting kan dan ook geen sprake zijn.", true],
    ["We do not accept your claim.", true],
    ["Komt u niet, dan houden wij het loon in.", true],
    ["U hebt uw verzoek niet op tijd gedaan.", false],
    ["Wij hebben u in mei gewaarschuwd.", false],
    ["U was op 3 mei niet aanwezig.", false],
    ["Wij hebben uw ontwerp niet gebruikt.", false],
    ["De honden konden zo de straat op.", false],
    ["Uw fiets stond op het pad.", false],
    ["De lekkage is op 4 mei verholpen.", false],
    ["We sent you the bill in June.", false],
    ["Die kosten blijven voor uw rekening.", false],
    ["Het saldo bedraagt € 1.012,00.", false],
  ])("is so of “%s”: %s", (text, expected) => {
    expect(saysStance(text)).toBe(expected);
  });
});
