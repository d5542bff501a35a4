import { create } from "@bufbuild/protobuf";
import {
  type EvidenceCandidate,
  type EvidenceEntry,
  EvidenceEntrySchema,
  type EvidenceSet,
} from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { EvidenceChosenSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import {
  type Binding,
  type BindingProposal,
  BindingProposalSchema,
  EvidenceChoiceSchema,
} from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { dismissalWords } from "../build/absence.ts";
import { recordCandidate } from "../build/candidate.ts";
import { setOf } from "../build/evidence-set.ts";
import { ledgerAgain } from "../build/ledger.ts";
import { bindingsFrom, needMapAgain } from "../build/need-map.ts";
import { placedSlots } from "../build/needs.ts";
import { choiceKept, choiceRole, givenChoiceRole, paperOf, papersToQuote } from "../choices.ts";
import { stageRecord } from "../fold.ts";
import { pinsAreOpen } from "../guards.ts";
import { type DecisionInput, EventDraft } from "../kernel.ts";
import { invalidProposal, refuseFinalised, unknownSlot } from "../refusals.ts";
import { standing } from "./again.ts";
import { Decision } from "./decision.ts";
import { besideBound, merged } from "./evidence.ts";
import { issueNeeds } from "./needs-issue.ts";
import { adopt, afterBinding, type Recorded } from "./propose.ts";

/** What a person chooses for a slot. */
export interface Choice {
  readonly slotId: string;
  /** As it was given; absent: the choice is taken back. */
  readonly binding?: BindingProposal;
  /** The document or law it names, looked up; absent where it names none, or where the run knows it. */
  readonly candidate?: EvidenceCandidate;
  readonly recorded: Recorded;
}

/**
 * Records what a person chose for a slot; nothing is confirmed by it. In EVIDENCE_BINDING the bindings are put forward anew with it; in
 * SPAN_RESOLUTION it is a sentence of the paper that is bound, which whoever asked its source puts forward next. A choice that stands
 * may be chosen again until the run is final: that it is kept is recorded, and nothing else changes.
 * Errors: ITEM_UNKNOWN, PROPOSAL_INVALID, CHOICE_NOT_FOUND, STAGE_FORBIDS, RUN_FINALISED.
 */
export const decideChoose = (input: DecisionInput, choice: Choice): Decision => {
  const { slotId, binding } = choice;
  const stands = binding && choiceKept(input, binding);
  if (stands) return kept(input, binding, stands);
  refuseClosedChoices(input, slotId);
  if (binding === undefined) return withdrawn(input, slotId);
  if (binding.slotId !== slotId)
    throw invalidProposal("binding.slot_id", "error.there-is-no-slot", { slotId: binding.slotId });
  refuseOtherPaper(input, slotId, binding);
  const set = linked(input, choice);
  const known = set ? { ...input, material: { ...input.material, evidenceSet: set } } : input;
  const [made] = bindingsFrom(known, [binding], choice.recorded, () => "binding");
  if (!made) throw new Error("a choice comes to one binding");
  const draft = new EventDraft(input);
  draft.record(BindingProposalSchema, binding, givenChoiceRole, []);
  for (const text of dismissalWords([binding])) draft.words(text);
  const ref = draft.record(EvidenceChoiceSchema, create(EvidenceChoiceSchema, { binding: made }), choiceRole, [
    ...made.toolResults,
  ]);
  const slotFingerprint = input.snapshot.slots.find((slot) => slot.slotId === slotId)?.fingerprint ?? "";
  const value = create(EvidenceChosenSchema, { slotId, choice: ref, slotFingerprint });
  const choices = new Map([...(input.material.choices ?? [])].filter(([id]) => id !== slotId)).set(slotId, made);
  const decision = new Decision(input).add(
    { event: draft.event({ case: "evidenceChosen", value }), artifacts: draft.artifacts },
    { choices },
  );
  return effective(issueNeeds(decision, set ? { set } : {}));
};

/** The choice is recorded once more as it stands. */
const kept = (input: DecisionInput, binding: BindingProposal, stands: Binding): Decision => {
  const { slotId } = stands;
  const draft = new EventDraft(input);
  draft.record(BindingProposalSchema, binding, givenChoiceRole, []);
  const choice = draft.record(EvidenceChoiceSchema, create(EvidenceChoiceSchema, { binding: stands }), choiceRole, [
    ...stands.toolResults,
  ]);
  const slotFingerprint = input.snapshot.slots.find((slot) => slot.slotId === slotId)?.fingerprint ?? "";
  const value = create(EvidenceChosenSchema, { slotId, choice, slotFingerprint });
  const event = draft.event({ case: "evidenceChosen", value });
  return new Decision(input).add({ event, artifacts: draft.artifacts });
};

/** The evidence with what was chosen among it, for its slot; undefined where the choice names no document and no law. */
const linked = (input: DecisionInput, { slotId, binding, candidate }: Choice): EvidenceSet | undefined => {
  const ref = binding?.evidence?.evidence;
  if (ref?.case !== "document" && ref?.case !== "law") return undefined;
  const evidenceSet = withoutChosen(input, slotId);
  const found =
    candidate ?? evidenceSet?.entries.find((entry) => entry.candidate?.evidenceId === ref.value.evidenceId)?.candidate;
  if (!found) return undefined;
  return merged(evidenceSet, besideBound(input, found), (entry) => ({
    slotIds: [...new Set([...entry.slotIds, slotId])],
    personsSlotIds: [...new Set([...entry.personsSlotIds, slotId])],
  }));
};

/**
 * The evidence without the link that the choice so far made: taken back or replaced, its paper is no longer what the person linked.
 * What searches found for the slot, and what is pinned, stays a candidate of it.
 */
const withoutChosen = ({ material }: DecisionInput, slotId: string): EvidenceSet | undefined => {
  const { evidenceSet, choices } = material;
  const ref = choices?.get(slotId)?.evidence?.evidence;
  if (!evidenceSet || (ref?.case !== "document" && ref?.case !== "law")) return evidenceSet;
  const isOther = (id: string): boolean => id !== slotId;
  return setOf(
    evidenceSet.entries.flatMap((entry) => {
      const { candidate, pinned, toolResultIds, slotIds, personsSlotIds } = entry;
      if (candidate?.evidenceId !== ref.value.evidenceId || pinned) return [entry];
      // What another slot has bound must stay known, whoever found it.
      const isFound = toolResultIds.length > 0 || boundIds(material).has(candidate.evidenceId);
      const left: EvidenceEntry = create(EvidenceEntrySchema, {
        ...entry,
        slotIds: isFound ? slotIds : slotIds.filter(isOther),
        personsSlotIds: personsSlotIds.filter(isOther),
      });
      return isFound || left.slotIds.length > 0 ? [left] : [];
    }),
  );
};

const boundIds = ({ needMap, proposals }: DecisionInput["material"]): ReadonlySet<string> =>
  new Set(
    [...(needMap?.bindings ?? []), ...(proposals.needMap?.bindings ?? [])].flatMap(({ evidence }) =>
      evidence?.evidence.case === "document" || evidence?.evidence.case === "law"
        ? [evidence.evidence.value.evidenceId]
        : [],
    ),
  );

const withdrawn = (input: DecisionInput, slotId: string): Decision => {
  refuseEarlierChoice(input, slotId);
  if (!input.snapshot.choices.some((choice) => choice.slotId === slotId))
    throw new DomainError("CHOICE_NOT_FOUND", worded("error.there-is-no-choice-for-slot", { slotId }), {
      slot_id: slotId,
    });
  const value = create(EvidenceChosenSchema, { slotId });
  const choices = new Map([...(input.material.choices ?? [])].filter(([id]) => id !== slotId));
  const event = new EventDraft(input).event({ case: "evidenceChosen", value });
  const set = withoutChosen(input, slotId);
  const taken = input.material.choices?.get(slotId);
  const decision = issueNeeds(new Decision(input).add({ event }, { choices }), set ? { set } : {});
  return unquoted(effective(decision, taken?.bindingId), slotId);
};

/**
 * In EVIDENCE_BINDING a choice takes effect at once: the bindings are put forward with it, or without the one that was `taken` back, and
 * what else was decided stays decided.
 */
const effective = (decision: Decision, taken?: string): Decision => {
  const { input } = decision;
  if (input.snapshot.state !== OrchestratorState.EVIDENCE_BINDING) return decision;
  const former = stageRecord(input.snapshot, input.snapshot.state)?.items ?? [];
  const isStanding = standing(former);
  const stands = (bindingId: string): boolean => bindingId !== taken && isStanding(bindingId);
  const { needMap } = input.material.proposals;
  const kept = needMap && { ...needMap, bindings: needMap.bindings.filter(({ bindingId }) => stands(bindingId)) };
  const candidate = needMapAgain(input, kept);
  decision.add(recordCandidate(input, candidate));
  return afterBinding(adopt(decision, candidate));
};

/** Refuses a choice that cannot be made, before anything is looked up for it. Errors: ITEM_UNKNOWN, STAGE_FORBIDS, RUN_FINALISED. */
export const refuseClosedChoices = ({ snapshot, material }: DecisionInput, slotId: string): void => {
  refuseFinalised(snapshot);
  if (snapshot.state < OrchestratorState.EVIDENCE_NEEDS)
    throw new DomainError("STAGE_FORBIDS", worded("error.choices-begin-with-slots"), { run_id: snapshot.runId });
  if (!pinsAreOpen(snapshot) && papersToQuote({ snapshot, material }, slotId).length === 0)
    throw new DomainError("STAGE_FORBIDS", worded("error.choices-are-closed"), { run_id: snapshot.runId });
  if (!placedSlots(material.needs).some(({ slot }) => slot.slotId === slotId)) throw unknownSlot(slotId);
};

/**
 * Refuses a choice in SPAN_RESOLUTION that is no sentence of the paper that is bound: another paper is another binding, and that is
 * confirmed first. Nothing to refuse in other stages. Errors: PROPOSAL_INVALID with the field.
 */
const refuseOtherPaper = (input: DecisionInput, slotId: string, binding: BindingProposal): void => {
  if (input.snapshot.state !== OrchestratorState.SPAN_RESOLUTION) return;
  const ref = binding.evidence?.evidence;
  const evidenceId = ref?.case === "document" ? ref.value.evidenceId : "";
  if (!papersToQuote(input, slotId).some((one) => paperOf(one) === evidenceId))
    throw invalidProposal("binding.evidence", "choose.another-paper-is-bound", { slotId });
  if (!binding.locator) throw invalidProposal("binding.locator", "choose.words-are-chosen-here", { slotId });
};

/** Refuses to take a choice back that was made before bindings were confirmed: the binding rests on it. Errors: STAGE_FORBIDS. */
const refuseEarlierChoice = (input: DecisionInput, slotId: string): void => {
  if (!papersToQuote(input, slotId).some(({ locator }) => locator !== undefined)) return;
  const { runId } = input.snapshot;
  throw new DomainError("STAGE_FORBIDS", worded("error.choices-are-closed"), { run_id: runId });
};

/** In SPAN_RESOLUTION what is taken back takes its quote along; what else was decided stays decided. */
const unquoted = (decision: Decision, slotId: string): Decision => {
  const { input } = decision;
  const { ledger } = input.material.proposals;
  if (input.snapshot.state !== OrchestratorState.SPAN_RESOLUTION || !ledger) return decision;
  const stands = standing(stageRecord(input.snapshot, input.snapshot.state)?.items ?? []);
  const entries = ledger.entries.filter((entry) => entry.slotId !== slotId && stands(entry.entryId));
  const candidate = ledgerAgain(input, { ...ledger, entries });
  decision.add(recordCandidate(input, candidate));
  return adopt(decision, candidate);
};
