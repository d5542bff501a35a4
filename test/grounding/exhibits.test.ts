import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { LedgerEntrySchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { isAmongExhibits, placesIn } from "../../src/grounding/places.ts";

const paper = (evidenceId: string) =>
  create(LedgerEntrySchema, { evidence: { evidence: { case: "document", value: { evidenceId } } } });

/** Two papers, quoted from three times. */
const entries = [paper("vault:a"), paper("vault:a"), paper("vault:b")];

const isThere = (text: string): boolean[] => placesIn(text).map((place) => isAmongExhibits(entries, place));

describe("an exhibit that a memo names by its number", () => {
  it.each([
    ["Zie bijlage 2.", [true]],
    ["Zie productie 1 en 2.", [true]],
    ["See exhibit 1 for the contract.", [true]],
    ["Zie bijlage 3.", [false]],
    ["Zie producties 1-77.", [false]],
    ["See annex 0.", [false]],
    ["Ik voeg een bijlage toe.", []],
  ])("can be there only where the ledger has as many papers: %s", (text, expected) => {
    expect(isThere(text)).toEqual(expected);
  });

  it("is a place of a paper, and no exhibit, where the paper is named behind it", () => {
    expect(placesIn("Zie bijlage 1 van de overeenkomst.").map(({ kind }) => kind)).toEqual(["paragraph"]);
  });
});
