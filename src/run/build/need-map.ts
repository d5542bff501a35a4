import { create } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import {
  type EvidenceCandidate,
  type EvidenceRef,
  EvidenceRefSchema,
} from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import {
  type Binding,
  type BindingProposal,
  BindingSchema,
  type EvidenceNeedMap,
  type EvidenceNeedMapProposal,
  EvidenceNeedMapSchema,
} from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, SlotKind, SlotKindSchema } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { type Validity, Validity_State, ValiditySchema } from "../../../gen/pincite/span/v1/span_pb.ts";
import { type ToolResult, ToolResultSchema, ToolResultStatus } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { contentFingerprint } from "../fingerprint.ts";
import { stageRecord } from "../fold.ts";
import { bindingItem, evidenceParts, withSeen } from "../items.ts";
import { auditMeta, type DecisionInput, replaces } from "../kernel.ts";
import { bindingLooks } from "../looks/on-bindings.ts";
import { invalidProposal } from "../refusals.ts";
import { type Candidate, itemsMax, refuseManyLooks } from "./candidate.ts";
import { fits, type PlacedSlot, placedSlots, slotItems } from "./needs.ts";

/** A recorded search of this run with what it searched. */
export interface RecordedSearch {
  readonly result: ToolResult;
  /** Words of the result: what was searched. */
  readonly scope: string;
  readonly totalCount: number;
}

/** Recorded searches by tool result id, as far as a proposal names them. */
export type RecordedSearches = ReadonlyMap<string, RecordedSearch>;

/** References of tool results by their ids, as far as bindings name them. */
export type ResultRefs = ReadonlyMap<string, ArtifactRef>;

/**
 * The bindings a proposal comes to. Slots that are not named keep the confirmed bindings they have; a model's proposal
 * stands beside confirmed ones, as only a user may take those away.
 */
export const needMapCandidate = (
  input: DecisionInput,
  proposal: EvidenceNeedMapProposal,
  searches: RecordedSearches,
  results: ResultRefs = new Map(),
): Candidate<typeof EvidenceNeedMapSchema> => {
  const slots = new Map(placedSlots(input.material.needs).map((placed) => [placed.slot.slotId, placed]));
  const made = proposal.bindings
    .map((binding, at) => makeBinding(input, binding, slots.get(binding.slotId), searches, `bindings[${at}]`))
    .map((binding) =>
      create(BindingSchema, { ...binding, toolResults: binding.toolResultIds.flatMap((id) => results.get(id) ?? []) }),
    );
  const named = new Set(replaces(input) ? made.map((binding) => binding.slotId) : []);
  const kept = (input.material.proposals.needMap?.bindings ?? []).filter(
    (binding) => !named.has(binding.slotId) && isConfirmed(input, binding.bindingId),
  );
  const bindings = [...kept, ...uniqueById(made)];
  return needMapOf(
    input,
    bindings,
    [...new Set(bindings.flatMap((b) => b.toolResultIds))].map((id) => results.get(id)),
  );
};

/** The former bindings under today's slots, put forward again on the way on; those whose slot is gone are left out. */
export const needMapAgain = (input: DecisionInput, former: EvidenceNeedMap | undefined) =>
  needMapOf(
    input,
    former?.bindings ?? [],
    (former?.meta?.parents ?? []).filter(({ kind }) => kind === ToolResultSchema.typeName),
  );

const isConfirmed = (input: DecisionInput, bindingId: string): boolean =>
  (stageRecord(input.snapshot, OrchestratorState.EVIDENCE_BINDING)?.items ?? []).some(
    (item) => item.itemId === bindingId && item.decision === ItemDecision.CONFIRM,
  );

const uniqueById = (bindings: readonly Binding[]): Binding[] => [
  ...new Map(bindings.map((binding) => [binding.bindingId, binding])).values(),
];

