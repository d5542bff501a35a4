import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import type { EvidenceNeedsProposalSchema } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import type { OrchestratorService } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState as State } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { type RunContext, SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { contextOf } from "./context-of.ts";

/** So many passages carry one claim: whoever needs more has two claims. */
export const passagesOfClaimMost = 4;

/**
 * Asks for one more passage for a claim, in whatever stage that is said: the needs are gone back to, and what else was chosen stays. What a
 * person asks for herself she has thereby confirmed. `description`: what is sought, in the language of the run.
 */
export const askAnotherPassage = (
  orchestrator: Client<typeof OrchestratorService>,
  newKey: () => string,
  context: RunContext,
  { claimId, description }: { readonly claimId: string; readonly description: string },
): Promise<RunContext> =>
  needing(orchestrator, newKey, context, { add: [{ claimId, description, kind: SlotKind.QUOTE }] });

/** Drops a passage that was asked for, in whatever stage that is said. */
export const dropPassage = (
  orchestrator: Client<typeof OrchestratorService>,
  newKey: () => string,
  context: RunContext,
  slotId: string,
): Promise<RunContext> => needing(orchestrator, newKey, context, { dropSlotIds: [slotId] });

const needing = async (
  orchestrator: Client<typeof OrchestratorService>,
  newKey: () => string,
  context: RunContext,
  value: MessageInitShape<typeof EvidenceNeedsProposalSchema>,
): Promise<RunContext> => {
  const call = ({ runId, version }: RunContext) => ({ runId, idempotencyKey: newKey(), expectedVersion: version });
  let now = context;
  if (now.state > State.EVIDENCE_NEEDS)
    now = contextOf((await orchestrator.rewind({ ...call(now), toState: State.EVIDENCE_NEEDS })).runContext);
  const proposal = create(StageProposalSchema, { proposal: { case: "evidenceNeeds", value } });
  return contextOf((await orchestrator.propose({ ...call(now), proposal, confirm: true })).runContext);
};
