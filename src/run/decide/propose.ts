import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { CitationLedger } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { DraftText } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { IntentSeed } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import type { EvidenceNeedMap } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import type { MessageSkeleton } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import type { StageProposal } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { RecordedSearches } from "../build/absence.ts";
import { acceptedArtifact, type Candidate, recordCandidate } from "../build/candidate.ts";
import { draftCandidate } from "../build/draft.ts";
import { intentCandidate } from "../build/intent.ts";
import { ledgerCandidate, type RecordedSpansById } from "../build/ledger.ts";
import { needMapCandidate, type ResultRefs } from "../build/need-map.ts";
import { refineNeeds } from "../build/needs-proposal.ts";
import type { ResolvedPlaces } from "../build/place.ts";
import { skeletonCandidate } from "../build/skeleton.ts";
import { stageRecord } from "../fold.ts";
import type { DecisionInput, Material } from "../kernel.ts";
import { refuseFinalised } from "../refusals.ts";
import { stageOf } from "../stages.ts";
import { Decision } from "./decision.ts";
import { issueNeeds } from "./needs-issue.ts";

/** What a proposal may name of what tools recorded; loaded beforehand, as the core does no I/O. */
export interface Recorded {
  readonly searches: RecordedSearches;
  readonly spans: RecordedSpansById;
  /** Results that bindings rest on. */
  readonly results?: ResultRefs;
  /** What the Vault answered to the places of this proposal. */
  readonly places?: ResolvedPlaces;
}

/** The stage each kind of proposal is for. */
const stageFor: Record<NonNullable<StageProposal["proposal"]["case"]>, OrchestratorState> = {
  intentSeed: OrchestratorState.INTENT_SEED,
  skeleton: OrchestratorState.SKELETON,
  evidenceNeeds: OrchestratorState.EVIDENCE_NEEDS,
  needMap: OrchestratorState.EVIDENCE_BINDING,
  citationLedger: OrchestratorState.SPAN_RESOLUTION,
  draftText: OrchestratorState.DRAFT,
};

/** How a proposal is put forward. */
interface ProposeOptions {
  readonly confirm: boolean;
  /** Whether what the proposal does not name stays. Default false. */
  readonly merge?: boolean;
  readonly recorded: Recorded;
}

/**
 * Puts something forward for the current stage. `confirm`: the user confirms all of it in the same breath; a model's
 * proposal never confirms itself. Errors: PROPOSAL_WRONG_STAGE, PROPOSAL_INVALID, RUN_FINALISED.
 */
export const decidePropose = (input: DecisionInput, proposal: StageProposal, options: ProposeOptions): Decision => {
  refuseFinalised(input.snapshot);
  const { proposal: one } = proposal;
  if (!one.case) throw new DomainError("PROPOSAL_INVALID", worded("error.the-proposal-is-empty-set-one-of-its-kinds"));
  refuseOtherStage(input, stageFor[one.case]);
  const decision = new Decision(input);
  const isUsers = input.actor.kind === Principal_Kind.USER;
  const confirm = options.confirm && isUsers;
  const merge = (options.merge ?? false) && isUsers;
  // A model's words are in its attempt already, and what the kernel puts forward follows from bindings.
  const given = isUsers ? { given: proposal } : {};
  if (one.case === "evidenceNeeds")
    return issueNeeds(decision, { ...refineNeeds(input, one.value), confirm, ...given });
  const candidate = candidateFor(input, proposal, options.recorded, merge);
  decision.add(recordCandidate(input, candidate, { confirm, merge, ...given }));
  return afterBinding(adopt(decision, candidate));
};

const candidateFor = (input: DecisionInput, proposal: StageProposal, recorded: Recorded, merge: boolean): Candidate => {
  const { proposal: one } = proposal;
  switch (one.case) {
    case "intentSeed":
      return intentCandidate(input, one.value);
    case "skeleton":
      return skeletonCandidate(input, one.value, merge);
    case "needMap":
      return needMapCandidate(input, one.value, recorded, merge);
    case "citationLedger":
      return ledgerCandidate(input, one.value, recorded.spans, merge);
    case "draftText":
      return draftCandidate(input, one.value, merge);
    default:
      throw new DomainError("PROPOSAL_INVALID", worded("error.the-proposal-is-empty-set-one-of-its-kinds"));
  }
};

const refuseOtherStage = (input: DecisionInput, state: OrchestratorState): void => {
  if (state === input.snapshot.state) return;
  const [is, forStage] = [stageOf(input.snapshot.state).name, stageOf(state).name];
  throw new DomainError(
    "PROPOSAL_WRONG_STAGE",
    worded("error.this-is-a-proposal-for-and-the-run-is-in", { forStage, is, is2: is }),
    { state: is, proposal_for: forStage },
  );
};

/** The contents after a candidate was recorded: it is the stage's last proposal, and its confirmed part is accepted. */
export const adopt = (decision: Decision, candidate: Candidate): Decision => {
  const { input } = decision;
  const items = stageRecord(input.snapshot, candidate.state)?.items ?? [];
  const accepted = acceptedArtifact(input, candidate, items)?.message;
  decision.revise(materialOf(candidate, accepted));
  return decision;
};

const materialOf =
  (candidate: Candidate, accepted: unknown) =>
  (material: Material): Material => {
    const { proposals } = material;
    switch (candidate.state) {
      case OrchestratorState.INTENT_SEED:
        return withAccepted(
          { ...material, proposals: { ...proposals, intent: candidate.message as IntentSeed } },
          { intent: accepted },
        );
      case OrchestratorState.SKELETON: {
        const skeleton = candidate.message as MessageSkeleton;
        return withAccepted({ ...material, proposals: { ...proposals, skeleton } }, { skeleton: accepted });
      }
      case OrchestratorState.EVIDENCE_BINDING: {
        const needMap = candidate.message as EvidenceNeedMap;
        return withAccepted({ ...material, proposals: { ...proposals, needMap } }, { needMap: accepted });
      }
      case OrchestratorState.SPAN_RESOLUTION: {
        const ledger = candidate.message as CitationLedger;
        return withAccepted({ ...material, proposals: { ...proposals, ledger } }, { ledger: accepted });
      }
      case OrchestratorState.DRAFT: {
        const draft = candidate.message as DraftText;
        return withAccepted({ ...material, proposals: { ...proposals, draft } }, { draft: accepted });
      }
      default:
        return material;
    }
  };

const withAccepted = (material: Material, accepted: Record<string, unknown>): Material => ({
  ...material,
  ...(Object.fromEntries(Object.entries(accepted).filter(([, value]) => value !== undefined)) as Partial<Material>),
});

/** After bindings changed, the needs say which slots are bound. */
export const afterBinding = (decision: Decision): Decision =>
  decision.input.snapshot.state === OrchestratorState.EVIDENCE_BINDING ? issueNeeds(decision, {}) : decision;
