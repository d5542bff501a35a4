import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { EvidenceSetSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { LedgerEntrySchema } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { IntentSeedSchema } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { minutedLine } from "../../../src/model/providers/extractive/minuted-words.ts";

const intent = create(IntentSeedSchema, { parties: [{ names: ["P. Vinder"] }, { names: ["Henk Denkbeeld"] }] });
const read = (excerpt: string, speaker = "") =>
  minutedLine({ intent }, create(LedgerEntrySchema, { span: { excerpt, speaker } }));
/** The same, of words that the importer of a paper gave to somebody. */
const heard = (speaker: string, docType: string) =>
  minutedLine(
    {
      intent,
      evidenceSet: create(EvidenceSetSchema, { entries: [{ candidate: { evidenceId: "evidence:1", docType } }] }),
    },
    create(LedgerEntrySchema, {
      span: { excerpt: "We lopen achter.", speaker, voice: Voice.QUOTED },
      evidence: { evidence: { case: "document", value: { evidenceId: "evidence:1" } } },
    }),
  );

// A letter quoted “Henk: We lopen achter”, as if the name were of the words.
describe("a line of minutes", () => {
  it("has the name of somebody of the case before its words", () => {
    expect(read("Henk: We lopen achter.")).toEqual({ name: "Henk", words: "We lopen achter." });
    expect(read("Vinder: Zonder prijs beslis ik niets.")).toMatchObject({ name: "Vinder" });
  });

  it("is what its importer heard somebody say, in whatever paper; a message says itself who wrote it", () => {
    expect(heard("Griet", "docx")).toEqual({ name: "Griet", words: "We lopen achter." });
    expect(heard("Griet", "pdf")).toMatchObject({ name: "Griet" });
    expect([heard("Griet", "chat"), heard("Griet", "email"), heard("+31 6 000", "pdf")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("is nothing that begins with another word, and no message whose speaker is known", () => {
    expect(read("Datum: 2 september 2026")).toBeUndefined();
    expect(read("Henk en Griet: samen")).toBeUndefined();
    expect(read("Henk: hoi", "Henk Denkbeeld")).toBeUndefined();
    expect(read("We lopen achter.")).toBeUndefined();
  });
});
