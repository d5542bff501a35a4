import { create } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { type EvidenceSet, EvidenceSetSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { type IdCounters, NeedsIssuedSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { type EvidenceNeeds, EvidenceNeedsSchema } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { type StageProposal, StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { ItemState } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { recordCandidate } from "../build/candidate.ts";
import { encodeEvidenceSet } from "../build/evidence-set.ts";
import { needsCandidate, refreshNeeds, slotStates } from "../build/needs.ts";
import { stageRecord } from "../fold.ts";
import { auditMeta, type DecisionInput, EventDraft, encodedArtifact, withCounters } from "../kernel.ts";
import type { Decision } from "./decision.ts";

/**
 * Issues evidence needs and set anew, so that they are always current (design section 4). In EVIDENCE_NEEDS the new
 * needs are also what is under review; confirmations of slots that did not change are carried over.
 */
export const issueNeeds = (
  decision: Decision,
  change: {
    needs?: EvidenceNeeds;
    set?: EvidenceSet;
    counters?: IdCounters;
    confirm?: boolean;
    /** The slots that were under review when EVIDENCE_NEEDS was last left, where it is entered again. */
    former?: readonly ItemState[];
    /** The tool result the change of the set comes from. */
    result?: ArtifactRef;
    /** What a user put forward, word for word. */
    given?: StageProposal;
  },
): Decision => {
  const { input } = decision;
  const set = change.set ?? input.material.evidenceSet;
  const draft = new EventDraft(input);
  if (change.given) draft.record(StageProposalSchema, change.given, "user_proposal", []);
  const setRef = set ? recordSet(input, draft, set, change.result) : undefined;
  const base = change.needs ?? input.material.needs;
  const before = change.counters ?? input.snapshot.counters;
  const counters = withCounters(before, { needs: (before?.needs ?? 0) + (base ? 1 : 0) });
  const skeleton = stageRecord(input.snapshot, OrchestratorState.SKELETON)?.accepted;
  const parents = [skeleton, setRef];
  const needs = base
    ? create(EvidenceNeedsSchema, {
        ...refreshNeeds(input, base, set),
        meta: auditMeta(input, `needs:${counters.needs}`, parents),
      })
    : undefined;
  const needsRef = needs ? draft.record(EvidenceNeedsSchema, needs, "evidence_needs", parents) : undefined;
  const value = create(NeedsIssuedSchema, {
    ...(needsRef ? { needs: needsRef } : {}),
    ...(setRef ? { evidenceSet: setRef } : {}),
    slots: needs ? slotStates(input, needs) : [],
    counters,
  });
  decision.add(
    { event: draft.event({ case: "needsIssued", value }), artifacts: draft.artifacts },
    { ...(needs ? { needs } : {}), ...(set ? { evidenceSet: set } : {}) },
  );
  if (needs && decision.input.snapshot.state === OrchestratorState.EVIDENCE_NEEDS)
    decision.add(
      recordCandidate(decision.input, needsCandidate(decision.input, needs), {
        ...(change.confirm ? { confirm: true } : {}),
        ...(change.former ? { former: change.former } : {}),
      }),
    );
  return decision;
};

/**
 * Records the set where it changed. One that a tool brought about rests on its result, whose id stands in its entries:
 * no earlier set can be equal to it, so lineage has no circles.
 */
const recordSet = (
  input: DecisionInput,
  draft: EventDraft,
  set: EvidenceSet,
  result: ArtifactRef | undefined,
): ArtifactRef => {
  const before = input.snapshot.evidenceSet;
  const artifact = encodedArtifact(EvidenceSetSchema, set, encodeEvidenceSet(set), input.sha256);
  return artifact.ref.digest === before?.digest ? before : draft.add(artifact, "evidence_set", [result]);
};
