import type { PassageCandidate } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { SlotCandidates } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { RunView } from "./run-view.ts";

/** The passages that a sentence of the draft, or one entry, rests on as they were chosen, with what is told of their papers. */
export const standingBeside = (
  { draft, ledger, needMap }: Pick<RunView, "draft" | "ledger" | "needMap">,
  itemId: string,
  slots: readonly SlotCandidates[],
): PassageCandidate[] => {
  const sentences = (draft?.sections ?? []).flatMap((section) => section.sentences);
  const entryIds = sentences.find(({ sentenceId }) => sentenceId === itemId)?.entryIds ?? [itemId];
  return entryIds.flatMap((entryId) => {
    const bindingId = ledger?.entries.find((one) => one.entryId === entryId)?.bindingId;
    const slotId = needMap?.bindings.find((one) => one.bindingId === bindingId)?.slotId;
    return slots.find((one) => one.slotId === slotId)?.standing ?? [];
  });
};
