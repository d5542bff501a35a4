import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { EvidenceSetSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { EvidenceNeedsSchema, EvidenceSlotStatus } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { BindingSchema } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { nextOpen, openSlots, slotsToChoose } from "../../src/show/open-slots.ts";

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
const seen = (chosen: readonly string[] = [], pinned: readonly string[] = []) => ({
  needs,
  choices: new Map(chosen.map((slotId) => [slotId, create(BindingSchema, { slotId })])),
  evidence: create(EvidenceSetSchema, { entries: [{ personsSlotIds: [...pinned] }] }),
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
