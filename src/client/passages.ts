import type { MessageInitShape } from "@bufbuild/protobuf";
import type { PassageCandidate } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { EvidenceNeeds, EvidenceSlot } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { Binding, BindingProposalSchema } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";

/** So many passages are laid before a person for each slot. */
export const passagesShown = 5;

/** The binding that choosing a passage for a slot is. */
export const bindingOf = (
  slotId: string,
  { evidence, locator }: PassageCandidate,
): MessageInitShape<typeof BindingProposalSchema> => {
  const evidenceId = evidence?.evidenceId ?? "";
  const kind = evidenceId.startsWith("law:") ? ("law" as const) : ("document" as const);
  return {
    slotId,
    evidence: { evidence: { case: kind, value: { evidenceId } } },
    ...(locator && kind === "document" ? { locator } : {}),
  };
};

/** Whether this passage is what was chosen. */
export const isChosen = ({ evidence, locator }: PassageCandidate, chosen: Binding | undefined): boolean => {
  const ref = chosen?.evidence?.evidence;
  if (ref?.case !== "document" && ref?.case !== "law") return false;
  return (
    ref.value.evidenceId === evidence?.evidenceId && (chosen?.locator?.exactQuote ?? "") === (locator?.exactQuote ?? "")
  );
};

/** Who speaks in a passage, as its source writes them; empty: it is not known. Quoted words are not their paper's author's. */
export const speakerOf = ({ speaker, voice, evidence }: PassageCandidate): string => {
  if (speaker !== "") return speaker;
  if (voice === Voice.QUOTED || voice === Voice.FORWARDED) return "";
  return evidence?.author || (evidence?.docType === "email" ? (evidence.participants[0] ?? "") : "");
};

/** The slots for which a passage of a paper can be chosen, in order, each with its claim. */
export const slotsToChoose = (
  needs: EvidenceNeeds | undefined,
): { slot: EvidenceSlot; claimId: string; claimText: string; required: boolean }[] =>
  (needs?.sections ?? [])
    .flatMap(({ claims }) => claims)
    .flatMap(({ claimId, claimText, required, optional }) => [
      ...required.map((slot) => ({ slot, claimId, claimText, required: true })),
      ...optional.map((slot) => ({ slot, claimId, claimText, required: false })),
    ])
    .filter(({ slot }) => slot.kind === SlotKind.QUOTE);
