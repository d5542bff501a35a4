import type { ProposedToolRequest } from "../../../gen/pincite/model/v1/model_turn_pb.ts";
import { DomainError } from "../../error.ts";
import type { Budget } from "../../model/budget.ts";
import { shownText, toToolContext } from "../../model/tool-context.ts";
import type { DecisionInput } from "../../run/kernel.ts";
import { sha256 } from "../../sha256.ts";
import type { Runs } from "../run/runs.ts";
import { rateLimitSentence } from "../tool/rate-limits.ts";
import type { FinishedCall } from "../tool/tool-calls.ts";
import { isClientRun, judge } from "../tool/tool-judgement.ts";
import type { PolicyRecord, ToolAsk } from "../tool/tool-requests.ts";
import { askGuard } from "./guard.ts";
import { asItLeaves, heldBecause } from "./leaving.ts";
import { noteRequest, type StepRequests, type Turn, type TurnParts, writerOf } from "./turn.ts";

/**
 * What the model may ask for in this step, in order of name: reads that run at once, and the tools whose requests wait
 * for a person or a client. The caller of Guide may narrow it, never widen.
 */
export const toolsFor = (runs: Runs, turn: Turn, input: DecisionInput): string[] => {
  if (turn.wishes.skipTools) return [];
  const narrowed = turn.wishes.allowedTools;
  return runs.catalogue.specs
    .map(({ name }) => name)
    .filter((toolName) => judge(runs, input, { toolName, requester: "llm" }).decision !== "REFUSE")
    .filter((name) => narrowed.length === 0 || narrowed.includes(name));
};

/** Records what the model asked for, in its order, and runs what may run; what it found is shown in the next step. */
export const runTools = async (
  parts: TurnParts,
  turn: Turn,
  requests: readonly ProposedToolRequest[],
  budget: Budget,
): Promise<StepRequests> => {
  const [ids, waiting, calls]: [string[], string[], FinishedCall[]] = [[], [], []];
  for (const request of requests) {
    const { requestId, call } = await runTool(parts, turn, request);
    ids.push(requestId);
    if (call) calls.push(call);
    else waiting.push(requestId);
  }
  // What waits will want its share of the step as well.
  showCalls(parts.runs, turn, calls, Math.min(budget.stepChars, turn.charsLeft), waiting.length);
  return { ids, waiting };
};

/**
 * Adds what these calls put out to what the next step shows, within so many characters. What is left is shared evenly, so
 * that one long answer does not hide the others; a tool of which the catalogue shows less gets no more than that.
 */
export const showCalls = (
  { catalogue }: Runs,
  turn: Turn,
  calls: readonly FinishedCall[],
  charsMax: number,
  others = 0,
): void => {
  let left = Math.max(0, charsMax);
  for (const [at, call] of calls.entries()) {
    const share = Math.floor(left / (calls.length + others - at));
    const { request, result, output } = call;
    const charsLeft = Math.min(share, catalogue.of(request.toolName)?.shownCharsMax ?? share);
    const { context, shownChars } = toToolContext({ request, result, output, charsLeft, sha256 });
    turn.contexts.push(context);
    left -= Math.min(left, shownChars);
    turn.charsLeft -= Math.min(turn.charsLeft, shownChars);
  }
};

/** Characters that these requests have been shown with. */
export const charsShownOf = (turn: Turn, requestIds: readonly string[]): number =>
  turn.contexts
    .filter(({ request }) => requestIds.includes(request?.id ?? ""))
    .reduce((sum, context) => sum + [...shownText(context)].length, 0);

/** One request of the model: refused, run, or left to wait. */
const runTool = async (
  { runs, tools }: TurnParts,
  turn: Turn,
  asked: ProposedToolRequest,
): Promise<{ requestId: string; call?: FinishedCall }> => {
  const run = await runs.load(turn.runId);
  const input = await runs.input(run, turn.model);
  const { ask, said, reason } = await askOf(runs, turn, input, asked);
  const by = writerOf(turn);
  const keep = (call: FinishedCall) => {
    noteRequest(turn, call.request, call);
    return { requestId: call.request.id, call };
  };
  if (said.policy === "REFUSE") return keep(await tools.refuse(by, ask, reason, said));
  const waitMs = await tools.limits.take(turn.runId, input.material.profile);
  if (waitMs > 0) return keep(await tools.refuse(by, ask, rateLimitSentence(waitMs), said));
  if (!ask.requiresUserConfirm) {
    const objection = await askGuard(runs, turn, input, ask);
    if (objection !== undefined) return keep(await tools.refuse(by, ask, objection, said));
    if (!isClientRun(runs.catalogue.of(ask.toolName))) {
      const counted = await runs.parts.quota?.call(turn.runId).catch(refusalOf);
      if (counted instanceof DomainError) return keep(await tools.refuse(by, ask, counted.message, said));
      try {
        return keep(await tools.askAndRun(by, ask, turn.signal, said));
      } finally {
        await counted?.();
      }
    }
  }
  const waiting = await tools.ask(by, ask, said);
  noteRequest(turn, waiting);
  return { requestId: waiting.id };
};

/** A bound refuses one call, and the model is told why; all else ends the turn. */
const refusalOf = (error: unknown): DomainError => {
  if (error instanceof DomainError && error.reason === "QUOTA_EXCEEDED") return error;
  throw error;
};

/** What is asked for, and what the policy says to it. */
const askOf = async (
  runs: Runs,
  turn: Turn,
  input: DecisionInput,
  asked: ProposedToolRequest,
): Promise<{ ask: ToolAsk; said: PolicyRecord; reason: string }> => {
  const { toolName, params, reason, slotId } = asked;
  if (!params) throw new Error("an accepted tool request without parameters");
  const { decision, byGrant, reason: why } = judge(runs, input, { toolName, params, requester: "llm" });
  // What is held waits for a person even under a standing permission, which was given before anybody saw it.
  const { params: sent, leaving } =
    decision === "REFUSE" ? { params, leaving: undefined } : await asItLeaves(runs, turn, input, { toolName, params });
  const held = leaving?.held ?? "";
  const policy = decision === "ALLOW" && held !== "" ? "ASK" : decision;
  const ask: ToolAsk = {
    toolName,
    params: sent,
    ...(leaving ? { leaving } : {}),
    reason: held === "" ? reason : `${reason} (It waits: ${heldBecause[held]})`.trim(),
    slotId,
    requestedBy: "llm",
    turnId: turn.turnId,
    requiresUserConfirm: policy === "ASK",
  };
  return { ask, said: { policy, byGrant: byGrant && policy === "ALLOW" }, reason: why };
};
