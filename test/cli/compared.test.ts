import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { besideLines } from "../../src/cli/print/beside-lines.ts";
import { speechOf } from "../../src/messages/speech.ts";

const view = {
  draft: create(DraftTextSchema, {
    sections: [
      { sentences: [{ sentenceId: "s1", text: "De club moet op 3 maart 2025 alle banen sluiten.", entryIds: ["e1"] }] },
    ],
  }),
  ledger: create(CitationLedgerSchema, {
    entries: [
      {
        entryId: "e1",
        span: {
          excerpt: "De club mag op 3 maart 2025 banen sluiten, mits er niet gespeeld wordt.",
          excerptSha256: "d",
        },
        evidence: { evidence: { case: "document", value: { title: "Reglement", occurredAtIso: "2025-01-02" } } },
      },
    ],
  }),
} as unknown as Parameters<typeof besideLines>[0];

describe("what a terminal shows beside a sentence that is worded anew", () => {
  it("has signs around what is to be compared, in both texts, and others around what stands in one alone", () => {
    const [, source, sentence] = besideLines(view, "s1", speechOf("nl"));
    expect(source).toContain("«mag» op ‹3 maart 2025› banen sluiten, «mits» er «niet» gespeeld");
    expect(sentence).toContain("De club «moet» op ‹3 maart 2025› «alle» banen sluiten.");
  });
});
