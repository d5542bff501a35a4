import { describe, expect, it } from "vitest";
import { DraftRule, LookCode } from "../../gen/pincite/run/v1/look_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { DraftCheck } from "../../src/run/kernel.ts";
import { missingInputs } from "../../src/run/missing-inputs.ts";
import { examineDraft } from "../support/draft-check.ts";
import { draftProposal, runAt, settle } from "./drive.ts";
import { refusal } from "./refusal.ts";
import { model, TestRun } from "./support.ts";

// What the draft check says of a sentence decides whether the run it stands in can be finalised.

/** A run whose draft says one more thing in the sentence of a claim, put forward by a person or by a model. */
const saying = (extra: string, options: { actor?: typeof model } = {}): TestRun => {
  const run = runAt(S.DRAFT);
  return run.propose(draftProposal(run, { "claim:1": extra }), options);
};
const isFinalised = (run: TestRun): boolean => run.events.at(-1)?.event.case === "runFinalised";

describe("a draft that says more than what is bound", () => {
  it.each([
    ["a person", {}],
    ["a model", { actor: model }],
  ])("is not finalised, put forward by %s and confirmed sentence by sentence", (_, options) => {
    const run = saying(" Op 3 januari 2024 heeft u mij € 5.000 beloofd.", options).confirmAll();
    const found = missingInputs(run.snapshot);
    expect(new Set(found.map(({ subjectId }) => subjectId))).toEqual(new Set(["sentence:1"]));
    expect(found.map(({ rule }) => rule)).toEqual(expect.arrayContaining([DraftRule.DATE, DraftRule.SUM]));
    expect(refusal(() => run.advance())).toBe("MISSING_INPUTS");
    expect(isFinalised(run)).toBe(false);
  });

  it("is finalised once the sentence says no more than that", () => {
    const run = saying(" Op 3 januari 2024 heeft u mij € 5.000 beloofd.").confirmAll();
    run.propose(draftProposal(run));
    expect(isFinalised(settle(run).advance())).toBe(true);
  });
});

describe("what stands around the text of a letter", () => {
  it("keeps a memo from being finalised where nothing confirmed carries it", () => {
    const frame = { addressee: ["Zonnewijzer B.V."], closing: "In afwachting van € 5.000," };
    const run = runAt(
      S.DRAFT,
      runAt(S.INTENT_SEED).propose(
        { case: "intentSeed", value: { goal: "Betaling van de opleiding krijgen", frame } },
        { confirm: true },
      ),
    );
    run.propose(draftProposal(run)).confirmAll();
    expect(missingInputs(run.snapshot)).toMatchObject([{ subjectId: "frame:closing", rule: DraftRule.SUM }]);
    expect(refusal(() => run.advance())).toBe("MISSING_INPUTS");
    expect(isFinalised(run)).toBe(false);
  });
});

describe("a claim whose evidence is in doubt", () => {
  it("lends the draft no words: its binding has a look that nobody has named", () => {
    const doubted: string[][] = [];
    const checkDraft: DraftCheck = (input) => {
      doubted.push([...(input.doubtedBindings ?? [])]);
      return examineDraft(input);
    };
    const run = runAt(S.DRAFT, new TestRun({ checkDraft }));
    settle(run.propose(draftProposal(run)));
    expect(doubted.flat()).toEqual([]);
    run.corpusRevision = "revision-2";
    run.advance().propose(draftProposal(run));
    const absence = run.material.ledger?.entries.find(({ slotId }) => slotId === "slot:3");
    expect(doubted.at(-1)).toEqual([absence?.bindingId]);
  });
});

describe("a draft that says what another said", () => {
  const counting = (): { run: TestRun; checked: () => number } => {
    let checks = 0;
    const checkDraft: DraftCheck = (input) => {
      // The outline and the quotes are tried by drafts of their own.
      if (input.draft.meta?.runId) checks += 1;
      return examineDraft(input);
    };
    const run = runAt(S.DRAFT, new TestRun({ checkDraft }));
    run.propose(draftProposal(run));
    return { run, checked: () => checks };
  };

  it("is not read again: neither put forward anew nor with questions left open", () => {
    const { run, checked } = counting();
    const [before, items] = [checked(), run.record?.items];
    expect(before).toBe(1);
    run.propose(draftProposal(run)).propose({ case: "draftText", value: { sections: [] } as never });
    expect(checked()).toBe(before);
    expect(run.record?.items.map(({ fingerprint }) => fingerprint)).toEqual(
      items?.map(({ fingerprint }) => fingerprint),
    );
  });

  it("is read again where one sentence says another thing", () => {
    const { run, checked } = counting();
    run.propose(draftProposal(run, { "claim:1": " Op 3 januari 2024 heeft u mij € 5.000 beloofd." }));
    expect(checked()).toBe(2);
    expect(missingInputs(run.confirmAll().snapshot).map(({ rule }) => rule)).toContain(DraftRule.SUM);
  });
});

describe("a sentence that no rule can decide", () => {
  it("is not confirmed among others: a person names what was seen, and confirms it by itself", () => {
    const run = saying(" Ik verzoek u uiterlijk 1 februari 2026 te reageren.");
    const [sentence] = run.record?.items ?? [];
    expect(sentence?.looks.map(({ code }) => code)).toEqual([LookCode.DEADLINE_SET]);
    const all = Object.fromEntries((run.record?.items ?? []).map(({ itemId }) => [itemId, ItemDecision.CONFIRM]));
    expect(refusal(() => run.confirm(all))).toBe("LOOKS_NOT_NAMED");
    run
      .confirmLooks(sentence?.itemId ?? "")
      .confirmAll()
      .advance();
    expect(isFinalised(run)).toBe(true);
  });
});
