import { create } from "@bufbuild/protobuf";
import { type Principal, PrincipalSchema } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { RunEvent } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import {
  type OpenCall,
  OpenCallSchema,
  type RecordedDecision,
  RecordedDecisionSchema,
  type RunSnapshot,
} from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { ToolDecision } from "../../gen/pincite/tool/v1/tool_request_pb.ts";

/**
 * What the fold keeps for receipts: how each call that has not ended came about, and the receipt the next one follows.
 * A call may end long after it was asked for and decided on; its receipt must not need the journal read again.
 */
export const receiptState = (snapshot: RunSnapshot, event: RunEvent): Partial<RunSnapshot> => {
  const one = event.event;
  switch (one.case) {
    case "toolRequested": {
      const { requestId, policy, toolName, byGrant } = one.value;
      const grant = byGrant ? snapshot.grantDecisions.find((past) => past.toolName === toolName) : undefined;
      const call = { requestId, policy, requestedBy: principal(event), ...(grant ? { decision: grant } : {}) };
      return { openCalls: [...snapshot.openCalls, create(OpenCallSchema, call)] };
    }
    case "toolDecided":
      return decided(snapshot, one.value.requestId, decision(snapshot, event, one.value));
    case "toolFinished": {
      const openCalls = snapshot.openCalls.filter((call) => call.requestId !== one.value.requestId);
      const { receipt } = one.value;
      return receipt ? { openCalls, lastReceipt: receipt, receiptCount: snapshot.receiptCount + 1 } : { openCalls };
    }
    default:
      return {};
  }
};

const principal = ({ actor }: RunEvent): Principal => actor ?? create(PrincipalSchema);

const decision = (
  snapshot: RunSnapshot,
  event: RunEvent,
  { toolName, decision }: { toolName: string; decision: ToolDecision },
): RecordedDecision =>
  create(RecordedDecisionSchema, { toolName, decision, decidedBy: principal(event), seq: snapshot.eventCount + 1 });

const decided = (snapshot: RunSnapshot, requestId: string, made: RecordedDecision): Partial<RunSnapshot> => ({
  openCalls: snapshot.openCalls.map(
    (call): OpenCall => (call.requestId === requestId ? create(OpenCallSchema, { ...call, decision: made }) : call),
  ),
  ...(made.decision === ToolDecision.ALWAYS
    ? { grantDecisions: [...snapshot.grantDecisions.filter((past) => past.toolName !== made.toolName), made] }
    : {}),
});
