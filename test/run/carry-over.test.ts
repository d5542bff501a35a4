import { describe, expect, it } from "vitest";
import { OrchestratorState as S, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, MissingInput_Kind, NextAction_Kind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { stageRecord } from "../../src/run/fold.ts";
import { missingInputs } from "../../src/run/missing-inputs.ts";
import { nextAction } from "../../src/run/next-action.ts";
import { runContext } from "../../src/run/run-context.ts";
import { allStates, bindingFor, draftProposal, finish, intentProposal, quoteFor, runAt, settle } from "./drive.ts";
import { refusal } from "./refusal.ts";
import { letterCandidate, letters, sampleOutline } from "./sample-content.ts";
import type { TestRun } from "./support.ts";

const { CONFIRM, REJECT, UNSPECIFIED } = ItemDecision;

const outline = (run: TestRun) => run.material.proposals.skeleton?.sections ?? [];

/** The outline as it stands, with the text of one claim changed. */
const outlineWith = (run: TestRun, claimId: string, text: string) =>
  ({
    case: "skeleton",
    value: {
      sections: outline(run).map(({ sectionId, title, claims }) => ({
        sectionId,
        title,
        claims: claims.map((claim) => ({
          claimId: claim.claimId,
          text: claim.claimId === claimId ? text : claim.text,
          claimKind: claim.claimKind,
          optional: !claim.required,
        })),
      })),
    },
  }) as const;

const context = (run: TestRun) => runContext(run.snapshot, "v", []);
const openItems = (run: TestRun) => (run.record?.items ?? []).filter((item) => item.decision === UNSPECIFIED);

describe("an unedited rewind", () => {
  it.each(allStates)("to stage %i asks nothing again and needs no model and no tool", (to) => {
    const run = finish(runAt(S.DRAFT));
    const before = { ...run.count };
    finish(run.rewind(to));
    expect(run.count).toEqual(before);
    expect(run.snapshot.stale).toEqual([]);
    expect(run.snapshot.revision).toBe(2);
  });

  it("does not bring back a claim that was rejected", () => {
    const run = runAt(S.SKELETON);
    settle(run).confirm({ "claim:2": REJECT });
    run.advance().rewind(S.INTENT_SEED).advance();
    expect(run.record?.items.map((item) => item.itemId)).toEqual(["claim:1", "claim:3", "claim:4"]);
    expect(nextAction(run.snapshot).kind).toBe(NextAction_Kind.ADVANCE);
  });

  it("does not bring back a binding, a quote or a sentence that was rejected", () => {
    const run = runAt(S.EVIDENCE_BINDING);
    const { slots } = run.snapshot;
    run.propose({
      case: "needMap",
      value: { bindings: [bindingFor(run, "slot:1"), bindingFor(run, "slot:1", 1)] },
    });
    const [first = "", second = ""] = run.record?.items.map((item) => item.itemId) ?? [];
    run.confirm({ [first]: CONFIRM, [second]: REJECT });
    settle(run).advance();
    const binding = run.material.needMap?.bindings.find((one) => one.slotId === "slot:1")?.bindingId ?? "";
    run.propose({ case: "citationLedger", value: { spans: [quoteFor(run, binding), quoteFor(run, binding, 1)] } });
    const quotes = openItems(run).filter((item) => item.slotId === "slot:1");
    run.confirm({ [quotes[0]?.itemId ?? ""]: CONFIRM, [quotes[1]?.itemId ?? ""]: REJECT });
    finish(run);
    const before = { ...run.count };
    finish(run.rewind(S.EVIDENCE_NEEDS));
    expect(run.count).toEqual(before);
    expect(slots.length).toBeGreaterThan(0);
    for (const state of [S.EVIDENCE_BINDING, S.SPAN_RESOLUTION])
      expect(stageRecord(run.snapshot, state)?.items.map((item) => item.decision)).not.toContain(UNSPECIFIED);
  });
});

describe("an edit after a rewind", () => {
  const edited = () => {
    const run = finish(runAt(S.DRAFT)).rewind(S.SKELETON);
    return run.propose(outlineWith(run, "claim:1", "De werkgever heeft een cursus toegezegd."));
  };

  it("tells at every later stage along which path the confirmations became stale", () => {
    const run = edited();
    expect(run.snapshot.stale.map((one) => [...one.path])).toEqual([["claim:1/text"]]);
    settle(run).advance();
    expect(run.snapshot.stale.filter((one) => one.itemId.startsWith("slot:")).map((one) => [...one.path])).toEqual([
      ["claim:1/text", "slot:1"],
      ["claim:1/text", "slot:2"],
    ]);
    settle(run).advance();
    const [binding] = run.snapshot.stale.filter((one) => one.itemId.startsWith("binding:"));
    expect(binding?.path).toEqual(["claim:1/text", "slot:1", binding?.itemId]);
    expect(binding?.explanation).toContain("text of claim:1 changed");
    settle(run).advance();
    const [entry] = run.snapshot.stale.filter((one) => one.itemId.startsWith("entry:"));
    expect(entry?.path).toEqual(["claim:1/text", "slot:1", binding?.itemId, entry?.itemId]);
    settle(run).advance();
    expect(run.snapshot.stale.filter((one) => one.itemId.startsWith("sentence:")).map((one) => one.path)).toEqual([
      ["claim:1/text", "sentence:1"],
    ]);
  });

  it("is no longer called stale once it is confirmed again", () => {
    const run = edited();
    expect(context(run).staleItems).toHaveLength(1);
    run.confirm({ "claim:1": CONFIRM });
    expect(context(run).staleItems).toEqual([]);
  });

  it("is not called stale when the user confirms it in the same breath", () => {
    const run = finish(runAt(S.DRAFT)).rewind(S.SKELETON);
    run.propose(outlineWith(run, "claim:1", "Anders."), { confirm: true });
    expect(context(run).staleItems).toEqual([]);
  });

  it("that is taken back makes the first confirmation hold again, and nothing is stale", () => {
    const run = edited();
    run.confirm({ "claim:1": CONFIRM });
    run.propose(outlineWith(run, "claim:1", sampleOutline[0].claims[0].text));
    expect(run.record?.items[0]).toMatchObject({ itemId: "claim:1", decision: CONFIRM, carriedOver: true });
    expect(context(run).staleItems).toEqual([]);
  });

  // "Ik betaal € 184,56" stood over her statement "Ik betaal € 143,61", and one press said yes to both.
  it("does not put a statement forward again that was made for other words of the claim", () => {
    const statements = (run: TestRun) =>
      (run.material.proposals.needMap?.bindings ?? []).filter(
        ({ evidence }) => evidence?.evidence.case === "statement",
      );
    const walked = (text?: string) => {
      const run = finish(runAt(S.DRAFT)).rewind(S.SKELETON);
      if (text !== undefined) run.propose(outlineWith(run, "claim:4", text));
      return settle(settle(run).advance()).advance();
    };
    expect(statements(walked())).toHaveLength(1);
    const run = walked("Ik heb nooit een waarschuwing gekregen.");
    expect(statements(run)).toEqual([]);
    expect(context(run).missingInputs).toContainEqual(
      expect.objectContaining({ kind: MissingInput_Kind.BINDING, subjectId: "slot:5" }),
    );
  });

  it("does not let a slot count as bound while its binding rests on the former claim", () => {
    const run = settle(edited()).advance();
    const slot = (id: string) => context(run).slots.find((one) => one.slotId === id);
    expect(slot("slot:1")).toMatchObject({ bound: false, entryCount: 0 });
    expect(slot("slot:3")).toMatchObject({ bound: true, entryCount: 1 });
    const needed = run.material.needs?.sections[0]?.claims.map((claim) => claim.required[0]?.bound.length);
    expect(needed).toEqual([0, 1]);
  });

  it("names the quote that was rejected among several that a sentence cites", () => {
    const run = runAt(S.SPAN_RESOLUTION);
    const binding = run.material.needMap?.bindings.find((one) => one.slotId === "slot:1")?.bindingId ?? "";
    run.propose({ case: "citationLedger", value: { spans: [quoteFor(run, binding), quoteFor(run, binding, 1)] } });
    finish(run).rewind(S.SPAN_RESOLUTION);
    const [, second = ""] = run.record?.items.filter((i) => i.slotId === "slot:1").map((i) => i.itemId) ?? [];
    run.confirm({ [second]: REJECT }).advance();
    const stale = run.snapshot.stale.find((one) => one.itemId === "sentence:1");
    expect(stale?.path).toEqual([`${second}/rejected`, "sentence:1"]);
    expect(stale?.explanation).toBe(`${second} was rejected, so sentence:1 no longer holds.`);
  });

  it("of a heading asks again for the sentence under it that makes no claim, and not for those elsewhere", () => {
    const run = finish(runAt(S.DRAFT)).rewind(S.SKELETON);
    const sections = outline(run).map(({ sectionId, title, claims }, at) => ({
      sectionId,
      title: at === 1 ? "Het recht" : title,
      claims: claims.map(({ claimId, text, claimKind }) => ({ claimId, text, claimKind })),
    }));
    runAt(S.DRAFT, run.propose({ case: "skeleton", value: { sections } }, { confirm: true }));
    expect(openItems(run).map((item) => item.itemId)).toEqual(["sentence:3", "sentence:4", "sentence:5"]);
    expect(run.snapshot.stale).toContainEqual(
      expect.objectContaining({ itemId: "sentence:5", path: ["sentence:5/section"] }),
    );
  });

  it("that rejects a claim is named as what ended its slot, binding, quote and sentence", () => {
    const run = finish(runAt(S.DRAFT)).rewind(S.SKELETON);
    run.confirm({ "claim:1": REJECT });
    const told = () => run.snapshot.stale.map((one) => [one.itemId.split(":")[0], one.path[0]]);
    run.advance();
    expect(told()).toEqual([
      ["slot", "claim:1/rejected"],
      ["slot", "claim:1/rejected"],
    ]);
    settle(run).advance();
    expect(told().at(-1)).toEqual(["binding", "claim:1/rejected"]);
    settle(run).advance();
    expect(told().at(-1)).toEqual(["entry", "claim:1/rejected"]);
    settle(run).advance();
    expect(told().at(-1)).toEqual(["sentence", "claim:1/rejected"]);
    expect(run.snapshot.stale.at(-1)?.explanation).toMatch(/^claim:1 was rejected, so sentence:1 no longer holds\.$/);
  });

  it("of a binding is named as what made the quote and the sentence stale", () => {
    const run = finish(runAt(S.DRAFT)).rewind(S.EVIDENCE_BINDING);
    const former = run.record?.items.find((item) => item.slotId === "slot:1")?.itemId ?? "";
    run.propose({ case: "needMap", value: { bindings: [bindingFor(run, "slot:1", 1)] } }).confirmAll();
    expect(run.snapshot.stale.map((one) => one.path[0])).toEqual([`${former}/gone`]);
    run.advance();
    const entry = run.snapshot.stale.find((one) => one.itemId.startsWith("entry:"));
    expect(entry?.path).toEqual([`${former}/gone`, entry?.itemId]);
  });
});

describe("a stage that is entered again with nothing that still stands", () => {
  const rebuilt = () => {
    const run = finish(runAt(S.DRAFT)).rewind(S.SKELETON);
    run.propose(
      { case: "skeleton", value: { sections: [{ title: "Nieuw", claims: [{ text: "Alles is anders." }] }] } },
      { confirm: true },
    );
    settle(run.advance()).advance();
    return run;
  };

  it("is open, with nothing under review and pins allowed", () => {
    const run = rebuilt();
    expect([run.snapshot.state, run.snapshot.phase]).toEqual([S.EVIDENCE_BINDING, StagePhase.OPEN]);
    expect(context(run).items).toEqual([]);
    expect(missingInputs(run.snapshot).map((one) => one.kind)).toEqual([MissingInput_Kind.PROPOSAL]);
    expect(refusal(() => run.confirm({}, "0".repeat(64)))).toBe("NOTHING_PROPOSED");
    run.pin(letterCandidate(letters[1] ?? letters[0]!));
    expect(finish(run).snapshot.phase).toBe(StagePhase.CONFIRMED);
  });
});

describe("the draft under review", () => {
  it("is checked as it would be with everything confirmed, so that the next action stays Confirm", () => {
    const run = runAt(S.DRAFT);
    run.propose(draftProposal(run)).confirm({ "sentence:1": CONFIRM });
    expect(nextAction(run.snapshot).kind).toBe(NextAction_Kind.CONFIRM);
    expect(missingInputs(run.snapshot).map((one) => one.kind)).toEqual(
      Array.from({ length: 4 }, () => MissingInput_Kind.CONFIRMATION),
    );
  });

  it("is found wanting once a sentence that a claim needs is rejected", () => {
    const run = runAt(S.DRAFT);
    run.propose(draftProposal(run)).confirmAll().confirm({ "sentence:1": REJECT });
    expect(missingInputs(run.snapshot).map((one) => [one.kind, one.subjectId])).toEqual([
      [MissingInput_Kind.DRAFT_CHECK, "claim:1"],
    ]);
    expect(nextAction(run.snapshot).kind).toBe(NextAction_Kind.PROPOSE);
  });

  it("cannot be empty, so that nobody finalises a memo that was never shown", () => {
    const run = runAt(S.DRAFT);
    const sections = outline(run).map(({ sectionId }) => ({ sectionId, sentences: [] }));
    expect(refusal(() => run.propose({ case: "draftText", value: { sections } }))).toBe("PROPOSAL_INVALID");
  });
});

describe("an intent under review", () => {
  it("changes the run's language and reference date only once it is confirmed", () => {
    const run = runAt(S.INTENT_SEED);
    run.propose({ case: "intentSeed", value: { goal: "Iets", locale: "en", referenceDate: "2020-02-02" } });
    expect([run.snapshot.locale, run.snapshot.referenceDate]).toEqual(["nl", "2025-12-09"]);
    run.confirmAll();
    expect([run.snapshot.locale, run.snapshot.referenceDate]).toEqual(["en", "2020-02-02"]);
  });

  it("does not keep the user from pinning while later stages exist", () => {
    const run = finish(runAt(S.DRAFT)).rewind(S.INTENT_SEED);
    run.propose(intentProposal("Een ander doel")).pin(letterCandidate(letters[0]!), "slot:1");
    expect(run.material.needs?.sections[0]?.claims[0]?.required[0]?.candidates).toHaveLength(2);
    expect(context(run).slots.every((slot) => slot.fingerprint !== "")).toBe(true);
  });
});

describe("bindings that nobody must have", () => {
  const optionalOnly = () => {
    const run = runAt(S.SKELETON);
    const claims = [{ text: "Misschien.", optional: true }];
    run.propose({ case: "skeleton", value: { sections: [{ title: "Extra", claims }] } }, { confirm: true });
    settle(run.advance());
    run.search("slot:1", [letterCandidate(letters[0]!)]);
    settle(run).advance();
    return run.propose({ case: "needMap", value: { bindings: [bindingFor(run, "slot:1")] } });
  };

  it("wait for a decision while they are under review", () => {
    const run = optionalOnly();
    expect(nextAction(run.snapshot).kind).toBe(NextAction_Kind.CONFIRM);
    expect(missingInputs(run.snapshot).map((one) => one.kind)).toEqual([MissingInput_Kind.CONFIRMATION]);
  });

  it("can all be rejected, and the run goes on without", () => {
    const run = optionalOnly();
    run.confirm({ [run.record?.items[0]?.itemId ?? ""]: REJECT });
    expect(nextAction(run.snapshot).kind).toBe(NextAction_Kind.ADVANCE);
    run.advance();
    expect(run.material.needMap?.bindings).toEqual([]);
  });
});
