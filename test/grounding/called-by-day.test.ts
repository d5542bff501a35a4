import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { PartyRole, PartySchema } from "../../gen/pincite/memo/v1/party_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { DraftRule } from "../../gen/pincite/run/v1/look_pb.ts";
import { examineDraft } from "../support/draft-check.ts";

const rulesOf = (text: string) => {
  const sentence = { sentenceId: "sentence:1", text, kind: SentenceKind.CONNECTIVE };
  const { refused } = examineDraft({
    skeleton: create(MessageSkeletonSchema),
    ledger: create(CitationLedgerSchema),
    draft: create(DraftTextSchema, { locale: "nl", sections: [{ sectionId: "section:1", sentences: [sentence] }] }),
    parties: [create(PartySchema, { partyId: "party:1", role: PartyRole.OPPONENT, names: ["WW team"] })],
    audience: "employer",
    letters: [{ day: "2026-11-09", reference: "WW/2026/1" }],
  });
  return refused.map(({ rule }) => rule);
};

describe("the paper that is answered, called by its day", () => {
  it.each([
    "Hierbij reageer ik op uw brief van 9 november 2026.",
    "Hierbij maak ik bezwaar tegen uw besluit van 9 november 2026.",
    "I hereby object to your decision of 9 November 2026.",
  ])("is named without a source: %s", (text) => {
    expect(rulesOf(text)).toEqual([]);
  });

  it.each([
    "Hierbij maak ik bezwaar tegen uw besluit van 8 november 2026.",
    "Hierbij maak ik bezwaar tegen de zitting van 9 november 2026.",
  ])("is not taken for another day or another thing: %s", (text) => {
    expect(rulesOf(text)).toContain(DraftRule.DATE);
  });
});

describe("a party that bears the name of a law", () => {
  it("is called without citing that law, and the law alone is cited or not named", () => {
    expect(rulesOf("Ik wend mij tot het WW team.")).toEqual([]);
    expect(rulesOf("Ik beroep mij op de WW.")).not.toEqual([]);
  });
});
