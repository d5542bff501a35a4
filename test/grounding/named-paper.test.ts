import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { DraftRule } from "../../gen/pincite/run/v1/look_pb.ts";
import { examineDraft } from "../support/draft-check.ts";

const excerpt = "U solliciteert ten minste vier keer per periode van vier weken.";

/** What is refused in a sentence that quotes a paper of this title. */
const rulesOf = (text: string, title: string) => {
  const sentence = { sentenceId: "sentence:1", text, kind: SentenceKind.FACT, entryIds: ["entry:1"] };
  const value = { evidenceId: "vault:1", title, occurredAtIso: "2026-04-20T00:00:00.000Z" };
  const { refused } = examineDraft({
    skeleton: create(MessageSkeletonSchema),
    ledger: create(CitationLedgerSchema, {
      entries: [
        {
          entryId: "entry:1",
          bindingId: "binding:1",
          evidence: { evidence: { case: "document", value } },
          span: { excerpt, address: "p. 1" },
        },
      ],
    }),
    draft: create(DraftTextSchema, { locale: "nl", sections: [{ sectionId: "section:1", sentences: [sentence] }] }),
    parties: [],
    audience: "uwv",
    letters: [],
  });
  return refused.map(({ rule }) => rule);
};

// The guide's own sentence was refused: the file was called "toekenning WW", and WW is a law.
it("is called by its file's name, whatever law stands in that, and no law is named beside it", () => {
  const quoting = (name: string) => `In het stuk van 20 april 2026 (${name}) staat: “${excerpt}”`;
  expect(rulesOf(quoting("toekenning WW"), "toekenning WW.pdf")).toEqual([]);
  expect(rulesOf(quoting("toekenning WW"), "besluit.pdf")).toContain(DraftRule.CITATION_UNBOUND);
  expect(rulesOf(`Volgens de WW staat: “${excerpt}”`, "toekenning WW.pdf")).toContain(DraftRule.CITATION_UNBOUND);
  expect(rulesOf(quoting("WW"), "WW.pdf")).toContain(DraftRule.CITATION_UNBOUND);
});
