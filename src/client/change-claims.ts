import { create } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import type { ClaimAnswer } from "../../gen/pincite/memo/v1/letter_pb.ts";
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
import { sentencesIn } from "../span/sentences.ts";
import { contextOf } from "./context-of.ts";

/**
 * What becomes otherwise of a claim: its words, each sentence a claim of its own, of which the first stays this one; the name of the kind
 * that it gets; the day by which its law is read ("": the run's); or that it is left out. Of a section its heading.
 */
export interface ClaimChange {
  readonly text?: string;
  readonly claimKind?: string;
  readonly lawDate?: string;
  readonly isLeftOut?: boolean;
}

/** The id of a claim or of a section with what becomes otherwise of it. */
export type ClaimChanges = ReadonlyMap<string, ClaimChange>;

/** The kind of what only the author can say; undefined: this kind of memo has none. */
export const ownStatementKind = ({ claimKinds }: Pick<WorkflowProfile, "claimKinds">): string | undefined =>
  claimKinds.find(({ act }) => act === ClaimAct.STATES_OWN_KNOWLEDGE)?.name;

/**
 * Gives claims other words, another kind or law date, leaves them out, and gives sections other headings, in whatever stage that is said: the outline is gone back to, and what else was
 * confirmed of it stays. What a person changes herself she has thereby confirmed; an outline that waits for a yes as a whole is left to it.
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
  const decide = async (itemIds: readonly string[], decision: ItemDecision): Promise<RunContext> => {
    const proposalDigest = now.current.find(({ role }) => role === "proposal")?.ref?.digest ?? "";
    const items = itemIds.map((itemId) => ({ itemId, decision }));
    return contextOf((await orchestrator.confirm({ ...call(now), proposalDigest, items })).runContext);
  };
  const leftOut = [...changes].flatMap(([claimId, { isLeftOut = false }]) => (isLeftOut ? [claimId] : []));
  if (leftOut.length < changes.size) {
    const proposal = withChanges(skeleton, changes);
    now = contextOf((await orchestrator.propose({ ...call(now), proposal, merge: true })).runContext);
  }
  if (leftOut.length > 0) now = await decide(leftOut, ItemDecision.REJECT);
  const open = now.items.filter(({ decision }) => decision === ItemDecision.UNSPECIFIED);
  const others = new Set((skeleton?.sections ?? []).flatMap(({ claims }) => claims.map(({ claimId }) => claimId)));
  for (const claimId of changes.keys()) others.delete(claimId);
  if (open.length === 0 || open.some(({ itemId }) => others.has(itemId))) return now;
  return decide(
    open.map(({ itemId }) => itemId),
    ItemDecision.CONFIRM,
  );
};

/** The claims of the outline that become otherwise, to be merged into it. */
const withChanges = (skeleton: MessageSkeleton | undefined, changes: ClaimChanges): StageProposal => {
  const sections = (skeleton?.sections ?? []).flatMap((section) => changed(section, changes));
  const value = create(MessageSkeletonProposalSchema, { sections });
  return create(StageProposalSchema, { proposal: { case: "skeleton", value } });
};

const changed = ({ sectionId, title: former, claims }: SkeletonSection, changes: ClaimChanges) => {
  const title = changes.get(sectionId)?.text ?? former;
  const named = claims.flatMap(({ claimId, text, claimKind, required, answers }) => {
    const change = changes.get(claimId);
    if (change === undefined || change.isLeftOut) return [];
    const [first = text, ...further] = sentencesIn(change.text ?? "");
    const stays = { claimId, claimKind, optional: !required, ...change, text: first };
    const split = further.map((words) => ({ text: words, optional: !required, answers: answers.map(asGiven) }));
    return [stays, ...split];
  });
  return named.length === 0 && title === former ? [] : [{ sectionId, title, claims: named }];
};

const asGiven = ({ assertionId, answer, why }: ClaimAnswer) => ({ assertionId, answer, why });
