import { describe, expect, it } from "vitest";
import { flagMeaning, lineIn } from "../../src/cli/print/law-text.ts";
import { speechOf } from "../../src/messages/speech.ts";

const dutch = speechOf("nl");

describe("what a Dutch reader is told of law", () => {
  it.each([
    ["repealed", "vervallen"],
    ["not-in-force", "geldt niet op die dag"],
    ["editorial", "woorden van de redactie"],
    ["incomplete", "een afbeelding of formule"],
    ["generated-number", "het nummer is geteld"],
    ["joined", "een koppelteken"],
    ["guessed", "uit de tekst afgeleid"],
  ])("says of a unit that is %s, set in as it was", (flag, said) => {
    const line = lineIn(`  ${flagMeaning(flag)}`, dutch);
    expect(line).toMatch(/^ {2}\S/);
    expect(line).toContain(said);
  });

  it("says why a file is refused", () => {
    const refusal = "the file says it is in force from 2014-01-01, the import says 2012-10-01";
    expect(dutch.sentence(`a.xml: REFUSED (${refusal})`)).toBe(
      "a.xml: GEWEIGERD (in het bestand staat dat het geldt vanaf 2014-01-01, bij het laden is 2012-10-01 gezegd)",
    );
  });

  it("leaves the words of a law as they are", () => {
    expect(lineIn({ words: "    the file ends in the middle; fetch it again" }, dutch)).toContain("the file ends");
  });
});
