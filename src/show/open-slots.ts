import {
  type EvidenceNeeds,
  type EvidenceSlot,
  EvidenceSlotStatus,
} from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { RunView } from "./run-view.ts";

/** A slot that passages of papers are laid before a person for. */
export interface AskedSlot {
  readonly slot: EvidenceSlot;
  readonly claimId: string;
  readonly claimText: string;
  readonly required: boolean;
}

/** Whether a slot is served by a passage of a paper: words, or the place where they stand. */
export const takesPassage = ({ kind, source }: EvidenceSlot): boolean =>
  (kind === SlotKind.QUOTE || kind === SlotKind.LOCATION) && source !== "law";

/** The slots for which a passage of a paper or a unit of law can be chosen, in order, each with its claim. */
export const slotsToChoose = (needs: EvidenceNeeds | undefined): AskedSlot[] =>
  (needs?.sections ?? [])
    .flatMap(({ claims }) => claims)
    .flatMap(({ claimId, claimText, required, optional }) => [
      ...required.map((slot) => ({ slot, claimId, claimText, required: true })),
      ...optional.map((slot) => ({ slot, claimId, claimText, required: false })),
    ])
    .filter(({ slot }) => slot.kind === SlotKind.QUOTE || takesPassage(slot));

type Seen = Pick<RunView, "needs" | "choices" | "evidence" | "skeleton" | "letterReading" | "profile"> & {
  readonly context: Pick<RunView["context"], "choices">;
};

/**
 * The slots that ask for words of the answered letter and whose claim answers a part of it: the words are those of the letter's
 * reading, so that nobody has to choose.
 */
export const statedSlots = ({
  needs,
  skeleton,
  letterReading,
  profile,
}: Omit<Seen, "choices" | "evidence" | "context">) => {
  const parts = new Set((letterReading?.assertions ?? []).flatMap(({ partId, span }) => (span ? [partId] : [])));
  const answering = new Set(
    (skeleton?.sections ?? [])
      .flatMap(({ claims }) => claims)
      .filter(({ answers }) => answers.some(({ assertionId }) => parts.has(assertionId)))
      .map(({ claimId }) => claimId),
  );
  const views = new Set(
    (profile?.claimKinds ?? []).flatMap(({ slots }) => slots.flatMap(({ name, asksView }) => (asksView ? [name] : []))),
  );
  return new Set(
    slotsToChoose(needs).flatMap(({ slot, claimId }) =>
      answering.has(claimId) && views.has(slot.templateName) ? [slot.slotId] : [],
    ),
  );
};

/**
 * The required slots that a person has something to choose for and has chosen nothing, in order. A choice that no longer holds is asked
 * anew: that its paper is still linked does not say which words of it serve the claim as it is now.
 */
export const openSlots = (seen: Seen): AskedSlot[] => {
  const { needs, choices, evidence, context } = seen;
  const lost = new Set(context.choices.flatMap(({ slotId, holds }) => (holds ? [] : [slotId])));
  const stated = statedSlots(seen);
  const pinned = new Set((evidence?.entries ?? []).flatMap(({ personsSlotIds }) => personsSlotIds));
  return slotsToChoose(needs).filter(
    ({ slot, required }) =>
      required &&
      takesPassage(slot) &&
      !choices.has(slot.slotId) &&
      !stated.has(slot.slotId) &&
      (!pinned.has(slot.slotId) || lost.has(slot.slotId)) &&
      slot.status !== EvidenceSlotStatus.SLOT_STATUS_BOUND,
  );
};

/**
 * The slots that wait for a person's choice where the run stands: the open ones while evidence is sought, those of them for which nothing
 * is put forward while it is bound, and those that are bound to a paper of which no words are put forward while it is quoted; none in
 * other stages.
 */
export const slotsLeft = (view: Seen & Pick<RunView, "context" | "needMap" | "ledger">): AskedSlot[] => {
  if (view.context.state === OrchestratorState.EVIDENCE_NEEDS) return openSlots(view);
  if (view.context.state === OrchestratorState.SPAN_RESOLUTION) return slotsUnquoted(view);
  if (view.context.state !== OrchestratorState.EVIDENCE_BINDING) return [];
  const bound = new Set((view.needMap?.bindings ?? []).map(({ slotId }) => slotId));
  return openSlots(view).filter(({ slot }) => !bound.has(slot.slotId));
};

/** The required slots bound to a paper of the Vault of which no words are put forward, in order. */
const slotsUnquoted = ({ needs, needMap, ledger }: Seen & Pick<RunView, "needMap" | "ledger">): AskedSlot[] => {
  const quoted = new Set((ledger?.entries ?? []).map(({ bindingId }) => bindingId));
  const bare = (needMap?.bindings ?? []).flatMap(({ bindingId, slotId, slotKind, evidence }) =>
    slotKind === SlotKind.QUOTE && evidence?.evidence.case === "document" && !quoted.has(bindingId) ? [slotId] : [],
  );
  return slotsToChoose(needs).filter(({ slot, required }) => required && bare.includes(slot.slotId));
};

/** The open slot to go on with once this one is settled: of the same claim, else the next behind it, else the first; undefined: none is open. */
export const nextOpen = (seen: Seen, settled: string): AskedSlot | undefined => {
  const all = slotsToChoose(seen.needs);
  const at = all.findIndex(({ slot }) => slot.slotId === settled);
  const open = openSlots(seen).filter(({ slot }) => slot.slotId !== settled);
  const place = (one: AskedSlot) => all.findIndex(({ slot }) => slot.slotId === one.slot.slotId);
  return open.find(({ claimId }) => claimId === all[at]?.claimId) ?? open.find((one) => place(one) > at) ?? open[0];
};
