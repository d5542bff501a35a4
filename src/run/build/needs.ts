import { create } from "@bufbuild/protobuf";
import type { EvidenceEntry, EvidenceRef, EvidenceSet } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { IdCounters } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import {
  type EvidenceClaim,
  EvidenceClaimSchema,
  type EvidenceNeeds,
  EvidenceNeedsSchema,
  EvidenceSectionSchema,
  type EvidenceSlot,
  EvidenceSlotSchema,
  EvidenceSlotStatus,
} from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { OtherSide } from "../../../gen/pincite/memo/v1/party_pb.ts";
import type { SkeletonClaim } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import type { LocalisedText, SlotTemplate } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import {
  ItemDecision,
  type ItemState,
  SlotKind,
  type SlotState,
  SlotStateSchema,
} from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { speechOf } from "../../messages/speech.ts";
import { stageRecord } from "../fold.ts";
import { claimItems, slotItem } from "../items.ts";
import { type DecisionInput, withCounters } from "../kernel.ts";
import { invalidProposal } from "../refusals.ts";
import { type Candidate, itemsMax } from "./candidate.ts";
import { intentOf } from "./skeleton.ts";

/** At most so many candidates are listed with a slot; all of them stay in the EvidenceSet. */
const listedCandidatesMax = 20;

/**
 * The needs of the current skeleton before anything is looked up: slots that exist stay with their claim, a claim that
 * is new (or changed its kind) gets the slots of its kind in the profile. Slots a user dropped do not come back.
 */
export const seedNeeds = (input: DecisionInput): { needs: EvidenceNeeds; counters: IdCounters } => {
  const former = new Map(
    (input.material.needs?.sections ?? []).flatMap((s) => s.claims.map((claim) => [claim.claimId, claim])),
  );
  let slots = input.snapshot.counters?.slots ?? 0;
  const mint = () => `slot:${++slots}`;
  const sections = (input.material.skeleton?.sections ?? []).map((section) =>
    create(EvidenceSectionSchema, {
      sectionId: section.sectionId,
      title: section.title,
      claims: section.claims.map((claim) => seedClaim(input, claim, former.get(claim.claimId), mint)),
    }),
  );
  const counters = withCounters(input.snapshot.counters, { slots });
  return { needs: create(EvidenceNeedsSchema, { sections }), counters };
};

const seedClaim = (
  input: DecisionInput,
  claim: SkeletonClaim,
  former: EvidenceClaim | undefined,
  mint: () => string,
): EvidenceClaim => {
  const { claimId, text: claimText, claimKind, lawDate } = claim;
  const common = { claimId, claimText, claimKind, lawDate };
  if (former && former.claimKind === claim.claimKind)
    return create(EvidenceClaimSchema, { ...common, required: former.required, optional: former.optional });
  const templates = templatesOf(input, claim.claimKind);
  const slots = templates.map((template) => ({ template, slot: seedSlot(input, template, mint()) }));
  // A claim the draft need not make asks for nothing that Advance would wait for.
  const required = slots.filter((one) => one.template.required && claim.required).map((one) => one.slot);
  const optional = slots.filter((one) => !(one.template.required && claim.required)).map((one) => one.slot);
  return create(EvidenceClaimSchema, { ...common, required, optional });
};

const templatesOf = (input: DecisionInput, claimKind: string): readonly SlotTemplate[] => {
  const kind = input.material.profile.claimKinds.find((one) => one.name === claimKind);
  return kind ? kind.slots : [quoteTemplate];
};

/** What a claim without a kind needs: one quote from the Vault. */
const quoteTemplate = {
  name: "quote",
  kind: SlotKind.QUOTE,
  description: ["nl", "en"].map((locale) => ({ locale, text: speechOf(locale).phrase("item.any-passage") })),
  required: true,
  source: "vault",
  cues: [],
  citations: [],
  speakerRoles: [],
  otherSide: OtherSide.ACTS,
} as unknown as SlotTemplate;

