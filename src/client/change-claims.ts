import { create } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import {
  type MessageSkeleton,
  MessageSkeletonProposalSchema,
  type SkeletonSection,
} from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { type StageProposal, StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { ClaimAct, type WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { OrchestratorService } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState as State } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, type RunContext } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { contextOf } from "./context-of.ts";

/** What becomes otherwise of a claim: the name of the kind that it gets, the day by which its law is read ("": the run's). */
export interface ClaimChange {
  readonly claimKind?: string;
  readonly lawDate?: string;
}

/** A claim's id with what becomes otherwise of it. */
export type ClaimChanges = ReadonlyMap<string, ClaimChange>;

/** The kind of what only the author can say; undefined: this kind of memo has none. */
export const ownStatementKind = ({ claimKinds }: Pick<WorkflowProfile, "claimKinds">): string | undefined =>
  claimKinds.find(({ act }) => act === ClaimAct.STATES_OWN_KNOWLEDGE)?.name;

/**
 * Gives claims another kind or law date, in whatever stage that is said: the outline is gone back to, and what else was confirmed of it stays. What a
 * person changes herself she has thereby confirmed; an outline that waits for a yes as a whole is left to it.
 */
export const changeClaims = async (
  orchestrator: Client<typeof OrchestratorService>,
  newKey: () => string,
  { context, skeleton }: { readonly context: RunContext; readonly skeleton: MessageSkeleton | undefined },
  changes: ClaimChanges,
): Promise<RunContext> => {
  const call = ({ runId, version }: RunContext) => ({ runId, idempotencyKey: newKey(), expectedVersion: version });
  let now = context;
  if (now.state > State.SKELETON)
    now = contextOf((await orchestrator.rewind({ ...call(now), toState: State.SKELETON })).runContext);
  const proposal = withChanges(skeleton, changes);
  now = contextOf((await orchestrator.propose({ ...call(now), proposal, merge: true })).runContext);
  const open = now.items.filter(({ decision }) => decision === ItemDecision.UNSPECIFIED);
  if (open.length === 0 || open.some(({ itemId }) => !changes.has(itemId))) return now;
  const proposalDigest = now.current.find(({ role }) => role === "proposal")?.ref?.digest ?? "";
  const items = open.map(({ itemId }) => ({ itemId, decision: ItemDecision.CONFIRM }));
  return contextOf((await orchestrator.confirm({ ...call(now), proposalDigest, items })).runContext);
};

/** The claims of the outline that become otherwise, to be merged into it. */
const withChanges = (skeleton: MessageSkeleton | undefined, changes: ClaimChanges): StageProposal => {
  const sections = (skeleton?.sections ?? []).flatMap((section) => changed(section, changes));
  const value = create(MessageSkeletonProposalSchema, { sections });
  return create(StageProposalSchema, { proposal: { case: "skeleton", value } });
};

const changed = ({ sectionId, title, claims }: SkeletonSection, changes: ClaimChanges) => {
  const named = claims.flatMap(({ claimId, text, claimKind, required }) => {
    const change = changes.get(claimId);
    return change === undefined ? [] : [{ claimId, text, claimKind, optional: !required, ...change }];
  });
  return named.length === 0 ? [] : [{ sectionId, title, claims: named }];
};
