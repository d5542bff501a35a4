import { describe, expect, it } from "vitest";
import { sentencesOf } from "../../src/span/sentences.ts";

const split = (text: string): string[] =>
  sentencesOf(text).map(({ start, end }) => Array.from(text).slice(start, end).join(""));

describe("sentencesOf", () => {
  const kept = [
    "Zie art. 7:611 BW en lid 3. Dat is alles.",
    "Mr. De Vries en dhr. Jansen bellen o.g.v. Art. 3, e.d. Meer niet.",
    "Hij komt bijv. Maandag om 10.30 uur langs.",
    "Mrs. Smith vs. J. Doe, no. 12 of the Act.",
  ];
  it("ends no sentence at an abbreviation, an initial or a number", () => {
    expect(kept.map((text) => split(text).length)).toEqual([2, 1, 1, 1]);
  });

  it("ends where what is shortened ends what it belongs to, and a capital follows", () => {
    expect(split("Bedankt voor uw bericht van 9 november jl. U kocht een kast.")).toHaveLength(2);
    expect(split("Dat risico ligt bij u. De kast is oud.")).toHaveLength(2);
    expect(split("Mevrouw U. Jansen schreef dat.")).toHaveLength(1);
    expect(split("Op 9 november jl. om 14.00 uur, stoelen etc. uit de kast.")).toHaveLength(1);
  });

  it("ends behind a company's name with its legal form, and not behind the form in front of a name", () => {
    expect(split("U werkt bij Kwekerij Esdoorn B.V. U heeft dat niet gemeld.")).toHaveLength(2);
    expect(split("Aan Vink Bouw B.V.\nKade 1, 1234 AB Delft")).toHaveLength(1);
    expect(split("De N.V. Waterleiding heeft bij Vink Bouw B.V. geen water afgesloten.")).toHaveLength(1);
  });

  it("ends at question and exclamation marks, with closing quotes, and at blank lines", () => {
    expect(split("„Ja!” Echt? Goed.\n\nMet groet\nAn")).toEqual(["„Ja!”", "Echt?", "Goed.", "Met groet\nAn"]);
  });

  it("goes on where the text does, across a line break or in lower case", () => {
    expect(split("Dit is\néén zin... met een staart.")).toHaveLength(1);
    expect(split("1. De werkgever betaalt.\n2. De werknemer werkt.")).toEqual([
      "1. De werkgever betaalt.",
      "2. De werknemer werkt.",
    ]);
  });

  it("counts in code points", () => {
    expect(sentencesOf("😀😀. Dan dit.")).toEqual([
      { start: 0, end: 3 },
      { start: 4, end: 12 },
    ]);
  });

  it("has nothing to say about white space", () => expect(sentencesOf(" \n ")).toEqual([]));
});
