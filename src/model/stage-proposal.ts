import type { StageProposal } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";

/** A member of the proposals' oneof. */
export type ProposalMember = NonNullable<StageProposal["proposal"]["case"]>;

const members: Readonly<Record<OrchestratorState, ProposalMember | undefined>> = {
  [OrchestratorState.UNSPECIFIED]: undefined,
  [OrchestratorState.INTENT_SEED]: "intentSeed",
  [OrchestratorState.SKELETON]: "skeleton",
  [OrchestratorState.EVIDENCE_NEEDS]: "evidenceNeeds",
  [OrchestratorState.EVIDENCE_BINDING]: "needMap",
  [OrchestratorState.SPAN_RESOLUTION]: "citationLedger",
  [OrchestratorState.DRAFT]: "draftText",
};

/** The one proposal a final answer may hold in the stage. */
export const proposalMemberOf = (state: OrchestratorState): ProposalMember | undefined => members[state];
