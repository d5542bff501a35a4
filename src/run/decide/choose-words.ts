import type { BindingProposal } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { recordCandidate } from "../build/candidate.ts";
import { ledgerAgain } from "../build/ledger.ts";
import { paperOf, papersToQuote } from "../choices.ts";
import { stageRecord } from "../fold.ts";
import type { DecisionInput } from "../kernel.ts";
import { invalidProposal } from "../refusals.ts";
import { standing } from "./again.ts";
import type { Decision } from "./decision.ts";
import { adopt } from "./propose.ts";

/**
 * Refuses a choice in SPAN_RESOLUTION that is no sentence of the paper that is bound: another paper is another binding, and that is
 * confirmed first. Nothing to refuse in other stages. Errors: PROPOSAL_INVALID with the field.
 */
export const refuseOtherPaper = (input: DecisionInput, slotId: string, binding: BindingProposal): void => {
  if (input.snapshot.state !== OrchestratorState.SPAN_RESOLUTION) return;
  const ref = binding.evidence?.evidence;
  const evidenceId = ref?.case === "document" ? ref.value.evidenceId : "";
  if (!papersToQuote(input, slotId).some((one) => paperOf(one) === evidenceId))
    throw invalidProposal("binding.evidence", worded("choose.another-paper-is-bound", { slotId }));
  if (!binding.locator) throw invalidProposal("binding.locator", worded("choose.words-are-chosen-here", { slotId }));
};

/** Refuses to take a choice back that was made before bindings were confirmed: the binding rests on it. Errors: STAGE_FORBIDS. */
export const refuseEarlierChoice = (input: DecisionInput, slotId: string): void => {
  if (!papersToQuote(input, slotId).some(({ locator }) => locator !== undefined)) return;
  const { runId } = input.snapshot;
  throw new DomainError("STAGE_FORBIDS", worded("error.choices-are-closed"), { run_id: runId });
};

/** In SPAN_RESOLUTION what is taken back takes its quote along; what else was decided stays decided. */
export const unquoted = (decision: Decision, slotId: string): Decision => {
  const { input } = decision;
  const { ledger } = input.material.proposals;
  if (input.snapshot.state !== OrchestratorState.SPAN_RESOLUTION || !ledger) return decision;
  const stands = standing(stageRecord(input.snapshot, input.snapshot.state)?.items ?? []);
  const entries = ledger.entries.filter((entry) => entry.slotId !== slotId && stands(entry.entryId));
  const candidate = ledgerAgain(input, { ...ledger, entries });
  decision.add(recordCandidate(input, candidate));
  return adopt(decision, candidate);
};
