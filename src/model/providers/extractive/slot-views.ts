import type { EvidenceCandidate, EvidenceEntry } from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { EvidenceClaim, EvidenceSlot } from "../../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { ToolContext, TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { SlotKind } from "../../../../gen/pincite/run/v1/run_context_pb.ts";
import { fitsLetter } from "./answered-letter.ts";
import { openEnd, plain, unquoted } from "./prose.ts";

/** A slot with its claim and what was found or pinned for it. */
export interface SlotView {
  readonly slot: EvidenceSlot;
  readonly claim: EvidenceClaim;
  readonly required: boolean;
  /** Of the slot's source, in order of appearance, each once. */
  readonly candidates: readonly EvidenceCandidate[];
  /** Tool results of this turn that were asked for this slot, oldest first. */
  readonly results: readonly ToolContext[];
}

/** All slots in the order of the needs, required ones of a claim first. */
export const slotViews = (context: TurnContext): SlotView[] => {
  const claims = (context.needs?.sections ?? []).flatMap((section) => section.claims);
  return claims.flatMap((claim) => [
    ...claim.required.map((slot) => slotView(context, claim, slot, true)),
    ...claim.optional.map((slot) => slotView(context, claim, slot, false)),
  ]);
};

/** What a slot asks for, as part of a sentence; empty: nobody wrote it down. */
export const slotName = ({ slot }: SlotView): string => openEnd(unquoted(plain(slot.description, 300)));

const slotView = (context: TurnContext, claim: EvidenceClaim, slot: EvidenceSlot, required: boolean): SlotView => {
  const results = context.toolContexts.filter((one) => one.request?.slotId === slot.slotId);
  const all = [...slot.candidates, ...linkedTo(context, slot.slotId), ...results.flatMap(candidatesOf)];
  return {
    slot,
    claim,
    required,
    candidates: distinct(all.filter((one) => fits(slot, one) && fitsLetter(context, claim, slot, one))),
    results,
  };
};

const linkedTo = (context: TurnContext, slotId: string): EvidenceCandidate[] =>
  entriesOf(context).flatMap((entry) =>
    (entry.pinned || entry.slotIds.includes(slotId)) && entry.candidate ? [entry.candidate] : [],
  );

/** Everything the run has found or pinned. */
export const entriesOf = (context: TurnContext): readonly EvidenceEntry[] => context.evidenceSet?.entries ?? [];

/** The entry of a piece of evidence; undefined where the run does not have it. */
export const entryOf = (context: TurnContext, evidenceId: string): EvidenceEntry | undefined =>
  entriesOf(context).find((entry) => entry.candidate?.evidenceId === evidenceId);

/** Candidates a tool result of this turn shows. */
export const candidatesOf = (context: ToolContext): EvidenceCandidate[] => {
  if (context.output.case === "search") return context.output.value.candidates;
  if (context.output.case === "resolved") return context.output.value.items.flatMap((item) => item.candidates);
  return [];
};

/** True for slots that documents or law answer. */
export const needsSource = (slot: EvidenceSlot): boolean =>
  slot.kind === SlotKind.QUOTE || slot.kind === SlotKind.LOCATION;

/** Law where the slot says so; everything else is sought in the Vault. */
export const isLawSlot = (slot: EvidenceSlot): boolean => slot.source === "law";

const fits = (slot: EvidenceSlot, candidate: EvidenceCandidate): boolean =>
  candidate.evidenceId.startsWith(isLawSlot(slot) ? "law:" : "vault:");

const distinct = (candidates: readonly EvidenceCandidate[]): EvidenceCandidate[] => {
  const byId = new Map<string, EvidenceCandidate>();
  for (const one of candidates) if (!byId.has(one.evidenceId)) byId.set(one.evidenceId, one);
  return [...byId.values()];
};
