import type {
  ToolDecided,
  ToolFinished,
  ToolRequested,
  ToolStarted,
} from "../../gen/pincite/journal/v1/run_event_pb.ts";
import type { RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import {
  type PendingToolRequest,
  PendingToolRequest_WaitsFor as WaitsFor,
} from "../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolDecision } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { isDecided, pendingOf } from "./pending.ts";

/**
 * The events that a tool request may see, one after the other: the machine's guards. They are what makes "declined never
 * runs", "a mutating tool starts once" and "one result for each request" true of every journal, whoever wrote it.
 */

/** A finalised run asks for nothing; no id is used twice at once. */
export const mayRequest = (run: RunSnapshot, value: ToolRequested): boolean =>
  run.eventCount > 0 && run.lifecycle !== RunLifecycle.FINALISED && pendingOf(run, value.requestId) === undefined;

/**
 * ALLOW and ALWAYS: for what waits for a decision, with the tool and the parameters that were shown. DENY: also for what
 * nobody has decided on and nothing has begun to run. ACKNOWLEDGE: for what may or may not have acted.
 */
export const mayDecide = (run: RunSnapshot, value: ToolDecided): boolean => {
  const pending = pendingOf(run, value.requestId);
  if (!pending) return false;
  switch (value.decision) {
    case ToolDecision.ALLOW:
    case ToolDecision.ALWAYS:
      return pending.waitsFor === WaitsFor.DECISION && isAsShown(pending, value);
    case ToolDecision.DENY:
      return !pending.started && !isDecided(pending) && pending.waitsFor !== WaitsFor.REVIEW;
    case ToolDecision.ACKNOWLEDGE:
      return pending.waitsFor === WaitsFor.REVIEW;
    default:
      return false;
  }
};

const isAsShown = (pending: PendingToolRequest, shown: ToolDecided): boolean =>
  pending.toolName === shown.toolName && pending.paramsDigest === shown.paramsDigest;

/** Journals from before decisions were recorded say nothing of parameters, and their starts stand for a decision. */
const isFromBefore = (pending: PendingToolRequest): boolean => pending.paramsDigest === "";

export const mayStart = (run: RunSnapshot, value: ToolStarted): boolean => {
  const pending = pendingOf(run, value.requestId);
  if (!pending || pending.waitsFor === WaitsFor.REVIEW) return false;
  if (isFromBefore(pending)) return true;
  return pending.waitsFor === WaitsFor.EXECUTION && !(pending.mutating && pending.started);
};

export const mayFinish = (run: RunSnapshot, value: ToolFinished): boolean => {
  const pending = pendingOf(run, value.requestId);
  if (!pending || pending.waitsFor === WaitsFor.REVIEW) return false;
  if (value.status === "REFUSED") return !pending.started;
  return pending.started || (pending.waitsFor === WaitsFor.CLIENT && value.status !== "OUTCOME_UNKNOWN");
};