const seedSlot = (input: DecisionInput, template: SlotTemplate, slotId: string): EvidenceSlot =>
  create(EvidenceSlotSchema, {
    slotId,
    description: localised(template.description, intentOf(input).locale),
    kind: template.kind,
    source: template.source || sourceOf(template.kind),
    templateName: template.name,
    cues: template.cues,
    citations: template.citations,
    speakerRoles: template.speakerRoles,
    otherSide: template.otherSide,
  });

/** Where evidence of a kind is looked for when nobody says. */
export const sourceOf = (kind: SlotKind): string => (kind === SlotKind.OWN_STATEMENT ? "none" : "vault");

/** The text in this language, else in the first one there is. */
export const localised = (texts: readonly LocalisedText[], locale: string): string =>
  (texts.find((one) => one.locale === locale) ?? texts[0])?.text ?? "";

/** The needs with candidates, bindings and status as the evidence stands now. */
export const refreshNeeds = (
  input: DecisionInput,
  needs: EvidenceNeeds,
  set: EvidenceSet | undefined,
): EvidenceNeeds => {
  const bound = boundBySlot(input, needs);
  // Of hundreds of entries few are for a slot.
  const linked = (set?.entries ?? []).filter(({ slotIds }) => slotIds.length > 0);
  const refresh = (slot: EvidenceSlot): EvidenceSlot => refreshSlot(slot, linked, bound.get(slot.slotId) ?? []);
  return mapClaims(needs, (claim) =>
    create(EvidenceClaimSchema, {
      ...claim,
      required: claim.required.map(refresh),
      optional: claim.optional.map(refresh),
    }),
  );
};

const refreshSlot = (slot: EvidenceSlot, entries: readonly EvidenceEntry[], bound: EvidenceRef[]): EvidenceSlot => {
  const candidates = entries
    .filter((entry) => entry.slotIds.includes(slot.slotId) && fits(slot, entry.candidate?.evidenceId ?? ""))
    .flatMap((entry) => (entry.candidate ? [entry.candidate] : []))
    .slice(0, listedCandidatesMax);
  const found = candidateCount(slot, candidates.length) > 0;
  const unbound = found ? EvidenceSlotStatus.SLOT_STATUS_CANDIDATES : EvidenceSlotStatus.SLOT_STATUS_MISSING;
  const status = bound.length > 0 ? EvidenceSlotStatus.SLOT_STATUS_BOUND : unbound;
  // A slot to which nothing new came stays the one it is, and with it the item that was built of it.
  const same = status === slot.status && areSame(candidates, slot.candidates) && areSame(bound, slot.bound);
  return same ? slot : create(EvidenceSlotSchema, { ...slot, candidates, bound, status });
};

const areSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((one, at) => one === others[at]);

/** Evidence fits a slot when it comes from where the slot looks; a slot bound to no place takes both. */
export const fits = (slot: EvidenceSlot, evidenceId: string): boolean => {
  if (slot.source === "vault") return evidenceId.startsWith("vault:");
  if (slot.source === "law") return evidenceId.startsWith("law:");
  return evidenceId !== "";
};

/** What counts towards "has a candidate": findings for quotes and places, recorded searches for absences, the author for statements. */
const candidateCount = (slot: EvidenceSlot, candidates: number): number => {
  if (slot.kind === SlotKind.OWN_STATEMENT) return 1;
  return slot.kind === SlotKind.ABSENCE ? slot.searchResultIds.length : candidates;
};

const boundBySlot = (input: DecisionInput, needs: EvidenceNeeds): Map<string, EvidenceRef[]> => {
  const record = stageRecord(input.snapshot, OrchestratorState.EVIDENCE_BINDING);
  const slots = slotFingerprints(input, needs);
  // A binding holds while the slot it rests on is the one it was confirmed for.
  const holds = ({ slotId, inputs }: ItemState): boolean =>
    inputs.some((one) => one.name === "slot" && one.fingerprint === slots.get(slotId));
  const confirmed = new Set(
    (record?.items ?? []).filter((i) => i.decision === ItemDecision.CONFIRM && holds(i)).map((i) => i.itemId),
  );
  const bound = new Map<string, EvidenceRef[]>();
  for (const binding of input.material.proposals.needMap?.bindings ?? []) {
    if (!confirmed.has(binding.bindingId) || !binding.evidence) continue;
    bound.set(binding.slotId, [...(bound.get(binding.slotId) ?? []), binding.evidence]);
  }
  return bound;
};

