import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { EvidenceSetSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { tellingExhibits } from "../../src/export/telling-exhibits.ts";

const papers: readonly (readonly [id: string, docType: string, excerpts: readonly string[]])[] = [
  ["vault:bank", "text", ["20260420 | Van Verzonnen BV | Af | 87,40", "20260302 | Van Verzonnen BV | Af | 1150,00"]],
  ["vault:contract", "text", ["De huur is € 1.150,00 per maand.", "Datum | Bedrag"]],
  ["vault:chat", "chat", ["Laat die gaatjes maar zitten."]],
  ["vault:mail", "email", ["a | b"]],
];
const entries = papers.flatMap(([evidenceId, , excerpts]) =>
  excerpts.map((excerpt, at) => ({
    entryId: `entry:${evidenceId}:${at}`,
    evidence: { evidence: { case: "document" as const, value: { evidenceId } } },
    span: { excerpt },
  })),
);
const view = {
  draft: create(DraftTextSchema, { sections: [{ sentences: [{ entryIds: entries.map(({ entryId }) => entryId) }] }] }),
  ledger: create(CitationLedgerSchema, { entries }),
  evidence: create(EvidenceSetSchema, {
    entries: papers.map(([evidenceId, docType]) => ({ candidate: { evidenceId, docType } })),
  }),
};

// Evidence calls a table a text, so that no bank list was ever ticked: it went to the other side whole.
it("are a table where rows of cells alone are quoted, whatever kind of text their evidence calls them", () => {
  expect(tellingExhibits(view).map(({ evidenceId, isTable }) => [evidenceId, isTable])).toEqual([
    ["vault:bank", true],
    ["vault:contract", false],
    ["vault:chat", false],
  ]);
  const saying = new Map([["vault:mail", ["ik zeg op"]]]);
  expect(tellingExhibits(view, saying).find(({ evidenceId }) => evidenceId === "vault:mail")?.unsaid).toEqual([
    "ik zeg op",
  ]);
});
