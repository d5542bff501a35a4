import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { RunSnapshotSchema } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import {
  ItemDecision,
  NextAction_Kind as Kind,
  MissingInput_Kind,
  SlotKind,
} from "../../gen/pincite/run/v1/run_context_pb.ts";
import { foldEvent, stageRecord } from "../../src/run/fold.ts";
import { nextAction } from "../../src/run/next-action.ts";

const item = (name: string, fingerprint: string, more: object = {}) => ({
  itemId: `item:${fingerprint}`,
  fingerprint: `of ${fingerprint}`,
  required: true,
  inputs: [{ name, fingerprint }],
  ...more,
});
const slots = ["one", "two"].map((fingerprint) => ({
  slotId: `slot:${fingerprint}`,
  fingerprint,
  required: true,
  kind: SlotKind.QUOTE,
  candidateCount: 1,
}));
const at = (state: OrchestratorState, stages: readonly object[]) =>
  create(RunSnapshotSchema, { runId: "run-1", locale: "nl", state, slots, stages: [...stages] });

describe("the next action where a person's choices are put forward before any turn", () => {
  const { EVIDENCE_BINDING: state } = OrchestratorState;
  const chosen = [item("slot", "one")];

  // After one choice "confirm the bindings" came first, over pages of claims that nothing was put forward for.
  it("is the guide's turn, which fills what nobody chose", () => {
    expect(nextAction(at(state, [{ state, items: chosen }]))).toMatchObject({ kind: Kind.PROPOSE });
  });

  it("is a choice, once a turn has ended and left a slot open", () => {
    const open = { kind: Kind.CHOOSE, subjectId: "slot:two", label: "Confirm bindings", possible: true };
    expect(nextAction(at(state, [{ state, items: chosen, guided: true }]))).toMatchObject(open);
    const nothing = nextAction(at(state, [{ state, guided: true }]));
    expect(nothing).toMatchObject({ kind: Kind.CHOOSE, subjectId: "slot:one" });
    expect(nothing.rpc).toMatch(/\/ChooseEvidence$/u);
  });

  it("is to decide, once nothing is left to fill", () => {
    expect(nextAction(at(state, [{ state, items: [...chosen, item("slot", "two")] }])).kind).toBe(Kind.CONFIRM);
  });

  it("is the same among quotes", () => {
    const bound = ["one", "two"].map((name) => item("slot", name, { decision: ItemDecision.CONFIRM }));
    const binding = { state, items: bound, confirmed: true };
    const quotes = OrchestratorState.SPAN_RESOLUTION;
    const quote = item("binding", "of one");
    expect(nextAction(at(quotes, [binding, { state: quotes, items: [quote] }])).kind).toBe(Kind.PROPOSE);
    expect(nextAction(at(quotes, [binding, { state: quotes, items: [quote], guided: true }])).kind).toBe(Kind.CONFIRM);
    const both = [quote, item("binding", "of two")];
    expect(nextAction(at(quotes, [binding, { state: quotes, items: both }])).kind).toBe(Kind.CONFIRM);
  });
});

describe("the next action where a draft stands", () => {
  const { DRAFT: state } = OrchestratorState;
  const sentence = item("claim", "one");
  const finding = { kind: MissingInput_Kind.DRAFT_CHECK, subjectId: "claim:1" };

  // The main button went on offering to write the letter that stood there, and a press wrote the same refused text again.
  it("is to settle what its check found, then to decide about it, then to finalise it", () => {
    expect(nextAction(at(state, []))).toMatchObject({ kind: Kind.PROPOSE, rpc: expect.stringMatching(/\/Guide$/u) });
    for (const guided of [true, false]) {
      const refused = nextAction(at(state, [{ state, proposal: {}, items: [sentence], findings: [finding], guided }]));
      // One that stands from before a step back is of other passages: it was to be settled line by line, forty-eight of them.
      if (!guided) {
        expect(refused.rpc).toMatch(/\/Guide$/u);
        continue;
      }
      expect(refused).toMatchObject({ kind: Kind.PROPOSE, label: "Finalize draft", possible: true });
      expect(refused.rpc).toMatch(/\/Propose$/u);
      expect(refused.localisedLabel).toBe("Los eerst op wat de tekst tegenhoudt");
      const settled = { state, proposal: {}, items: [sentence], guided };
      expect(nextAction(at(state, [settled])).kind).toBe(Kind.CONFIRM);
      const decided = { ...settled, confirmed: true, items: [{ ...sentence, decision: ItemDecision.CONFIRM }] };
      expect(nextAction(at(state, [decided])).kind).toBe(Kind.ADVANCE);
    }
  });
});

describe("that a turn has ended in a stage", () => {
  const { EVIDENCE_BINDING: state } = OrchestratorState;
  const ended = create(RunEventSchema, {
    event: { case: "turnEnded", value: { turnId: "turn:1", outcome: "failed" } },
  });
  const guided = (run: ReturnType<typeof at>) => stageRecord(run, state)?.guided;

  it("is known until the stage is entered again, whatever is put forward and decided meanwhile", () => {
    const after = foldEvent(at(state, [{ state, items: [item("slot", "one")] }]), ended);
    expect(guided(after)).toBe(true);
    const proposed = { case: "proposalRecorded" as const, value: { state, items: [item("slot", "two")] } };
    const decided = { case: "itemsDecided" as const, value: { state, items: [] } };
    const later = [proposed, decided].reduce((run, event) => foldEvent(run, create(RunEventSchema, { event })), after);
    expect(guided(later)).toBe(true);
    const entered = create(RunEventSchema, { event: { case: "stageAdvanced", value: { to: state } } });
    expect(guided(foldEvent(later, entered))).toBe(false);
  });

  it("says nothing of a stage that has no record yet", () => {
    expect(foldEvent(at(state, []), ended).stages).toEqual([]);
  });
});