/** `results`: the tool results the bindings rest on, so that each is one step from what was asked (S41). */
const needMapOf = (
  input: DecisionInput,
  bindings: readonly Binding[],
  results: readonly (ArtifactRef | undefined)[],
): Candidate<typeof EvidenceNeedMapSchema> => {
  const order = placedSlots(input.material.needs).map((placed) => placed.slot.slotId);
  const placed = bindings
    .filter((binding) => order.includes(binding.slotId))
    .toSorted((a, b) => order.indexOf(a.slotId) - order.indexOf(b.slotId));
  const needs = stageRecord(input.snapshot, OrchestratorState.EVIDENCE_NEEDS)?.accepted;
  const message = create(EvidenceNeedMapSchema, {
    meta: auditMeta(input, "need_map", [needs, input.snapshot.evidenceSet, ...bindings.map(searchOutput), ...results]),
    ...(needs ? { needs } : {}),
    bindings: placed,
  });
  return needMapStored(input, message);
};

/** The candidate of bindings that are stored already. */
export const needMapStored = (
  input: DecisionInput,
  message: EvidenceNeedMap,
): Candidate<typeof EvidenceNeedMapSchema> => {
  const slots = new Map(
    input.material.needs ? slotItems(input, input.material.needs).map((item) => [item.itemId, item]) : [],
  );
  const looks = bindingLooks(input, message.bindings);
  const items = message.bindings.flatMap((binding) => {
    const slot = slots.get(binding.slotId);
    return slot
      ? [
          withSeen(bindingItem(binding, input.sha256, slot), input.sha256, {
            looks: looks.get(binding.bindingId) ?? [],
          }),
        ]
      : [];
  });
  refuseManyLooks("bindings", items);
  if (items.length > itemsMax)
    throw invalidProposal("bindings", `${items.length} bindings are too many; at most ${itemsMax} fit one memo.`);
  return {
    state: OrchestratorState.EVIDENCE_BINDING,
    schema: EvidenceNeedMapSchema,
    message,
    items,
    parents: message.meta?.parents ?? [],
    keep: (keeps) =>
      create(EvidenceNeedMapSchema, { ...message, bindings: message.bindings.filter((b) => keeps(b.bindingId)) }),
  };
};

const searchOutput = (binding: Binding) =>
  binding.evidence?.evidence.case === "search" ? binding.evidence.evidence.value.output : undefined;

const makeBinding = (
  input: DecisionInput,
  proposal: BindingProposal,
  placed: PlacedSlot | undefined,
  searches: RecordedSearches,
  path: string,
): Binding => {
  if (!placed) throw invalidProposal(`${path}.slot_id`, `There is no slot ${proposal.slotId}.`);
  const { slot, claim } = placed;
  const evidence = checkedEvidence(input, placed, proposal.evidence, searches, `${path}.evidence`);
  const parts = evidenceParts(evidence);
  const evidenceId = parts[0] === "document" || parts[0] === "law" ? (parts[1] ?? "") : "";
  const entry = input.material.evidenceSet?.entries.find((one) => one.candidate?.evidenceId === evidenceId);
  const short = contentFingerprint(input.sha256, [slot.slotId, ...parts]).slice(0, 16);
  return create(BindingSchema, {
    bindingId: `binding:${slot.slotId.replace("slot:", "")}:${short}`,
    slotId: slot.slotId,
    claimId: claim.claimId,
    slotKind: slot.kind,
    evidence,
    reason: proposal.reason.trim(),
    toolResultIds: entry?.toolResultIds ?? (parts[0] === "search" ? [searchId(evidence)] : []),
  });
};

const searchId = (evidence: EvidenceRef): string =>
  evidence.evidence.case === "search" ? evidence.evidence.value.toolResultId : "";

