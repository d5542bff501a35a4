import { describe, expect, it } from "vitest";
import { DraftRuleSchema } from "../../../gen/pincite/run/v1/look_pb.ts";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { MissingInput_Kind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { missingInputs } from "../../../src/run/missing-inputs.ts";
import { runAt } from "../drive.ts";
import { refusal } from "../refusal.ts";

const outlined = (title: string) =>
  runAt(S.SKELETON).propose({
    case: "skeleton",
    value: { sections: [{ title, claims: [{ text: "Op 17 maart 2025 is € 1.240 voor de opleiding toegezegd." }] }] },
  });

const faults = (title: string) =>
  missingInputs(outlined(title).confirmAll().snapshot)
    .filter(({ kind }) => kind === MissingInput_Kind.DRAFT_CHECK)
    .map(({ subjectId, rule, startChar, endChar }) => [
      subjectId,
      DraftRuleSchema.values.find(({ number }) => number === rule)?.localName,
      [...title].slice(startChar, endChar).join(""),
    ]);

describe("a heading of an outline", () => {
  it.each(["De opleiding", "De toezegging van 17 maart 2025", "Bedrag: € 1.240", "Deel 2", "Artikel 7:611 BW"])(
    "may say what its claims say, or what evidence may still bring: %s",
    (title) => {
      expect(faults(title)).toEqual([]);
    },
  );

  it.each([
    ["De toezegging van 3 januari 2024", "DATE", "3 januari 2024"],
    ["Bedrag: € 5.000", "SUM", "€ 5.000"],
    ["De werkgever heeft de opleiding toegezegd", "ACT_WITHOUT_ENTRY", "toegezegd"],
    ["De “opleiding", "QUOTATION_MARK_STRAY", "“"],
    ["De opleiding (NJ 2016/999)", "CITATION_UNREAD", "NJ 2016/999"],
  ])("is stopped where no claim says it or no evidence can: %s", (title, rule, words) => {
    expect(faults(title)).toEqual([["section:1", rule, words]]);
  });

  it("keeps the outline from being left until it is put in other words", () => {
    const run = outlined("Bedrag: € 5.000").confirmAll();
    expect(refusal(() => run.advance())).toBe("MISSING_INPUTS");
    const [claim] = run.material.skeleton?.sections[0]?.claims ?? [];
    const sections = [
      { sectionId: "section:1", title: "Bedrag", claims: [{ claimId: claim!.claimId, text: claim!.text }] },
    ];
    run.propose({ case: "skeleton", value: { sections } }).confirmAll().advance();
    expect(run.snapshot.state).toBe(S.EVIDENCE_NEEDS);
  });
});
