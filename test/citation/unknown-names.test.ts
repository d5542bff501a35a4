import { expect, it } from "vitest";
import { readCitations } from "../../src/citation/read-citations.ts";
import { shippedNames } from "../../src/shipped-names.ts";
import { cellsOf } from "../support/cases/rows.ts";

const told = (text: string) =>
  readCitations(text, { register: shippedNames(), laws: [] }).map(({ citation: { kind, law, lawRaw, provisions } }) => [
    kind,
    law,
    lawRaw,
    provisions.map(({ number }) => number).join(" "),
  ]);

it.each(cellsOf("citations/unknown-names.tsv", "text", "name", "number"))(
  "tells an unknown law by its whole name: %s",
  (text, name, number) => {
    expect(told(text)).toContainEqual(["statute", "", name, number]);
  },
);

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
