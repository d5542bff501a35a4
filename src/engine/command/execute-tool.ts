import { create } from "@bufbuild/protobuf";
import {
  type ExecuteToolRequestRequest,
  ExecuteToolRequestRequestSchema,
  type ExecuteToolRequestResponse,
  ExecuteToolRequestResponseSchema,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { PendingToolRequest_WaitsFor as WaitsFor } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolDecision, ToolResultLogSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { Decision, decideToolDecided } from "../../run/decide.ts";
import type { DecisionInput } from "../../run/kernel.ts";
import { isDecided, pendingOf } from "../../run/pending.ts";
import { refuseBusy } from "../../run/refusals.ts";
import { isSuggested } from "../../run/suggested.ts";
import { type LoadedRun, versionOf } from "../run/run-store.ts";
import { refuseStale } from "../run/write.ts";
import type { RecordedCall } from "../tool/tool-calls.ts";
import { judge } from "../tool/tool-judgement.ts";
import { runSuggested } from "./run-suggested.ts";
import { standingNow, type ToolCommandParts } from "./tool-answers.ts";
import { dryRun } from "./tool-dry-run.ts";

/**
 * Runs a recorded request once; whoever else asks for it meanwhile, under whatever key, joins, and whoever asks later
 * gets the recorded result. Without an idempotency_key the request is its own. Where a suspended turn waited for this and
 * for nothing else, it goes on within the call.
 */
export const executeTool = async (
  parts: ToolCommandParts,
  request: ExecuteToolRequestRequest,
): Promise<ExecuteToolRequestResponse> => {
  if (isSuggested(request.requestId)) return runSuggested(parts, request, (recorded) => executeTool(parts, recorded));
  const { runId, call } = await parts.tools.byId(request.requestId);
  if (request.dryRun) return dryRun(parts, runId, call);
  if (request.idempotencyKey === "") return executeJoined(parts, request, runId);
  const key = parts.commands.key(runId, ExecuteToolRequestRequestSchema, request);
  return parts.commands.once(key, ExecuteToolRequestResponseSchema, async () =>
    parts.commands.answer(key, ExecuteToolRequestResponseSchema, await executeJoined(parts, request, runId)),
  );
};

const executeJoined = async (
  parts: ToolCommandParts,
  request: ExecuteToolRequestRequest,
  runId: string,
): Promise<ExecuteToolRequestResponse> => {
  const { snapshot } = await parts.runs.load(runId);
  // Before joining: who did not confirm is told so, and nobody who did shares that refusal.
  const pending = pendingOf(snapshot, request.requestId);
  if (pending?.waitsFor === WaitsFor.DECISION) refuseUnconfirmed(request, pending.toolName);
  const running = { scope: `execute/${request.requestId}`, payloadDigest: "" };
  return parts.commands.once(running, ExecuteToolRequestResponseSchema, () => executeOnce(parts, request, runId));
};

const executeOnce = async (
  parts: ToolCommandParts,
  request: ExecuteToolRequestRequest,
  runId: string,
): Promise<ExecuteToolRequestResponse> => {
  const { runs, tools, turns } = parts;
  const { call } = await tools.byId(request.requestId);
  if (!call.result) {
    if ((await runs.load(runId)).snapshot.suspendedTurn) await runs.parts.quota?.goOn();
    await runPending(parts, request, runId, call);
  }
  const continuedTurn = await turns.goOn(runId);
  const { call: done } = await tools.byId(request.requestId);
  return create(ExecuteToolRequestResponseSchema, {
    toolResultLog: create(ToolResultLogSchema, { results: done.result ? [done.result] : [] }),
    ...(await standingNow(runs, runId)),
    ...(continuedTurn ? { continuedTurn } : {}),
  });
};

/** Begins what waits. A call that may change something and was cut off does not begin again: its outcome is unknown. */
const runPending = async (
  { runs, tools }: ToolCommandParts,
  request: ExecuteToolRequestRequest,
  runId: string,
  call: RecordedCall,
): Promise<void> => {
  const run = await runs.load(runId);
  refuseStale(run, request.expectedVersion);
  const pending = pendingOf(run.snapshot, request.requestId);
  if (pending?.mutating && pending.started && !tools.isRunning(request.requestId)) {
    await tools.cutOffLeft(runId, call);
    return;
  }
  // The tool outlives the call that began it, as a turn does: what was started is finished and recorded.
  const { signal } = new AbortController();
  await tools.begin({ runId, as: runs.user }, call, signal, (input, before) => {
    refuseExecution(runs, request, input, call);
    const waits = pendingOf(input.snapshot, request.requestId)?.waitsFor;
    return waits === WaitsFor.DECISION
      ? decideToolDecided(input, confirmation(request, call, before))
      : new Decision(input);
  });
};

/** `confirmed` is that person's ALLOW of exactly these parameters. */
const confirmation = (request: ExecuteToolRequestRequest, { request: asked }: RecordedCall, before: LoadedRun) => ({
  requestId: asked.id,
  decision: ToolDecision.ALLOW,
  toolName: asked.toolName,
  paramsDigest: asked.paramsDigest,
  reason: "",
  seenVersion: request.expectedVersion || versionOf(before.head),
});

const refuseExecution = (
  runs: ToolCommandParts["runs"],
  request: ExecuteToolRequestRequest,
  input: DecisionInput,
  { request: { id, toolName, params } }: RecordedCall,
): void => {
  refuseBusy(input.snapshot);
  if (!params) throw new Error("a recorded request without parameters");
  const pending = pendingOf(input.snapshot, id);
  if (pending?.waitsFor === WaitsFor.CLIENT) throw clientRuns(id, toolName);
  const answer = judge(runs, input, { toolName, params, requester: "user" });
  if (answer.decision === "REFUSE") throw new DomainError("TOOL_REFUSED", `${answer.reason}.`, { tool_name: toolName });
  const decided = pending !== undefined && isDecided(pending);
  if (pending?.waitsFor === WaitsFor.DECISION || (answer.decision === "ASK" && !decided))
    refuseUnconfirmed(request, toolName);
};

const clientRuns = (id: string, toolName: string): DomainError =>
  new DomainError("TOOL_REFUSED", worded("error.is-run-by-a-client-submittoolresult-delivers", { toolName }), {
    tool_name: toolName,
    request_id: id,
  });

const refuseUnconfirmed = (request: ExecuteToolRequestRequest, toolName: string): void => {
  if (request.confirmed) return;
  throw new DomainError("TOOL_REFUSED", worded("error.runs-only-when-a-person-has-confirmed-this", { toolName }), {
    tool_name: toolName,
    request_id: request.requestId,
  });
};