/** The needs with each claim changed. */
export const mapClaims = (needs: EvidenceNeeds, change: (claim: EvidenceClaim) => EvidenceClaim): EvidenceNeeds =>
  create(EvidenceNeedsSchema, {
    ...needs,
    sections: needs.sections.map((section) =>
      create(EvidenceSectionSchema, { ...section, claims: section.claims.map(change) }),
    ),
  });

/** One slot with the claim and the side it stands on. */
export interface PlacedSlot {
  readonly slot: EvidenceSlot;
  readonly claim: EvidenceClaim;
  readonly required: boolean;
}

/** All slots in order: section, claim, required first. */
export const placedSlots = (needs: EvidenceNeeds | undefined): PlacedSlot[] =>
  (needs?.sections ?? []).flatMap((section) =>
    section.claims.flatMap((claim) => [
      ...claim.required.map((slot) => ({ slot, claim, required: true })),
      ...claim.optional.map((slot) => ({ slot, claim, required: false })),
    ]),
  );

/** The slots as items, in order; a slot rests on its claim as the skeleton has it. */
export const slotItems = (input: DecisionInput, needs: EvidenceNeeds): ItemState[] => {
  const intent = intentOf(input);
  const { skeleton } = input.material;
  const claims = new Map(
    skeleton ? claimItems(input.sha256, intent, skeleton).map((item) => [item.itemId, item.fingerprint]) : [],
  );
  return placedSlots(needs).map(({ slot, claim, required }) =>
    slotItem(slot, input.sha256, claims.get(claim.claimId) ?? "", required, intent, claim.lawDate),
  );
};

/**
 * Fingerprints of the slots. While an earlier stage is under review again there is nothing confirmed for them to rest on:
 * they keep those they had until that stage is left.
 */
const slotFingerprints = (input: DecisionInput, needs: EvidenceNeeds): Map<string, string> =>
  input.material.intent && input.material.skeleton
    ? new Map(slotItems(input, needs).map((item) => [item.itemId, item.fingerprint]))
    : new Map(input.snapshot.slots.map((slot) => [slot.slotId, slot.fingerprint]));

/** The slots as the snapshot keeps them. */
export const slotStates = (input: DecisionInput, needs: EvidenceNeeds): SlotState[] => {
  const fingerprints = slotFingerprints(input, needs);
  return placedSlots(needs).map(({ slot, claim, required }) =>
    create(SlotStateSchema, {
      slotId: slot.slotId,
      claimId: claim.claimId,
      kind: slot.kind,
      required,
      candidateCount: candidateCount(slot, slot.candidates.length),
      fingerprint: fingerprints.get(slot.slotId) ?? "",
      lawDate: claim.lawDate,
    }),
  );
};

/** The needs put under review: the checklist. */
export const needsCandidate = (input: DecisionInput, needs: EvidenceNeeds): Candidate<typeof EvidenceNeedsSchema> => {
  const items = slotItems(input, needs);
  if (items.length > itemsMax)
    throw invalidProposal("add", "error.the-needs-have-slots-at-most-fit-one-memo", {
      itemsCount: items.length,
      itemsMax,
    });
  return {
    state: OrchestratorState.EVIDENCE_NEEDS,
    schema: EvidenceNeedsSchema,
    message: needs,
    items,
    parents: needs.meta?.parents ?? [],
    keep: (keeps) => keepSlots(needs, keeps),
  };
};

/** The needs without the slots that are not kept. */
export const keepSlots = (needs: EvidenceNeeds, keeps: (slotId: string) => boolean): EvidenceNeeds =>
  mapClaims(needs, (claim) =>
    create(EvidenceClaimSchema, {
      ...claim,
      required: claim.required.filter((slot) => keeps(slot.slotId)),
      optional: claim.optional.filter((slot) => keeps(slot.slotId)),
    }),
  );
