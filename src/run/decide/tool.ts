import { create } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import type { EvidenceCandidate, EvidenceSet } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import {
  ToolFinishedSchema,
  ToolRequestedSchema,
  ToolStartedSchema,
} from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import {
  EvidenceClaimSchema,
  type EvidenceNeeds,
  type EvidenceSlot,
  EvidenceSlotSchema,
} from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import {
  type ToolRequest,
  ToolRequestSchema,
  type ToolResult,
  ToolResultSchema,
  ToolResultStatus,
  ToolResultStatusSchema,
} from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { mapClaims, placedSlots } from "../build/needs.ts";
import { type DecisionInput, EventDraft, type NewArtifact } from "../kernel.ts";
import { receiptFacts } from "../receipt-facts.ts";
import { withoutSearched } from "../suggested.ts";
import { Decision } from "./decision.ts";
import { besideBound, merged } from "./evidence.ts";
import { issueNeeds } from "./needs-issue.ts";

/** Records a tool request: an artifact before anything runs. */
export const decideToolRequested = (
  input: DecisionInput,
  request: ToolRequest,
  options: {
    readonly mutating: boolean;
    readonly parents: readonly (ArtifactRef | undefined)[];
    /** The policy's answer: `ALLOW`, `ASK` or `REFUSE`. */
    readonly policy?: string;
    /** True when a client runs the tool. Default: false. */
    readonly clientExecuted?: boolean;
    /** True when a grant spoke for the person. Default: false. */
    readonly byGrant?: boolean;
  },
): Decision => {
  const draft = new EventDraft(input);
  const ref = draft.record(ToolRequestSchema, request, "tool_request", options.parents);
  const value = create(ToolRequestedSchema, {
    requestId: request.id,
    request: ref,
    toolName: request.toolName,
    slotId: request.slotId,
    requestedBy: request.requestedBy,
    requiresUserConfirm: request.requiresUserConfirm,
    mutating: options.mutating,
    paramsDigest: request.paramsDigest,
    turnId: request.turnId,
    policy: options.policy ?? "",
    clientExecuted: options.clientExecuted ?? false,
    byGrant: options.byGrant ?? false,
  });
  return new Decision(input).add({ event: draft.event({ case: "toolRequested", value }), artifacts: draft.artifacts });
};

/** Records that a tool began to run; committed before it does. */
export const toolStarted = (decision: Decision, requestId: string, attempt: number): Decision =>
  decision.add({
    event: new EventDraft(decision.input).event({
      case: "toolStarted",
      value: create(ToolStartedSchema, { requestId, attempt }),
    }),
  });

/** What a finished tool brought, decoded as far as the kernel looks at it. */
export interface ToolFindings {
  /** Candidates for the evidence set. */
  readonly candidates: readonly EvidenceCandidate[];
  /** True for searches: they may serve an ABSENCE slot. */
  readonly isSearch: boolean;
}

/** Records how a tool run ended, with needs and set anew: its candidates are linked to the slot and bind nothing. */
export const decideToolFinished = (
  input: DecisionInput,
  finished: {
    readonly request: ToolRequest;
    readonly requestRef: ArtifactRef;
    readonly result: ToolResult;
    readonly output: NewArtifact | undefined;
    readonly findings: ToolFindings;
  },
): Decision => {
  const { request, result, output, findings } = finished;
  const draft = new EventDraft(input);
  if (output) draft.add(output, "tool_output", [finished.requestRef]);
  const resultRef = draft.record(ToolResultSchema, result, "tool_result", [finished.requestRef, output?.ref]);
  const receipt = input.receipt?.(receiptFacts(input, { ...finished, resultRef }));
  if (receipt) draft.add(receipt, "receipt", [finished.requestRef, resultRef, output?.ref]);
  const value = create(ToolFinishedSchema, {
    requestId: request.id,
    resultId: result.id,
    result: resultRef,
    status: ToolResultStatusSchema.value[result.status]?.localName ?? "",
    ...(receipt ? { receipt: receipt.ref, receiptId: receipt.receiptId } : {}),
  });
  const decision = new Decision(input).add({
    event: draft.event({ case: "toolFinished", value }),
    artifacts: draft.artifacts,
  });
  const set = withFindings(input, request, result, findings);
  const before = input.material.needs && withoutSearched(input.material.needs, request);
  const needs = withSearch(before, request, result, findings);
  if (!needs && !set) return decision;
  const unchanged = set === input.material.evidenceSet && needs === input.material.needs;
  return unchanged
    ? decision
    : issueNeeds(decision, { ...(set ? { set } : {}), ...(needs ? { needs } : {}), result: resultRef });
};

const withFindings = (
  input: DecisionInput,
  request: ToolRequest,
  result: ToolResult,
  findings: ToolFindings,
): EvidenceSet | undefined =>
  findings.candidates.reduce<EvidenceSet | undefined>(
    (sofar, candidate) =>
      merged(sofar, besideBound(input, candidate), (entry) => ({
        toolResultIds: [...new Set([...entry.toolResultIds, result.id])],
        slotIds: request.slotId ? [...new Set([...entry.slotIds, request.slotId])] : entry.slotIds,
      })),
    input.material.evidenceSet,
  );

/** A search that ended OK or EMPTY is on record for the ABSENCE slot it served. */
const withSearch = (
  needs: EvidenceNeeds | undefined,
  request: ToolRequest,
  result: ToolResult,
  findings: ToolFindings,
): EvidenceNeeds | undefined => {
  const counts = result.status === ToolResultStatus.OK || result.status === ToolResultStatus.EMPTY;
  const placed = placedSlots(needs).find((one) => one.slot.slotId === request.slotId);
  if (!needs || !counts || !findings.isSearch || placed?.slot.kind !== SlotKind.ABSENCE) return needs;
  const add = (slot: EvidenceSlot): EvidenceSlot =>
    slot.slotId === request.slotId
      ? create(EvidenceSlotSchema, { ...slot, searchResultIds: [...slot.searchResultIds, result.id] })
      : slot;
  return mapClaims(needs, (claim) =>
    create(EvidenceClaimSchema, { ...claim, required: claim.required.map(add), optional: claim.optional.map(add) }),
  );
};
