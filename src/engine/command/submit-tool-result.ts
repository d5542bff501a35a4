import { create } from "@bufbuild/protobuf";
import { PendingToolRequest_WaitsFor as WaitsFor } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import {
  type SubmitToolResultRequest,
  SubmitToolResultRequestSchema,
  type SubmitToolResultResponse,
  SubmitToolResultResponseSchema,
} from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { Decision } from "../../run/decide.ts";
import { pendingOf } from "../../run/pending.ts";
import { refuseBusy } from "../../run/refusals.ts";
import type { CommandKey } from "../run/command-key.ts";
import { answered } from "../run/recorded-answer.ts";
import type { LoadedRun } from "../run/run-store.ts";
import { refuseStale } from "../run/write.ts";
import { clientOutcome } from "../tool/client-output.ts";
import type { RecordedCall } from "../tool/tool-calls.ts";
import { letsTurnGoOn, standingAfter, standingNow, type ToolCommandParts } from "./tool-answers.ts";

/**
 * Takes what a client-executed tool gave: checked, recorded with `executor: client`, and never run by this server. Where
 * the suspended turn waited for it and for nothing else, it goes on within the call.
 */
export const submitToolResult = (
  parts: ToolCommandParts,
  request: SubmitToolResultRequest,
  signal: AbortSignal,
): Promise<SubmitToolResultResponse> => {
  const { runId, requestId } = request;
  const key = parts.commands.key(runId, SubmitToolResultRequestSchema, request);
  return parts.commands.once(key, SubmitToolResultResponseSchema, async ({ begun }) => {
    const run = await parts.runs.load(runId);
    const call = await parts.tools.ofRun(runId, requestId);
    const answered = begun ? undefined : await record(parts, key, request, { run, call, signal });
    return answered ?? (await answerAfterwards(parts, key, request, begun));
  });
};

const record = async (
  { runs, tools }: ToolCommandParts,
  key: CommandKey,
  request: SubmitToolResultRequest,
  { run, call, signal }: { run: LoadedRun; call: RecordedCall; signal: AbortSignal },
): Promise<SubmitToolResultResponse | undefined> => {
  const { runId } = request;
  refuseEnded(call);
  refuseNotWaiting(run, request, call);
  const spec = runs.catalogue.of(call.request.toolName);
  if (!spec) throw refused(call, "is no tool of this server any more: decline the request, or ask for another tool");
  const { caseLaw } = await runs.profileOf(run);
  const outcome = await clientOutcome(runs, run.snapshot, spec, request, {
    signal,
    caseLaw,
    slotId: call.request.slotId,
  });
  return runs.write<SubmitToolResultResponse | undefined>(runId, { as: runs.user, key }, async (input, now) => {
    // Somebody else may have delivered while the evidence was looked up: that one counts.
    refuseEnded(await tools.ofRun(runId, request.requestId));
    refuseNotWaiting(now, request, call);
    const decision = new Decision(input);
    const { result, records } = tools.finish(decision, call, outcome);
    // Where the suspended turn goes on, there is no answer yet; any other one goes to disk with the result.
    if (letsTurnGoOn(decision.input)) return { decision, records, answer: () => undefined };
    const respond = (after: LoadedRun) =>
      create(SubmitToolResultResponseSchema, { result, ...standingAfter(runs, after, decision.input) });
    return { decision, records, ...answered(SubmitToolResultResponseSchema, respond) };
  });
};

const refuseEnded = ({ request, result }: RecordedCall): void => {
  if (!result) return;
  throw new DomainError(
    "ALREADY_EXISTS",
    worded("error.has-a-result-already-what-is-delivered-first", { requestId: request.id, resultId: result.id }),
    { request_id: request.id, result_id: result.id },
  );
};

const refuseNotWaiting = (run: LoadedRun, request: SubmitToolResultRequest, call: RecordedCall): void => {
  refuseBusy(run.snapshot);
  refuseStale(run, request.expectedVersion);
  const waitsFor = pendingOf(run.snapshot, request.requestId)?.waitsFor;
  if (waitsFor === WaitsFor.DECISION) throw refused(call, "waits for a decision: DecideToolRequest comes first");
  if (waitsFor !== WaitsFor.CLIENT) throw refused(call, "is run by this server: ExecuteToolRequest runs it");
};

const refused = ({ request: { id, toolName } }: RecordedCall, why: string): DomainError =>
  new DomainError("TOOL_REFUSED", `${toolName} (${id}) ${why}.`, { tool_name: toolName, request_id: id });

/** Lets the suspended turn go on, and records the answer. */
const answerAfterwards = async (
  { runs, tools, turns, commands }: ToolCommandParts,
  key: CommandKey,
  { runId, requestId }: SubmitToolResultRequest,
  again: boolean,
): Promise<SubmitToolResultResponse> => {
  const { result, request } = await tools.ofRun(runId, requestId);
  const { turnId } = request;
  const continuedTurn = await (again ? turns.goOnOrWentOn(runId, { requestId, turnId }) : turns.goOn(runId));
  const response = create(SubmitToolResultResponseSchema, {
    ...(await standingNow(runs, runId)),
    ...(result ? { result } : {}),
    ...(continuedTurn ? { continuedTurn } : {}),
  });
  return commands.answer(key, SubmitToolResultResponseSchema, response);
};
