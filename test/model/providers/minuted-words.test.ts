import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { LedgerEntrySchema } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { IntentSeedSchema } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import { minutedLine } from "../../../src/model/providers/extractive/minuted-words.ts";

const intent = create(IntentSeedSchema, { parties: [{ names: ["P. Vinder"] }, { names: ["Henk Denkbeeld"] }] });
const read = (excerpt: string, speaker = "") =>
  minutedLine({ intent }, create(LedgerEntrySchema, { span: { excerpt, speaker } }));

// A letter quoted “Henk: We lopen achter”, as if the name were of the words.
describe("a line of minutes", () => {
  it("has the name of somebody of the case before its words", () => {
    expect(read("Henk: We lopen achter.")).toEqual({ name: "Henk", words: "We lopen achter." });
    expect(read("Vinder: Zonder prijs beslis ik niets.")).toMatchObject({ name: "Vinder" });
  });

  it("is nothing that begins with another word, and no message whose speaker is known", () => {
    expect(read("Datum: 2 september 2026")).toBeUndefined();
    expect(read("Henk en Griet: samen")).toBeUndefined();
    expect(read("Henk: hoi", "Henk Denkbeeld")).toBeUndefined();
    expect(read("We lopen achter.")).toBeUndefined();
  });
});
