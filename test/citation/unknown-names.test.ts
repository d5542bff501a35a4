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
  // Names that ended in front of a word that titles hold: a compound of "ge…en", "ter", a kind of law that is no first word.
  ["artikel 10 van de Wet gevelbeschermingsmolens en wieken", "Wet gevelbeschermingsmolens en wieken", "10"],
  ["artikel 7 Beginselenwet draaiing ter molen zegt", "Beginselenwet draaiing ter molen", "7"],
  ["artikel 19 Wet financiering molens, zegt zij", "Wet financiering molens", "19"],
  ["artikel 27 van het Algemeen burgerlijk molenreglement.", "Algemeen burgerlijk molenreglement", "27"],
  ["artikel 25 van de Molen- en wiekenwet voor boeren;", "Molen- en wiekenwet voor boeren", "25"],
  ["artikel 7 van het Bouw-, maal- en draaibesluit Molens 2009", "Bouw-, maal- en draaibesluit Molens 2009", "7"],
  ["artikel 12 van de Wet uitkeringen molenaars 1940–1945, en", "Wet uitkeringen molenaars 1940–1945", "12"],
  ["artikel 4 van de Wet molens Urk, Sint Maarten en Schokland.", "Wet molens Urk, Sint Maarten en Schokland", "4"],
  ["artikel 102 van het Handvest der Verenigde Molens", "Handvest der Verenigde Molens", "102"],
  ["artikel 1 van het genoemde molenbesluit", "molenbesluit", "1"],
  ["artikel 62, tweede lid, Wmlns", "Wmlns", "62"],
  ["artikel 3.7, onder a, WMX 2000.", "WMX 2000", "3.7"],
  ["artikel 3 van Verordening (EEG, Euratom) nr. 1182/71", "Verordening (EEG, Euratom) nr. 1182/71", "3"],
  ["artikel 34 van het reglement van orde", "reglement van orde", "34"],
  [
    "de artikelen 5 en 6 van het reglement van orde van de Eerste Kamer",
    "reglement van orde van de Eerste Kamer",
    "5 6",
  ],
  ["Article VIII paragraph 2 (f) of the MILL SOFA", "MILL SOFA", "VIII"],
  ["Molenwetboek van Wieken art. 285", "Molenwetboek van Wieken", "285"],
  ["volgens de Wet op het molenwezen, artikel 3,", "Wet op het molenwezen", "3"],
  ["artikel 31 van de Wet molens, 68 van de Wet wieken en 4:1 van de Wet meel", "Wet wieken", "68"],
  ["artikel 31 van de Wet molens, 68 van de Wet wieken en 4:1 van de Wet meel", "Wet meel", "4:1"],
  // An article of another country's code was read as the Dutch one, or told as of a "BW" that nobody knows.
  ["art. 7A:1615w BW Aruba", "BW Aruba", "7A:1615w"],
  ["art. 7:658 BW van Curaçao", "BW van Curaçao", "7:658"],
  ["artikel 6:162 BW-BES", "BW-BES", "6:162"],
  ["… en 50, tweede lid, van het Molenbesluit wieken", "Molenbesluit wieken", "50"],
])("tells an unknown law by its whole name: %s", (text, name, number) => {
  expect(told(text)).toContainEqual(["statute", "", name, number]);
});

it.each([
  "artikel 3 van de wet",
  "artikel 3 van de wet van deze lidstaat",
  "artikel 3 van dat besluit",
  "article 10 of the Treaty",
])("leaves what refers back as it was: %s", (text) => expect(told(text)[0]?.[0]).toBe("anaphora"));

// A title ends where the next law, a person or the sentence begins.
it.each([
  ["artikel 12 van de Wet molens, Ziektewet en Werkloosheidswet", "Wet molens"],
  ["De Wet op de molens is er. Artikel 3 bepaalt", ""],
  ["artikel 62, tweede lid, Jan zegt", ""],
  ["De Wet op de molens bepaalt in artikel 3", ""],
])("takes no more for a name: %s", (text, name) => {
  expect(told(text)[0]?.[2]).toBe(name);
});

it.each([
  ["artikel 5 van de Meststoffenwet", "Meststoffenwet"],
  ["artikel 2.1 van de Jeugdwet", "Jeugdwet"],
  ["artikel 4.1 van de Wet open overheid", "Woo"],
  ["art. 5.1 Woo", "Woo"],
])("knows the titles by which the Basiswettenbestand links to a law: %s", (text, law) => {
  expect(told(text)[0]?.[1]).toBe(law);
});
