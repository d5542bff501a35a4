import { expect, it } from "vitest";
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
