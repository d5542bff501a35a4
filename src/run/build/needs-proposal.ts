import { create } from "@bufbuild/protobuf";
import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import {
  EvidenceEntrySchema,
  type EvidenceSet,
  EvidenceSetSchema,
} from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { IdCounters } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import {
  EvidenceClaimSchema,
  type EvidenceNeeds,
  type EvidenceNeedsProposal,
  EvidenceSlotSchema,
  type SlotProposal,
} from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { type DecisionInput, withCounters } from "../kernel.ts";
import { invalidProposal } from "../refusals.ts";
import { keepSlots, mapClaims, placedSlots, sourceOf } from "./needs.ts";

/** The needs and the evidence set a refinement comes to. A model may add and link; only a user may drop or loosen. */
export const refineNeeds = (
  input: DecisionInput,
  proposal: EvidenceNeedsProposal,
): { needs: EvidenceNeeds; set: EvidenceSet; counters: IdCounters } => {
  const base = input.material.needs;
  if (!base) throw new Error("EVIDENCE_NEEDS without needs");
  refuseModelDrops(input, proposal);
  const known = new Set(placedSlots(base).map((one) => one.slot.slotId));
  for (const [field, ids] of [
    ["drop_slot_ids", proposal.dropSlotIds],
    ["make_optional_slot_ids", proposal.makeOptionalSlotIds],
    ["links", proposal.links.map((link) => link.slotId)],
  ] as const)
    for (const id of ids) if (!known.has(id)) throw invalidProposal(field, "error.there-is-no-slot", { slotId: id });
  const dropped = new Set(proposal.dropSlotIds);
  const kept = keepSlots(base, (slotId) => !dropped.has(slotId));
  const loosened = loosen(kept, new Set(proposal.makeOptionalSlotIds));
  const { needs, counters } = addSlots(input, loosened, proposal.add);
  return { needs, set: linked(input, proposal), counters };
};

const refuseModelDrops = (input: DecisionInput, proposal: EvidenceNeedsProposal): void => {
  if (input.actor.kind !== Principal_Kind.MODEL) return;
  const field = proposal.dropSlotIds.length > 0 ? "drop_slot_ids" : "make_optional_slot_ids";
  if (proposal.dropSlotIds.length + proposal.makeOptionalSlotIds.length > 0)
    throw invalidProposal(field, "error.only-a-user-may-drop-a-slot-or-turn-a");
};

const loosen = (needs: EvidenceNeeds, ids: ReadonlySet<string>): EvidenceNeeds =>
  mapClaims(needs, (claim) =>
    create(EvidenceClaimSchema, {
      ...claim,
      required: claim.required.filter((slot) => !ids.has(slot.slotId)),
      optional: [...claim.optional, ...claim.required.filter((slot) => ids.has(slot.slotId))],
    }),
  );

const addSlots = (input: DecisionInput, needs: EvidenceNeeds, add: readonly SlotProposal[]) => {
  let slots = input.snapshot.counters?.slots ?? 0;
  const claims = new Set(needs.sections.flatMap((s) => s.claims.map((claim) => claim.claimId)));
  for (const [at, slot] of add.entries())
    if (!claims.has(slot.claimId))
      throw invalidProposal(`add[${at}].claim_id`, "error.there-is-no-claim", { claimId: slot.claimId });
  const added = mapClaims(needs, (claim) => {
    const mine = add.filter((slot) => slot.claimId === claim.claimId);
    const made = mine.map((slot) => ({ slot, made: newSlot(slot, `slot:${++slots}`) }));
    return create(EvidenceClaimSchema, {
      ...claim,
      required: [...claim.required, ...made.filter((one) => !one.slot.optional).map((one) => one.made)],
      optional: [...claim.optional, ...made.filter((one) => one.slot.optional).map((one) => one.made)],
    });
  });
  return { needs: added, counters: withCounters(input.snapshot.counters, { slots }) };
};

const newSlot = (proposal: SlotProposal, slotId: string) =>
  create(EvidenceSlotSchema, {
    slotId,
    description: proposal.description.trim(),
    kind: proposal.kind,
    source: proposal.source || sourceOf(proposal.kind),
  });

const linked = (input: DecisionInput, proposal: EvidenceNeedsProposal): EvidenceSet => {
  const entries = input.material.evidenceSet?.entries ?? [];
  const ids = new Set(entries.map((entry) => entry.candidate?.evidenceId));
  for (const [at, link] of proposal.links.entries())
    if (!ids.has(link.evidenceId))
      throw invalidProposal(`links[${at}].evidence_id`, "error.was-neither-found-nor-pinned-in-this-run", {
        evidenceId: link.evidenceId,
      });
  return create(EvidenceSetSchema, {
    entries: entries.map((entry) => {
      const mine = proposal.links.filter((l) => l.evidenceId === entry.candidate?.evidenceId).map((l) => l.slotId);
      return create(EvidenceEntrySchema, { ...entry, slotIds: [...new Set([...entry.slotIds, ...mine])] });
    }),
  });
};
