import { create } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import {
  type EvidenceEntry,
  EvidenceEntrySchema,
  type EvidenceSet,
} from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import {
  type EvidenceEntryChange,
  EvidenceEntryChangeSchema,
  type IdCounters,
  NeedsIssuedSchema,
} from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { type EvidenceNeeds, EvidenceNeedsSchema } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { type StageProposal, StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { ItemState } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { recordCandidate } from "../build/candidate.ts";
import { encodeEvidenceEntry } from "../build/evidence-set.ts";
import { needsCandidate, refreshNeeds, slotStates } from "../build/needs.ts";
import { entryRole } from "../evidence-state.ts";
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
  const { evidenceSet } = input.material;
  const set = change.set ?? evidenceSet;
  const draft = new EventDraft(input);
  if (change.given) draft.record(StageProposalSchema, change.given, "user_proposal", []);
  const entryChanges = set && set !== evidenceSet ? recordEntries(input, draft, set, change.result) : [];
  const base = change.needs ?? input.material.needs;
  const before = change.counters ?? input.snapshot.counters;
  const counters = withCounters(before, { needs: (before?.needs ?? 0) + (base ? 1 : 0) });
  const skeleton = stageRecord(input.snapshot, OrchestratorState.SKELETON)?.accepted;
  const parents = [skeleton, ...entryChanges.map(({ entry }) => entry)];
  const needs = base
    ? create(EvidenceNeedsSchema, {
        ...refreshNeeds(input, base, set),
        meta: auditMeta(input, `needs:${counters.needs}`, parents),
      })
    : undefined;
  const needsRef = needs ? draft.record(EvidenceNeedsSchema, needs, "evidence_needs", parents) : undefined;
  const value = create(NeedsIssuedSchema, {
    ...(needsRef ? { needs: needsRef } : {}),
    entryChanges,
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
        ...(change.given ? { chosen: true } : {}),
      }),
    );
  return decision;
};

/**
 * Records the entries that are not what they were. One that a tool brought about rests on its result, whose id stands in it: no
 * earlier entry can be equal to it, so lineage has no circles.
 */
const recordEntries = (
  input: DecisionInput,
  draft: EventDraft,
  set: EvidenceSet,
  result: ArtifactRef | undefined,
): EvidenceEntryChange[] => {
  // A set that was only ever named whole is recorded entry by entry when it first changes.
  const { evidenceEntries: known } = input.snapshot;
  const former = known.length === 0 ? [] : (input.material.evidenceSet?.entries ?? []);
  // Entries keep their order, so that one walk along both finds what changed.
  let next = 0;
  const changes = former.flatMap((entry, at) => {
    const place = at + 1;
    const now = set.entries[next];
    if (now === entry) {
      next++;
      return [];
    }
    if (!now || idOf(now) !== idOf(entry)) return [create(EvidenceEntryChangeSchema, { place })];
    next++;
    return recordEntry(input, draft, { place, entry: now, result, before: known[at] });
  });
  const added = set.entries.slice(next);
  return [
    ...changes,
    ...added.flatMap((entry, at) => recordEntry(input, draft, { place: former.length + at + 1, entry, result })),
  ];
};

const idOf = ({ candidate }: EvidenceEntry): string => candidate?.evidenceId ?? "";

/** Records one entry, where its content is another than before. */
const recordEntry = (
  { sha256 }: DecisionInput,
  draft: EventDraft,
  {
    place,
    entry,
    result,
    before,
  }: {
    readonly place: number;
    readonly entry: EvidenceEntry;
    readonly result: ArtifactRef | undefined;
    readonly before?: ArtifactRef | undefined;
  },
): EvidenceEntryChange[] => {
  const artifact = encodedArtifact(EvidenceEntrySchema, entry, encodeEvidenceEntry(entry), sha256);
  if (artifact.ref.digest === before?.digest) return [];
  return [create(EvidenceEntryChangeSchema, { place, entry: draft.add(artifact, entryRole, [result]) })];
};
