import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { CitationLedgerSchema } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftRule } from "../../../gen/pincite/run/v1/look_pb.ts";
import { settleLines } from "../../../src/cli/go/settle.ts";
import type { RunView } from "../../../src/client/run-view.ts";
import { speechOf } from "../../../src/messages/speech.ts";

// Words of her own that no quote has could only go: the claim could not be put otherwise from where that was told.
it("offers beside letting words go that the claim is put as its evidence says it", () => {
  const text = "Volgens uw eigen aannemer is het kozijn verrot.";
  const remedy = {
    refusedWords: [{ rule: DraftRule.ROLE, startChar: 17, endChar: 25, said: { messageId: "rule.role", facts: [] } }],
  };
  const missingInputs = [
    { rule: DraftRule.REQUIRED_WORDS_GONE, subjectId: "claim:2", startChar: 11, endChar: 16, remedy },
  ];
  const view = { context: { missingInputs }, skeleton: { sections: [{ claims: [{ claimId: "claim:2", text }] }] } };
  const lines = settleLines(view as unknown as RunView, "pincite run go latest", "9-abcd", speechOf("nl"));
  expect(lines.join("\n")).toContain("ontbreekt “eigen”");
  expect(lines.join("\n")).toContain("“aannemer”: noemt een instantie");
  expect(lines).toContain('pincite run go latest 9-abcd "woorden=weg"');
  expect(lines).toContain('pincite run go latest 9-abcd "stelling:2=…"');
});

it("shows what else has the words that are refused, and the answer that cites it", () => {
  const text = "Bij de levering op 20 augustus 2026 was de bak defect.";
  const remedy = { refusedWords: [{ rule: DraftRule.DATE, startChar: 19, endChar: 35, entryIds: ["entry:2"] }] };
  const missingInputs = [
    { rule: DraftRule.REQUIRED_WORDS_GONE, subjectId: "claim:2", startChar: 0, endChar: 3, remedy },
  ];
  const span = { excerpt: "De auto is op 20 augustus 2026 geleverd." };
  const evidence = { evidence: { case: "document" as const, value: { title: "koopovereenkomst.pdf" } } };
  const view = {
    context: { missingInputs },
    skeleton: { sections: [{ claims: [{ claimId: "claim:2", text }] }] },
    ledger: create(CitationLedgerSchema, { entries: [{ entryId: "entry:2", span, evidence }] }),
    draft: { sections: [{ sentences: [{ sentenceId: "sentence:1", claimId: "claim:2", text: "“Zo was het.”" }] }] },
  };
  const lines = settleLines(view as unknown as RunView, "pincite run go latest", "9-abcd", speechOf("nl"));
  expect(lines.join("\n")).toContain("“De auto is op 20 augustus 2026 geleverd.” (koopovereenkomst.pdf)");
  expect(lines).toContain("pincite run go latest 9-abcd herstel=stelling:2");
});
