import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { choicesNow } from "../../src/run/choices.ts";
import { runContext } from "../../src/run/run-context.ts";
import { bindingFor, runAt, settle } from "./drive.ts";
import { edits } from "./edits.ts";
import { refusal } from "./refusal.ts";
import { letterCandidate, letters } from "./sample-content.ts";
import { model, type TestRun } from "./support.ts";

const [first, second] = letters.map((letter) => letterCandidate(letter)) as [
  ReturnType<typeof letterCandidate>,
  ReturnType<typeof letterCandidate>,
];
const quoteSlot = (run: TestRun): string =>
  run.snapshot.slots.find(({ kind, required }) => kind === SlotKind.QUOTE && required)?.slotId ?? "";
const boundTo = (run: TestRun, slotId: string): string[] =>
  (run.material.proposals.needMap?.bindings ?? []).flatMap(({ slotId: own, evidence }) =>
    own === slotId && evidence?.evidence.case === "document" ? [evidence.evidence.value.evidenceId] : [],
  );

describe("what a person chooses for a slot", () => {
  it("counts as a linked candidate, is told by the run, and confirms nothing", () => {
    const run = runAt(S.EVIDENCE_NEEDS);
    const slotId = quoteSlot(run);
    const before = run.snapshot.stages.length;
    run.choose(slotId, first, "dit is het");
    expect(run.snapshot.slots.find((slot) => slot.slotId === slotId)?.candidateCount).toBeGreaterThan(0);
    expect(runContext(run.snapshot, "v", []).choices).toMatchObject([
      { slotId, holds: true, chosenBy: { name: "tester" } },
    ]);
    expect(run.snapshot.stages.length).toBe(before);
    expect(run.snapshot.confirmations.some(({ itemId }) => itemId === slotId)).toBe(false);
  });

  it("becomes the binding that is put forward on entering EVIDENCE_BINDING, undecided", () => {
    const run = runAt(S.EVIDENCE_NEEDS);
    const slotId = quoteSlot(run);
    run.choose(slotId, first).choose(slotId, second);
    runAt(S.EVIDENCE_BINDING, run);
    expect(boundTo(run, slotId)).toEqual([second.evidenceId]);
    const items = run.snapshot.stages.find(({ state }) => state === S.EVIDENCE_BINDING)?.items ?? [];
    expect(items.filter((item) => item.slotId === slotId).map(({ decision }) => decision)).toEqual([0]);
  });

  it("carries the sentence that was pointed at, and who pointed", () => {
    const run = runAt(S.EVIDENCE_NEEDS);
    const slotId = quoteSlot(run);
    run.choose(slotId, first, "", "wij betalen de opleiding");
    runAt(S.EVIDENCE_BINDING, run);
    const binding = run.material.proposals.needMap?.bindings.find((one) => one.slotId === slotId);
    expect(binding).toMatchObject({
      locator: { exactQuote: "wij betalen de opleiding" },
      locatedBy: { name: "tester" },
    });
  });

  it("outranks what a model proposes for the slot, and leaves the other slots to it", () => {
    const run = runAt(S.EVIDENCE_NEEDS);
    const slotId = quoteSlot(run);
    run.choose(slotId, first);
    runAt(S.EVIDENCE_BINDING, run);
    const others = run.snapshot.slots.filter((slot) => slot.slotId !== slotId && slot.required);
    const bindings = [
      { slotId, evidence: bindingFor(run, slotId, 1).evidence },
      ...others.map((slot) => bindingFor(run, slot.slotId)),
    ];
    run.propose({ case: "needMap", value: { bindings } }, { actor: model });
    expect(boundTo(run, slotId)).toEqual([first.evidenceId]);
    for (const { slotId: other } of others)
      expect(run.material.proposals.needMap?.bindings.some((one) => one.slotId === other)).toBe(true);
  });

  it("takes effect at once in EVIDENCE_BINDING, and what else was decided stays decided", () => {
    const run = settle(runAt(S.EVIDENCE_BINDING));
    const slotId = quoteSlot(run);
    const decided = () =>
      (run.snapshot.stages.find(({ state }) => state === S.EVIDENCE_BINDING)?.items ?? [])
        .filter((item) => item.slotId !== slotId)
        .map(({ itemId, decision }) => [itemId, decision]);
    const before = decided();
    const other = boundTo(run, slotId)[0] === first.evidenceId ? second : first;
    run.choose(slotId, other);
    expect(boundTo(run, slotId)).toEqual([other.evidenceId]);
    expect(decided()).toEqual(before);
  });

  it("survives a rewind while its claim is the same, and binds nothing once it is not", () => {
    const run = runAt(S.EVIDENCE_NEEDS);
    const slots = run.snapshot.slots.filter(({ kind }) => kind === SlotKind.QUOTE);
    for (const { slotId } of slots) run.choose(slotId, second);
    runAt(S.DRAFT, run).rewind(S.EVIDENCE_NEEDS);
    expect(choicesNow(run.snapshot).every(({ holds }) => holds)).toBe(true);
    run.rewind(S.SKELETON);
    const claims = (run.material.skeleton?.sections ?? []).flatMap((section) => section.claims);
    const claimNumber = claims.findIndex(({ claimId }) => claimId === slots[0]?.claimId);
    edits.find((edit) => edit.name === "claim text")?.make(run, claimNumber);
    runAt(S.EVIDENCE_BINDING, run);
    const same = new Set(
      run.snapshot.slots
        .filter((slot) => slots.some((old) => old.slotId === slot.slotId && old.fingerprint === slot.fingerprint))
        .map(({ slotId }) => slotId),
    );
    const holding = choicesNow(run.snapshot).flatMap(({ slotId, holds }) => (holds ? [slotId] : []));
    expect(holding.sort()).toEqual([...same].sort());
    expect(holding.length).toBeLessThan(slots.length);
  });

  it("is taken back once, and then is none", () => {
    const run = runAt(S.EVIDENCE_NEEDS);
    const slotId = quoteSlot(run);
    run.choose(slotId, first).takeBack(slotId);
    expect(run.snapshot.choices).toEqual([]);
    expect(refusal(() => run.takeBack(slotId))).toBe("CHOICE_NOT_FOUND");
  });

  // A choice that was taken back left its paper linked, and nobody was asked about the slot again.
  it("leaves its slot open once it is taken back, and what searches found a candidate", () => {
    const run = runAt(S.EVIDENCE_NEEDS);
    const slotId = quoteSlot(run);
    const linked = () =>
      (run.material.evidenceSet?.entries ?? []).flatMap(({ candidate, personsSlotIds }) =>
        personsSlotIds.includes(slotId) ? [candidate?.evidenceId] : [],
      );
    const before = run.material.evidenceSet?.entries.map(({ candidate }) => candidate?.evidenceId);
    run.choose(slotId, first).choose(slotId, second);
    expect(linked()).toEqual([second.evidenceId]);
    run.takeBack(slotId);
    expect(linked()).toEqual([]);
    expect(run.material.evidenceSet?.entries.map(({ candidate }) => candidate?.evidenceId)).toEqual(before);
  });

  it("takes its binding along where bindings are under review", () => {
    const run = runAt(S.EVIDENCE_BINDING);
    const slotId = quoteSlot(run);
    run.choose(slotId, second, "", "wij betalen de opleiding");
    expect(boundTo(run, slotId)).toEqual([second.evidenceId]);
    run.takeBack(slotId);
    expect(boundTo(run, slotId)).toEqual([]);
  });

  it("is refused where there are no slots, where bindings are left, and for a slot that is not there", () => {
    expect(refusal(() => runAt(S.SKELETON).choose("slot:1", first))).toBe("STAGE_FORBIDS");
    expect(refusal(() => runAt(S.EVIDENCE_NEEDS).choose("slot:99", first))).toBe("ITEM_UNKNOWN");
    const late = runAt(S.DRAFT);
    expect(refusal(() => late.choose(quoteSlot(late), first))).toBe("STAGE_FORBIDS");
  });

  it("is a sentence of the bound paper where quotes are put forward, and nothing else", () => {
    const run = runAt(S.SPAN_RESOLUTION);
    const slotId = quoteSlot(run);
    const [bound = ""] = boundTo(run, slotId);
    const [own, other] = bound === first.evidenceId ? [first, second] : [second, first];
    expect(refusal(() => run.choose(slotId, other, "", "wij betalen de opleiding"))).toBe("PROPOSAL_INVALID");
    expect(refusal(() => run.choose(slotId, own))).toBe("PROPOSAL_INVALID");
    run.choose(slotId, own, "", "wij betalen de opleiding");
    expect(run.snapshot.choices).toMatchObject([{ slotId }]);
    run.takeBack(slotId);
    expect(run.snapshot.choices).toEqual([]);
    const quoted = run.material.proposals.ledger?.entries.filter((entry) => entry.slotId === slotId && entry.span);
    expect(quoted).toEqual([]);
  });

  it("leaves at most one choice a slot, whatever is chosen and taken back in whatever order", () => {
    const steps = fc.array(fc.tuple(fc.nat(3), fc.constantFrom("first", "second", "back", "on", "again")), {
      maxLength: 14,
    });
    fc.assert(
      fc.property(steps, (all) => {
        const run = runAt(S.EVIDENCE_NEEDS);
        const slots = run.snapshot.slots.filter(({ kind }) => kind === SlotKind.QUOTE).map((slot) => slot.slotId);
        const kept = new Map<string, string>();
        for (const [at, what] of all) {
          const slotId = slots[at % slots.length] ?? "";
          if (what === "on" && run.snapshot.state === S.EVIDENCE_NEEDS) runAt(S.EVIDENCE_BINDING, run);
          else if (what === "again" && run.snapshot.state === S.EVIDENCE_BINDING) run.rewind(S.EVIDENCE_NEEDS);
          else if (what === "back" && kept.delete(slotId)) run.takeBack(slotId);
          else if (what === "first" || what === "second") {
            run.choose(slotId, what === "first" ? first : second);
            kept.set(slotId, (what === "first" ? first : second).evidenceId);
          }
        }
        expect(run.snapshot.choices.map((choice) => choice.slotId).sort()).toEqual([...kept.keys()].sort());
        if (run.snapshot.state === S.EVIDENCE_NEEDS) runAt(S.EVIDENCE_BINDING, run);
        for (const [slotId, evidenceId] of kept) expect(boundTo(run, slotId)).toEqual([evidenceId]);
      }),
      { numRuns: 40 },
    );
  });
});
