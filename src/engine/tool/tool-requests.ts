import { create } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import {
  type Leaving,
  ToolResultStatus as Status,
  type ToolRequest,
  type ToolRequestParams,
  ToolRequestSchema,
  type ToolResult,
  ToolResultSchema,
} from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { type Decision, decideToolRequested, type ToolFindings } from "../../run/decide.ts";
import type { DecisionInput } from "../../run/kernel.ts";
import { sha256 } from "../../sha256.ts";
import { paramsDigest } from "../../tool/params.ts";
import type { ToolOutput } from "../run/ports.ts";
import type { Runs } from "../run/runs.ts";
import { isClientRun, isMutating } from "./tool-judgement.ts";

/** What is asked for. */
export interface ToolAsk {
  readonly toolName: string;
  readonly params: ToolRequestParams;
  readonly reason: string;
  readonly slotId: string;
  readonly requestedBy: "llm" | "user";
  readonly requiresUserConfirm: boolean;
  readonly turnId?: string;
  readonly retryOf?: string;
  /** How the parameters were composed before they may leave. */
  readonly leaving?: Leaving;
}

/** What the policy said of it, for the record. */
export interface PolicyRecord {
  readonly policy: "ALLOW" | "ASK" | "REFUSE";
  /** True when a grant spoke for the person. Default: false. */
  readonly byGrant?: boolean;
}

/** The request as it will be recorded. */
export const requestOf = (runs: Runs, input: DecisionInput, ask: ToolAsk): ToolRequest =>
  create(ToolRequestSchema, {
    id: `toolreq:${runs.parts.ids.next()}`,
    runId: input.snapshot.runId,
    state: input.snapshot.state,
    toolName: ask.toolName,
    params: ask.params,
    requiresUserConfirm: ask.requiresUserConfirm,
    createdAtIso: input.nowIso,
    requestedBy: ask.requestedBy,
    reason: ask.reason,
    slotId: ask.slotId,
    paramsDigest: paramsDigest(ask.params, sha256),
    retryOf: ask.retryOf ?? "",
    turnId: ask.turnId ?? "",
    ...(ask.leaving ? { leaving: ask.leaving } : {}),
  });

/** The decision that records a request; its artifact rests on the needs it serves. */
export const recordSteps = (runs: Runs, input: DecisionInput, request: ToolRequest, said: PolicyRecord): Decision => {
  const spec = runs.catalogue.of(request.toolName);
  return decideToolRequested(input, request, {
    mutating: isMutating(spec),
    clientExecuted: isClientRun(spec),
    policy: said.policy,
    byGrant: said.byGrant ?? false,
    parents: [input.snapshot.needs],
  });
};

/** How a call ended, before it is a message. */
export interface Ended {
  readonly status: "OK" | "EMPTY" | "ERROR" | "REFUSED" | "OUTCOME_UNKNOWN";
  readonly summary: string;
  readonly reason: string;
  readonly refinedQuery: string;
  /** Default: server. */
  readonly executor?: "server" | "client";
}

/** What a call came to, to be recorded. */
export interface Outcome extends Ended {
  readonly output?: ToolOutput;
  /** What it found, where that is not read from the output itself. */
  readonly findings?: ToolFindings;
}

/** The result as it will be recorded. */
export const resultOf = (
  runs: Runs,
  call: { readonly request: ToolRequest; readonly requestRef: ArtifactRef },
  nowIso: string,
  ended: Ended,
  outputRef?: ArtifactRef,
): ToolResult =>
  create(ToolResultSchema, {
    id: `toolres:${runs.parts.ids.next()}`,
    requestId: call.request.id,
    runId: call.request.runId,
    status: Status[ended.status],
    summary: ended.summary,
    ...(outputRef ? { outputRef } : {}),
    createdAtIso: nowIso,
    refinedQuery: ended.refinedQuery,
    reason: ended.reason,
    executor: ended.executor ?? "server",
    requestRef: call.requestRef,
  });
