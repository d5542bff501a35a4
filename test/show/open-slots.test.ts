import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { EvidenceSetSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { EvidenceNeedsSchema, EvidenceSlotStatus } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { LetterReadingSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { BindingSchema, EvidenceNeedMapSchema } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { WorkflowProfileSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { RunContextSchema, SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { nextOpen, openSlots, slotsLeft, slotsToChoose, statedSlots } from "../../src/show/open-slots.ts";

const slot = (slotId: string, kind: SlotKind = SlotKind.QUOTE, source = "vault") => ({ slotId, kind, source });
const needs = create(EvidenceNeedsSchema, {
  sections: [
    {
      claims: [
        { claimId: "claim:1", required: [slot("slot:1"), slot("slot:2", SlotKind.LOCATION)] },
        { claimId: "claim:2", required: [slot("slot:3", SlotKind.OWN_STATEMENT)] },
        { claimId: "claim:3", required: [slot("slot:4", SlotKind.QUOTE, "law")], optional: [slot("slot:5")] },
        { claimId: "claim:4", required: [slot("slot:6")] },
        {
          claimId: "claim:5",
          required: [{ ...slot("slot:7"), status: EvidenceSlotStatus.SLOT_STATUS_BOUND }, slot("slot:8")],
        },
      ],
    },
  ],
});
const profile = create(WorkflowProfileSchema, {
  claimKinds: [{ slots: [{ name: "the letter's words", asksView: true }, { name: "a paper" }] }],
});
const seen = (chosen: readonly string[] = [], pinned: readonly string[] = []) => ({
  needs,
  skeleton: undefined,
  letterReading: undefined,
  profile,
  choices: new Map(chosen.map((slotId) => [slotId, create(BindingSchema, { slotId })])),
  evidence: create(EvidenceSetSchema, { entries: [{ personsSlotIds: [...pinned] }] }),
  context: create(RunContextSchema),
});
const ids = (all: readonly { slot: { slotId: string } }[]) => all.map((one) => one.slot.slotId);

describe("slots that a passage is chosen for", () => {
  it("are those of words and places in papers, and of law", () => {
    expect(ids(slotsToChoose(needs))).toEqual(["slot:1", "slot:2", "slot:4", "slot:5", "slot:6", "slot:7", "slot:8"]);
  });

  it("are open where they are required, of papers, and neither chosen, pinned nor bound", () => {
    expect(ids(openSlots(seen()))).toEqual(["slot:1", "slot:2", "slot:6", "slot:8"]);
    expect(ids(openSlots(seen(["slot:1"], ["slot:2"])))).toEqual(["slot:6", "slot:8"]);
  });

  it("are open again where the claim got other words, though the paper that was chosen from is linked still", () => {
    const context = create(RunContextSchema, {
      choices: [
        { slotId: "slot:1", holds: false },
        { slotId: "slot:2", holds: true },
      ],
    });
    const lost = { ...seen(["slot:2"], ["slot:1", "slot:2"]), context };
    expect(ids(openSlots(lost))).toEqual(["slot:1", "slot:6", "slot:8"]);
  });
});

describe("the slots that ask for what the answered letter says", () => {
  const asked = (slotId: string, templateName: string) => ({ ...slot(slotId), templateName });
  const letter = {
    ...seen(),
    needs: create(EvidenceNeedsSchema, {
      sections: [
        {
          claims: [
            { claimId: "claim:1", required: [asked("slot:1", "the letter's words")] },
            { claimId: "claim:2", required: [asked("slot:2", "a paper")] },
            { claimId: "claim:3", required: [asked("slot:3", "the letter's words")] },
            { claimId: "claim:4", required: [asked("slot:4", "the letter's words")] },
          ],
        },
      ],
    }),
    skeleton: create(MessageSkeletonSchema, {
      sections: [
        {
          claims: [
            { claimId: "claim:1", answers: [{ assertionId: "part:1" }] },
            { claimId: "claim:2", answers: [{ assertionId: "part:1" }] },
            { claimId: "claim:3" },
            { claimId: "claim:4", answers: [{ assertionId: "part:gone" }] },
          ],
        },
      ],
    }),
    letterReading: create(LetterReadingSchema, {
      assertions: [{ partId: "part:1", span: { docUid: "d", startChar: 0, endChar: 20 } }],
    }),
  };

  // Ten sentences of the letter were laid before a person one by one, each with itself as the only passage.
  it("are not open where their claim answers a part that was read, and only there", () => {
    expect([...statedSlots(letter)]).toEqual(["slot:1"]);
    expect(ids(openSlots(letter))).toEqual(["slot:2", "slot:3", "slot:4"]);
  });
});

describe("the slots that wait where quotes are put forward", () => {
  const bound = (slotId: string, evidenceId: string) => ({
    bindingId: `binding:${slotId}`,
    slotId,
    slotKind: SlotKind.QUOTE,
    evidence: {
      evidence: evidenceId.startsWith("law:")
        ? { case: "law" as const, value: { evidenceId } }
        : { case: "document" as const, value: { evidenceId } },
    },
  });
  const at = (state: OrchestratorState, quoted: readonly string[]) => ({
    ...seen(),
    context: create(RunContextSchema, { state }),
    needMap: create(EvidenceNeedMapSchema, {
      bindings: [
        bound("slot:1", "vault:a"),
        bound("slot:4", "law:b"),
        bound("slot:5", "vault:a"),
        bound("slot:6", "vault:c"),
      ],
    }),
    ledger: create(CitationLedgerSchema, { entries: quoted.map((slotId) => ({ bindingId: `binding:${slotId}` })) }),
  });

  it("are the required ones bound to a paper of which no words are put forward", () => {
    expect(ids(slotsLeft(at(OrchestratorState.SPAN_RESOLUTION, [])))).toEqual(["slot:1", "slot:6"]);
    expect(ids(slotsLeft(at(OrchestratorState.SPAN_RESOLUTION, ["slot:1"])))).toEqual(["slot:6"]);
    expect(slotsLeft(at(OrchestratorState.DRAFT, []))).toEqual([]);
  });
});

describe("the slot to go on with", () => {
  // A claim was left after its first slot, and nobody came back to what stood in front.
  it("is the claim's own, then one behind it, then one in front", () => {
    expect(nextOpen(seen(), "slot:1")?.slot.slotId).toBe("slot:2");
    expect(nextOpen(seen(["slot:1"]), "slot:2")?.slot.slotId).toBe("slot:6");
    expect(nextOpen(seen(["slot:6"]), "slot:8")?.slot.slotId).toBe("slot:1");
  });

  it("is none where all are settled", () => {
    expect(nextOpen(seen(["slot:1", "slot:6"], ["slot:2"]), "slot:8")).toBeUndefined();
  });
});
