import { expect, it } from "vitest";
import { readCitations } from "../../src/citation/read-citations.ts";
import { shippedNames } from "../../src/shipped-names.ts";

const told = (text: string) =>
  readCitations(text, { register: shippedNames(), laws: [] }).map(({ citation: { kind, law, lawRaw, provisions } }) => [
    kind,
    law,
    lawRaw,
    provisions.map(({ number }) => number).join(" "),
  ]);

// A name was cut where a title goes on: "Besluit kerninstallaties", "Wet", "Bekostigingsbesluit W".
it.each([
  ["artikel 5 van de Wet van 11 december 1996 tot wijziging van een wet", "Wet van 11 december 1996", "5"],
  ["artikel II van de wet van 8 juni 2005, Stb. 305", "wet van 8 juni 2005", "II"],
  ["artikel 3.157 van de wet XB", "wet XB", "3.157"],
  ["artikel 8 van het Schoolgeldbesluit W.V.O. en wat volgt", "Schoolgeldbesluit W.V.O.", "8"],
  ["artikel 21 van het Besluit molens, wieken en zeilen", "Besluit molens, wieken en zeilen", "21"],
  ["artikel 1 van de Verordening fonds molens (PXV) 2007.", "Verordening fonds molens (PXV) 2007", "1"],
  ["artikel 3, eerste lid van Besluit bescherming molens", "Besluit bescherming molens", "3"],
  ["Article 102 of the Charter of the Windmill States", "Charter of the Windmill States", "102"],
  // An article of another country's code was read as the Dutch one, or told as of a "BW" that nobody knows.
  ["art. 7A:1615w BW Aruba", "BW Aruba", "7A:1615w"],
  ["art. 7:658 BW van Curaçao", "BW van Curaçao", "7:658"],
  ["artikel 6:162 BW-BES", "BW-BES", "6:162"],
  ["… en 50, tweede lid, van het Molenbesluit wieken", "Molenbesluit wieken", "50"],
])("tells an unknown law by its whole name: %s", (text, name, number) => {
  expect(told(text)).toContainEqual(["statute", "", name, number]);
});

it.each(["artikel 3 van de wet", "artikel 3 van de wet van deze lidstaat", "artikel 3 van dat besluit"])(
  "leaves what refers back as it was: %s",
  (text) => expect(told(text)[0]?.[0]).toBe("anaphora"),
);

it.each([
  ["artikel 5 van de Meststoffenwet", "Meststoffenwet"],
  ["artikel 2.1 van de Jeugdwet", "Jeugdwet"],
  ["artikel 4.1 van de Wet open overheid", "Woo"],
  ["art. 5.1 Woo", "Woo"],
])("knows the titles by which the Basiswettenbestand links to a law: %s", (text, law) => {
  expect(told(text)[0]?.[1]).toBe(law);
});
