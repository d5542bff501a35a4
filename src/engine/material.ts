import { EvidenceSetSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { EvidenceNeedsSchema } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { IntentSeedSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { EvidenceNeedMapSchema } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { WorkflowProfileSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { OrchestratorState as State } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { stageRecord } from "../run/fold.ts";
import type { Material } from "../run/kernel.ts";
import type { ArtifactReader } from "./artifact-reader.ts";

/** Loads what the snapshot names, so that the core can decide without I/O. */
export const loadMaterial = async (reader: ArtifactReader, run: RunSnapshot): Promise<Material> => {
  if (!run.profile) throw new Error("a run without a profile");
  const accepted = (state: State) => stageRecord(run, state)?.accepted;
  const proposal = (state: State) => stageRecord(run, state)?.proposal;
  const [profile, intent, skeleton, needs, evidenceSet, needMap, ledger, draft, ...proposals] = await Promise.all([
    reader.read(WorkflowProfileSchema, run.profile),
    reader.maybe(IntentSeedSchema, accepted(State.INTENT_SEED)),
    reader.maybe(MessageSkeletonSchema, accepted(State.SKELETON)),
    reader.maybe(EvidenceNeedsSchema, run.needs),
    reader.maybe(EvidenceSetSchema, run.evidenceSet),
    reader.maybe(EvidenceNeedMapSchema, accepted(State.EVIDENCE_BINDING)),
    reader.maybe(CitationLedgerSchema, accepted(State.SPAN_RESOLUTION)),
    reader.maybe(DraftTextSchema, accepted(State.DRAFT)),
    reader.maybe(MessageSkeletonSchema, proposal(State.SKELETON)),
    reader.maybe(EvidenceNeedMapSchema, proposal(State.EVIDENCE_BINDING)),
    reader.maybe(CitationLedgerSchema, proposal(State.SPAN_RESOLUTION)),
    reader.maybe(DraftTextSchema, proposal(State.DRAFT)),
  ]);
  const [lastSkeleton, lastNeedMap, lastLedger, lastDraft] = proposals;
  return {
    profile,
    ...(intent ? { intent } : {}),
    ...(skeleton ? { skeleton } : {}),
    ...(needs ? { needs } : {}),
    ...(evidenceSet ? { evidenceSet } : {}),
    ...(needMap ? { needMap } : {}),
    ...(ledger ? { ledger } : {}),
    ...(draft ? { draft } : {}),
    proposals: {
      ...(lastSkeleton ? { skeleton: lastSkeleton } : {}),
      ...(lastNeedMap ? { needMap: lastNeedMap } : {}),
      ...(lastLedger ? { ledger: lastLedger } : {}),
      ...(lastDraft ? { draft: lastDraft } : {}),
    },
  };
};
