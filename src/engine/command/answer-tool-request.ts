import { create } from "@bufbuild/protobuf";
import { PendingToolRequest_WaitsFor as WaitsFor } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolDecision } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import {
  type DecideToolRequestRequest,
  DecideToolRequestRequestSchema,
  type DecideToolRequestResponse,
  DecideToolRequestResponseSchema,
} from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { Decision } from "../../run/decide.ts";
import type { DecisionInput } from "../../run/kernel.ts";
import { pendingOf } from "../../run/pending.ts";
import { refuseBusy } from "../../run/refusals.ts";
import type { CommandKey } from "../run/command-key.ts";
import { answered } from "../run/recorded-answer.ts";
import type { LoadedRun } from "../run/run-store.ts";
import type { RecordedCall } from "../tool/tool-calls.ts";
import { isClientRun } from "../tool/tool-judgement.ts";
import { allows, decidedBy, declined, ended, refuseIncomplete } from "./persons-decision.ts";
import { letsTurnGoOn, standingAfter, standingNow, type ToolCommandParts } from "./tool-answers.ts";

/**
 * Records what a person decided. An approval and the beginning of the call are one commit, and so are a refusal and its
 * result: between deciding and acting there is no instant at which a crash could lose the decision. Where the suspended
 * turn waited for this and for nothing else, it goes on within the call.
 */
export const answerToolRequest = (
  parts: ToolCommandParts,
  request: DecideToolRequestRequest,
): Promise<DecideToolRequestResponse> => {
  refuseIncomplete(request);
  const key = parts.commands.key(request.runId, DecideToolRequestRequestSchema, request);
  return parts.commands.once(key, DecideToolRequestResponseSchema, async ({ begun }) => {
    const { snapshot } = await parts.runs.load(request.runId);
    if (!begun && snapshot.suspendedTurn) await parts.runs.parts.quota?.goOn();
    const call = await parts.tools.ofRun(request.runId, request.requestId);
    const answered = begun ? await resume(parts, request, call) : await decide(parts, key, request, call);
    return answered ?? (await answerAfterwards(parts, key, request, begun));
  });
};

/** The first time. Gives the answer where it went to disk with the decision. */
const decide = async (
  parts: ToolCommandParts,
  key: CommandKey,
  request: DecideToolRequestRequest,
  call: RecordedCall,
): Promise<DecideToolRequestResponse | undefined> => {
  const { runs, tools } = parts;
  const { runId } = request;
  if (call.result && request.decision !== ToolDecision.ACKNOWLEDGE) throw ended(call);
  const spec = runs.catalogue.of(call.request.toolName);
  const decideOn = (input: DecisionInput, before: LoadedRun) => decidedBy(parts, request, call, input, before);
  if (allows(request.decision) && !isClientRun(spec)) {
    // The tool outlives the call that began it: what was started is finished and recorded.
    const { signal } = new AbortController();
    await tools.begin({ runId, as: runs.user, key }, call, signal, decideOn);
    return undefined;
  }
  return runs.write<DecideToolRequestResponse | undefined>(runId, { as: runs.user, key }, async (input, before) => {
    const decision = await decideOn(input, before);
    const { result } =
      request.decision === ToolDecision.DENY ? tools.finish(decision, call, declined(parts, request)) : call;
    if (letsTurnGoOn(decision.input)) return { decision, answer: () => undefined };
    const respond = (after: LoadedRun) =>
      create(DecideToolRequestResponseSchema, {
        ...standingAfter(runs, after, decision.input),
        ...(result ? { result } : {}),
      });
    return { decision, ...answered(DecideToolRequestResponseSchema, respond) };
  });
};

/** The same command again after it was cut off: the decision stands, and what it led to is carried on with. */
const resume = async (
  { runs, tools }: ToolCommandParts,
  { runId, requestId, decision }: DecideToolRequestRequest,
  call: RecordedCall,
): Promise<undefined> => {
  const pending = pendingOf((await runs.load(runId)).snapshot, requestId);
  if (call.result || !allows(decision) || pending?.waitsFor !== WaitsFor.EXECUTION) return;
  if (pending.mutating && pending.started && !tools.isRunning(requestId)) {
    await tools.cutOffLeft(runId, call);
    return;
  }
  await tools.begin({ runId, as: runs.user }, call, new AbortController().signal, (input) => {
    refuseBusy(input.snapshot);
    return new Decision(input);
  });
};

/** Lets the suspended turn go on, if it can, and records the answer. */
const answerAfterwards = async (
  { runs, tools, turns, commands }: ToolCommandParts,
  key: CommandKey,
  { runId, requestId }: DecideToolRequestRequest,
  again: boolean,
): Promise<DecideToolRequestResponse> => {
  const { result, request } = await tools.ofRun(runId, requestId);
  const { turnId } = request;
  const continuedTurn = await (again ? turns.goOnOrWentOn(runId, { requestId, turnId }) : turns.goOn(runId));
  const response = create(DecideToolRequestResponseSchema, {
    ...(await standingNow(runs, runId)),
    ...(result ? { result } : {}),
    ...(continuedTurn ? { continuedTurn } : {}),
  });
  return commands.answer(key, DecideToolRequestResponseSchema, response);
};
