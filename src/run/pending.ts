import { create } from "@bufbuild/protobuf";
import type {
  ToolDecided,
  ToolFinished,
  ToolRequested,
  ToolStarted,
} from "../../gen/pincite/journal/v1/run_event_pb.ts";
import type { RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import {
  type PendingToolRequest,
  PendingToolRequestSchema,
  type SuspendedTurn,
  SuspendedTurnSchema,
  type ToolGrant,
  ToolGrantSchema,
  PendingToolRequest_WaitsFor as WaitsFor,
} from "../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolDecision } from "../../gen/pincite/tool/v1/tool_request_pb.ts";

/** What a run keeps of tool requests that wait: for a decision, for somebody to start them, for a client, for a look. */

/** The request of that id, as it waits; undefined when it does not. */
export const pendingOf = (run: RunSnapshot, requestId: string): PendingToolRequest | undefined =>
  run.pending.find((one) => one.requestId === requestId);

/** Whether a person decided about the request. A request that needed no decision was not decided on. */
export const isDecided = (pending: PendingToolRequest): boolean =>
  pending.requiresUserConfirm && pending.waitsFor !== WaitsFor.DECISION;

const afterDecision = (clientExecuted: boolean): WaitsFor => (clientExecuted ? WaitsFor.CLIENT : WaitsFor.EXECUTION);

export const pendingFrom = (value: ToolRequested): PendingToolRequest =>
  create(PendingToolRequestSchema, {
    requestId: value.requestId,
    toolName: value.toolName,
    slotId: value.slotId,
    requiresUserConfirm: value.requiresUserConfirm,
    ...(value.request ? { ref: value.request } : {}),
    waitsFor: value.requiresUserConfirm ? WaitsFor.DECISION : afterDecision(value.clientExecuted),
    paramsDigest: value.paramsDigest,
    requestedBy: value.requestedBy,
    turnId: value.turnId,
    mutating: value.mutating,
    clientExecuted: value.clientExecuted,
  });

/** In journals from before decisions were recorded, a start is all that says that a person confirmed. */
export const afterStart = (run: RunSnapshot, { requestId }: ToolStarted): PendingToolRequest[] =>
  changed(run, requestId, { started: true, waitsFor: WaitsFor.EXECUTION });

/** A finished request waits no longer, but for one that may or may not have acted: that waits until a person looked. */
export const afterFinish = (run: RunSnapshot, { requestId, status }: ToolFinished): PendingToolRequest[] =>
  status === "OUTCOME_UNKNOWN" ? changed(run, requestId, { waitsFor: WaitsFor.REVIEW }) : without(run, requestId);

/** A refusal is recorded as a result beside it, which takes the request away. */
export const afterDecided = (run: RunSnapshot, { requestId, decision }: ToolDecided): PendingToolRequest[] => {
  if (decision === ToolDecision.ACKNOWLEDGE) return without(run, requestId);
  if (decision === ToolDecision.DENY) return run.pending;
  return changed(run, requestId, { waitsFor: afterDecision(pendingOf(run, requestId)?.clientExecuted ?? false) });
};

/** Grants with the one that ALWAYS gave, in place of an earlier one for the tool. */
export const withGrant = (run: RunSnapshot, value: ToolDecided, timeIso: string): ToolGrant[] => {
  if (value.decision !== ToolDecision.ALWAYS) return run.toolGrants;
  const { toolName, requestId, grantExpiresAtIso } = value;
  const grant = { toolName, requestId, grantedAtIso: timeIso, expiresAtIso: grantExpiresAtIso };
  return [...withoutGrant(run, toolName), create(ToolGrantSchema, grant)];
};

export const withoutGrant = (run: RunSnapshot, toolName: string): ToolGrant[] =>
  run.toolGrants.filter((grant) => grant.toolName !== toolName);

/** Names of the tools with a grant that holds at this instant; it ends with the second it names. */
export const grantsAt = (run: RunSnapshot, nowIso: string): string[] =>
  run.toolGrants.filter(({ expiresAtIso }) => nowIso < expiresAtIso).map(({ toolName }) => toolName);

/** The suspended turn once this request has come to something. */
export const waitingStill = (turn: SuspendedTurn | undefined, requestId: string): SuspendedTurn | undefined =>
  turn &&
  create(SuspendedTurnSchema, {
    turnId: turn.turnId,
    requestIds: turn.requestIds.filter((id) => id !== requestId),
    ...(turn.state ? { state: turn.state } : {}),
  });

const changed = (run: RunSnapshot, requestId: string, change: Partial<PendingToolRequest>): PendingToolRequest[] =>
  run.pending.map((one) =>
    one.requestId === requestId ? create(PendingToolRequestSchema, { ...one, ...change }) : one,
  );

const without = (run: RunSnapshot, requestId: string): PendingToolRequest[] =>
  run.pending.filter((one) => one.requestId !== requestId);