/** The evidence with everything the kernel owns filled in from what is recorded, or a refusal that says what fits. */
const checkedEvidence = (
  input: DecisionInput,
  { slot }: PlacedSlot,
  evidence: EvidenceRef | undefined,
  searches: RecordedSearches,
  path: string,
): EvidenceRef => {
  const ref = evidence?.evidence;
  const wants = wantedEvidence(slot.kind);
  if (!ref?.case || !wants.includes(ref.case))
    throw invalidProposal(
      path,
      `${slot.slotId} is a ${SlotKindSchema.value[slot.kind]?.localName} slot: bind it to ${wants.join(" or ")}.`,
    );
  if (ref.case === "statement") return create(EvidenceRefSchema, { evidence: ref });
  if (ref.case === "search") return searchRef(ref.value.toolResultId, searches, path);
  const found = input.material.evidenceSet?.entries.find((e) => e.candidate?.evidenceId === ref.value.evidenceId);
  if (!found?.candidate)
    throw invalidProposal(
      `${path}.evidence_id`,
      `${ref.value.evidenceId} was neither found nor pinned in this run: search for it or pin it first.`,
    );
  if (!fits(slot, ref.value.evidenceId))
    throw invalidProposal(`${path}.evidence_id`, `${slot.slotId} looks for evidence in the ${slot.source}.`);
  return ref.case === "document"
    ? documentRef(
        found.candidate,
        ref.value.location || (slot.kind === SlotKind.LOCATION ? found.candidate.chunkUid : ""),
      )
    : lawRef(found.candidate, ref.value.address, input.snapshot.referenceDate);
};

const wantedEvidence = (kind: SlotKind): readonly string[] => {
  if (kind === SlotKind.ABSENCE) return ["search"];
  return kind === SlotKind.OWN_STATEMENT ? ["statement"] : ["document", "law"];
};

const documentRef = (candidate: EvidenceCandidate, location: string): EvidenceRef =>
  create(EvidenceRefSchema, {
    evidence: {
      case: "document",
      value: {
        evidenceId: candidate.evidenceId,
        sourceDigest: candidate.sourceDigest,
        title: candidate.title,
        location,
        occurredAtIso: candidate.occurredAtIso,
        participants: candidate.participants.slice(0, 50),
      },
    },
  });

/** What nobody vouched for is unknown: a candidate of an older program or another LawBot says nothing of its validity. */
const validityOf = ({ validity, versionDate }: EvidenceCandidate, referenceDate: string): Validity =>
  validity?.on === referenceDate
    ? validity
    : create(ValiditySchema, { state: Validity_State.UNKNOWN, on: referenceDate, from: versionDate });

/** Rulings are not in force or out of it: only a version of a statute has a validity. */
const lawRef = (candidate: EvidenceCandidate, address: string, referenceDate: string): EvidenceRef =>
  create(EvidenceRefSchema, {
    evidence: {
      case: "law",
      value: {
        evidenceId: candidate.evidenceId,
        sourceDigest: candidate.sourceDigest,
        versionDate: candidate.versionDate,
        address: candidate.address || address,
        unitPath: candidate.unitPath,
        ...(candidate.docType === "statute" && { validity: validityOf(candidate, referenceDate) }),
      },
    },
  });

/** An absence rests on a search that is on record; confirming the binding is the person's review of what it found. */
const searchRef = (resultId: string, searches: RecordedSearches, path: string): EvidenceRef => {
  const search = searches.get(resultId);
  const usable =
    search &&
    (search.result.status === ToolResultStatus.EMPTY || search.result.status === ToolResultStatus.OK) &&
    search.result.outputRef;
  if (!usable)
    throw invalidProposal(
      `${path}.tool_result_id`,
      `${resultId} is no recorded search of this run that ended OK or EMPTY: run the search first.`,
    );
  return create(EvidenceRefSchema, {
    evidence: {
      case: "search",
      value: {
        toolResultId: resultId,
        scope: search.scope,
        reviewed: search.totalCount > 0,
        ...(search.result.outputRef ? { output: search.result.outputRef } : {}),
      },
    },
  });
};
