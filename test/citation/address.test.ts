import { describe, expect, it } from "vitest";
import { contains } from "../../src/citation/address.ts";
import { addressOfEvidence } from "../../src/citation/evidence-address.ts";
import { readCitations } from "../../src/citation/read-citations.ts";
import { shippedNames } from "../../src/shipped-names.ts";

const register = shippedNames();
const bound = (evidenceId: string, words = "") => {
  const address = addressOfEvidence(evidenceId, words, register);
  if (!address) throw new Error(`${evidenceId} names no place`);
  return address;
};
const places = (text: string) => readCitations(text, { register, laws: [] }).flatMap((each) => each.places);
/** Whether every place that the text names lies inside what is bound. */
const isCovered = (evidenceId: string, text: string, words = "") => {
  const named = places(text);
  return named.length > 0 && named.every(({ address }) => contains(bound(evidenceId, words), address));
};

const bw7 = "law:BWBR0005290@2015-07-01#/Boek7/Titeldeel10/Afdeling9";

describe("the place of a bound unit", () => {
  it.each([
    ["the article", `${bw7}/Artikel669`, "artikel 7:669 BW", true],
    ["a lid of it", `${bw7}/Artikel669`, "artikel 7:669, derde lid, onderdeel g, BW", true],
    ["a sentence of it", `${bw7}/Artikel669/Lid3`, "art. 7:669 lid 3, tweede volzin, BW", true],
    ["the article around the lid", `${bw7}/Artikel669/Lid3`, "art. 7:669 BW", true],
    ["the lid around the item", `${bw7}/Artikel669/Lid3/Onderdeelg`, "art. 7:669 lid 3 BW", true],
    ["another lid", `${bw7}/Artikel669/Lid3`, "art. 7:669 lid 4 BW", false],
    ["a lid beside it in a list", `${bw7}/Artikel669/Lid3`, "art. 7:669 lid 3 en 4 BW", false],
    ["another item", `${bw7}/Artikel669/Lid3/Onderdeelg`, "art. 7:669 lid 3 onder h BW", false],
    ["an item without its lid", `${bw7}/Artikel669/Lid3/Onderdeelg`, "art. 7:669 onder g BW", false],
    [
      "an item that it has under another degree sign",
      `${bw7}/Artikel669/Lid3/Onderdeelg/Onderdeel2°`,
      "art. 7:669 lid 3 onder g, onder 2º, BW",
      true,
    ],
    ["a lid whose number the source gives twice", `${bw7}/Artikel669/Lid3_2`, "art. 7:669 lid 3 BW", true],
    [
      "an item of one of two lists",
      `${bw7}/Artikel669/Lid3/Opsomming_2/Onderdeelg~2`,
      "art. 7:669 lid 3 onder g BW",
      true,
    ],
    ["another article", `${bw7}/Artikel669`, "art. 7:670 BW", false],
    ["an article whose number begins so", `${bw7}/Artikel669`, "art. 7:669a BW", false],
    ["the same number of another book", `${bw7}/Artikel611`, "art. 6:611 BW", false],
    ["the same number of another law", "law:BWBR0019057@2006-01-01#/Artikel25", "art. 25 Wet SUWI", false],
    ["the second number of a list", `${bw7}/Artikel611`, "de artikelen 7:611 en 699 BW", false],
    ["the end of a range", `${bw7}/Artikel669`, "artikelen 7:669 tot en met 7:671b BW", false],
    ["an article of a law nobody knows", `${bw7}/Artikel669`, "artikel 7:669 van de Wet op de dwaze dingen", false],
    ["its number without a law", `${bw7}/Artikel669`, "artikel 7:669", true],
    ["any article where the law as a whole is bound", "law:BWBR0019057@2006-01-01", "artikel 25 WIA", true],
  ])("contains or not %s", (_, evidenceId, text, expected) => {
    expect(isCovered(evidenceId, text)).toBe(expected);
  });

  it.each([
    ["the ruling", "ECLI:NL:HR:2016:162", true],
    ["the consideration", "ECLI:NL:HR:2016:162, r.o. 3.8", true],
    ["a part of it", "ECLI:NL:HR:2016:162, r.o. 3.8.1", true],
    ["another consideration", "ECLI:NL:HR:2016:162, r.o. 3.9", false],
    ["one whose number begins so", "ECLI:NL:HR:2016:162, r.o. 3.80", false],
    ["the end of a range", "ECLI:NL:HR:2016:162, r.o. 3.8-3.9", false],
    ["another ruling", "ECLI:NL:HR:2016:163", false],
    ["the opinion of the same number", "ECLI:NL:PHR:2016:162", false],
  ])("contains or not %s", (_, text, expected) => {
    const words = "HR 29 januari 2016, ECLI:NL:HR:2016:162, r.o. 3.8";
    expect(isCovered("law:ECLI:NL:HR:2016:162#/uitspraak/3.8", text, words)).toBe(expected);
  });

  it("is none for a unit that is no article nor a part of one, and for what is no id of law", () => {
    expect(addressOfEvidence("law:BWBR0005290@2015-07-01#/Boek7/Titeldeel10", "", register)).toBeUndefined();
    expect(addressOfEvidence("vault:mail-1", "", register)).toBeUndefined();
  });
});
