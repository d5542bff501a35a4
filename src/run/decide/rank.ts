import { create } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import type { Principal } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { CandidatesRankedSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import {
  type CandidateRanking,
  CandidateRankingSchema,
  NotRanked,
  type SlotRanking,
} from "../../../gen/pincite/memo/v1/candidate_ranking_pb.ts";
import type { EvidenceSlot } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { type PlacedSlot, placedSlots } from "../build/needs.ts";
import { choicesNow } from "../choices.ts";
import { choicesAreOpen } from "../guards.ts";
import { auditMeta, type DecisionInput, EventDraft } from "../kernel.ts";
import { boundItems } from "../missing-inputs.ts";
import { rankedSlots } from "../ranking/cut-ranking.ts";
import { refuseFinalised, unknownSlot } from "../refusals.ts";
import { statedSpan, takesSentences } from "../sought.ts";
import { stageOf } from "../stages.ts";
import { Decision } from "./decision.ts";

/** So many slots are asked about in one turn; of more those first that no model has ordered yet. */
const slotsMax = 40;
/** So many slots that were not asked about are kept from rankings before. */
const earlierMax = 250;

/**
 * The slots whose passages a model is to order: those named, else every required one that takes a passage and for which nothing was
 * chosen or bound, nor, where it asks for a place, a paper pinned; never one whose words are those that the answered letter states. Those
 * that `ordered` does not name go first, so that they have the room of the turn; what are more than it takes is `left`. Errors: RUN_FINALISED, STAGE_FORBIDS,
 * ITEM_UNKNOWN.
 */
export const slotsToRank = (
  input: DecisionInput,
  named: readonly string[],
  ordered: { has(slotId: string): boolean } = new Set(),
): { readonly now: PlacedSlot[]; readonly left: PlacedSlot[] } => {
  const { snapshot, material } = input;
  refuseFinalised(snapshot);
  if (!choicesAreOpen(snapshot)) {
    const { name: stage } = stageOf(snapshot.state);
    throw new DomainError("STAGE_FORBIDS", worded("ranking.nothing-can-be-chosen-here", { stage }), { state: stage });
  }
  const placed = placedSlots(material.needs);
  for (const slotId of named) if (!placed.some(({ slot }) => slot.slotId === slotId)) throw unknownSlot(slotId);
  const isWanted = named.length > 0 ? ({ slot }: PlacedSlot) => named.includes(slot.slotId) : openIn(input);
  const wanted = placed.filter(
    (one) => takesSentences(one.slot) && statedSpan(one, input) === undefined && isWanted(one),
  );
  const isOrdered = ({ slot }: PlacedSlot): boolean => ordered.has(slot.slotId);
  const sorted = wanted.toSorted((a, b) => Number(isOrdered(a)) - Number(isOrdered(b)));
  return { now: sorted.slice(0, slotsMax), left: sorted.slice(slotsMax) };
};

/** Whether a slot waits for a passage. */
const openIn = ({ snapshot, material }: DecisionInput): ((one: PlacedSlot) => boolean) => {
  const chosen = choicesNow(snapshot).flatMap(({ slotId, holds }) => (holds ? [slotId] : []));
  const pinned = (material.evidenceSet?.entries ?? []).flatMap(({ personsSlotIds }) => personsSlotIds);
  const bound = snapshot.slots.filter((slot) => boundItems(snapshot, slot).length > 0).map(({ slotId }) => slotId);
  const settled = new Set([...chosen, ...bound]);
  // A pinned paper is what a place asks for; of words it leaves open which sentence says it, also where a choice was taken back.
  const isPlaced = ({ slotId, kind }: EvidenceSlot) => kind === SlotKind.LOCATION && pinned.includes(slotId);
  return ({ slot, required }) => required && !settled.has(slot.slotId) && !isPlaced(slot);
};

/**
 * Records in which order a model lays passages before a person, with what was said before of slots that it did not order now. `shown`:
 * the passages that it was shown. Nothing else of the run changes.
 */
export const decideRanked = (
  input: DecisionInput,
  ranker: Principal,
  {
    slots,
    before,
    shown,
  }: {
    readonly slots: readonly SlotRanking[];
    readonly before: CandidateRanking | undefined;
    readonly shown: ArtifactRef;
  },
): { readonly decision: Decision; readonly ref: ArtifactRef } => {
  const isRanked = (one: SlotRanking): boolean => one.notRanked === NotRanked.UNSPECIFIED;
  const ranked = new Set(slots.filter(isRanked).map(({ slotId }) => slotId));
  const living = new Set(input.snapshot.slots.map(({ slotId }) => slotId));
  const earlier = [...rankedSlots(before).values()].filter(({ slotId }) => !ranked.has(slotId) && living.has(slotId));
  const asRanker = { ...input, actor: ranker };
  const ranking = create(CandidateRankingSchema, {
    meta: auditMeta(asRanker, "candidate_ranking", [shown]),
    model: ranker.name,
    slots: [...slots],
    earlier: earlier.slice(0, earlierMax),
  });
  const event = new EventDraft(asRanker);
  const ref = event.record(CandidateRankingSchema, ranking, "candidate_ranking", [shown]);
  const value = create(CandidatesRankedSchema, {
    ranking: ref,
    rankedCount: ranked.size,
    notRankedCount: slots.length - ranked.size,
  });
  const decision = new Decision(input).add({
    event: event.event({ case: "candidatesRanked", value }),
    artifacts: event.artifacts,
  });
  return { decision, ref };
};
