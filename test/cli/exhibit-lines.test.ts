import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { EvidenceCandidateSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { extractsOf, goingLines } from "../../src/cli/print/exhibit-lines.ts";
import type { TellingExhibit } from "../../src/export/telling-exhibits.ts";
import { speechOf } from "../../src/messages/speech.ts";

const exhibit = (number: number, isTable: boolean, title: string, unsaid: string[] = []): TellingExhibit => ({
  number,
  evidenceId: `vault:${number}`,
  isTable,
  unsaid,
  candidate: create(EvidenceCandidateSchema, { title }),
  title,
  said: { speakers: [], days: [] },
});
const telling = [exhibit(2, true, "bank.csv"), exhibit(3, false, "Chat met Rinus"), exhibit(5, true, "kosten.xlsx")];

// The terminal sent a whole bank list to the other side unasked; the page had ticked the extract beforehand.
describe("what of an exhibit goes along at the terminal", () => {
  it("is of a table the quoted words alone, unless she sends it whole, and of another paper where she says so", () => {
    expect(extractsOf(telling, {})).toEqual([2, 5]);
    expect(extractsOf(telling, { whole: [2] })).toEqual([5]);
    expect(extractsOf(telling, { extract: [3] })).toEqual([2, 5, 3]);
    expect(extractsOf([], { extract: [7] })).toEqual([7]);
  });

  it("is said of each paper that says more than the letter quotes, with what would send it otherwise", () => {
    const said = goingLines(telling, [2, 5], speechOf("nl")).join("\n");
    expect(said).toMatch(/als uittreksel mee[\s\S]*--whole 2 5\n {2}2 {2}.*bank.*\n {2}5 {2}.*kosten/u);
    expect(said).toMatch(/gaat heel mee[\s\S]*--extract 3\n {2}3 {2}.*Chat met Rinus/u);
    expect(goingLines([], [], speechOf("nl"))).toEqual([]);
  });
});

// Words that she had forbidden went along in the whole chat of which the letter quotes one message.
it("is the quoted words alone of a paper that says what must not be said, with those words told", () => {
  const chat = exhibit(4, false, "Chat met Gerben", ["niet meer zitten"]);
  expect(extractsOf([chat], {})).toEqual([4]);
  expect(goingLines([chat], [4], speechOf("nl")).join("\n")).toMatch(/Chat met Gerben\n.*“niet meer zitten”/u);
});
