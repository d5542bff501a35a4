import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { type LedgerEntry, LedgerEntrySchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { exhibitNumbers, meansExhibits, ownNumbers } from "../../src/grounding/exhibits.ts";
import { placesIn } from "../../src/grounding/places.ts";

const paper = (entryId: string, evidenceId: string, excerpt = "", title = ""): LedgerEntry =>
  create(LedgerEntrySchema, {
    entryId,
    evidence: { evidence: { case: "document", value: { evidenceId, title } } },
    span: { excerpt },
  });

const [contract, letter, annexed] = [
  paper("e1", "vault:contract"),
  paper("e2", "vault:letter"),
  paper("e3", "vault:annexed", "Zie bijlage 7 voor de tabel."),
];
const entries = new Map([contract, letter, annexed].map((entry) => [entry.entryId, entry]));
/** The letter is cited first, so that it is exhibit 1 whatever the order of the ledger. */
const draft = create(DraftTextSchema, {
  sections: [{ sentences: [{ entryIds: ["e2"] }, { entryIds: ["e1", "e2"] }, { entryIds: ["e3"] }] }],
});
const numbers = exhibitNumbers(draft, entries);

const means = (text: string, cited: readonly LedgerEntry[]): boolean[] =>
  placesIn(text).map((place) => meansExhibits(place, cited, numbers));

describe("an exhibit that a memo names by its number", () => {
  it("is numbered in the order in which the sentences cite the papers", () => {
    expect([...numbers]).toEqual([
      ["vault:letter", 1],
      ["vault:contract", 2],
      ["vault:annexed", 3],
    ]);
  });

  it.each<[string, LedgerEntry[], boolean]>([
    ["Zie bijlage 1.", [letter], true],
    ["Zie productie 2.", [letter], false],
    ["Zie productie 2.", [contract], true],
    ["Zie producties 1 en 2.", [contract, letter], true],
    ["Zie producties 1 en 2.", [contract], false],
    ["Zie productie twee.", [contract], true],
    ["See exhibit three.", [contract], false],
    ["Zie de tweede bijlage.", [contract], true],
    ["Zie de tweede bijlage.", [letter], false],
    ["Zie bijlage C.", [contract], false],
    ["See Annex IV.", [contract], false],
    ["Zie bijlage 1.", [], false],
    ["Bijgevoegd zijn de producties 1 tot en met 3.", [], true],
    ["Bijgevoegd zijn de producties 1 tot en met 4.", [], false],
    ["See annex 0.", [letter], false],
    ["Dat staat in bijlage 7.", [annexed], true],
    ["Dat staat in bijlage 7.", [letter], false],
  ])("means the paper that the export gives the number to, or that calls itself so: %s", (text, cited, expected) => {
    const found = means(text, cited);
    expect(found.every(Boolean) && found.length > 0).toBe(expected);
  });

  it("knows the number that it would be", () => {
    expect(ownNumbers([contract, letter], numbers)).toEqual([1, 2]);
  });

  it("is a place of a paper, and no exhibit, where the paper is named behind it", () => {
    expect(placesIn("Zie bijlage 1 van de overeenkomst.").map(({ kind }) => kind)).toEqual(["paragraph"]);
  });
});

describe("a clause that a text names", () => {
  // "artikel 2.3 van de" stood in what a letter could not say, below that very clause.
  it.each([
    ["Volgens artikel 2.3 van de overeenkomst kwam de wagen om acht uur.", ["artikel 2.3"]],
    ["In artikel 9.2 staat een termijn.", ["artikel 9.2"]],
    ["Dat volgt uit art. 4.3 en 4.4.", ["art. 4.3 en 4.4"]],
    ["Artikel 7:611 BW verplicht daartoe.", []],
    ["Artikel 9 geldt.", []],
  ])("%s", (text, places) => {
    expect(placesIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(places);
  });
});
