import { create } from "@bufbuild/protobuf";
import { Principal_Kind, PrincipalSchema } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { buildGuardRequest, readGuardAnswer } from "../../model/guard-request.ts";
import type { PromptedCall } from "../../model/manifest-prompts.ts";
import type { ModelOutput } from "../../model/provider.ts";
import type { DecisionInput } from "../../run/kernel.ts";
import { sha256 } from "../../sha256.ts";
import type { Runs } from "../run/runs.ts";
import { within } from "../run/within.ts";
import type { ToolAsk } from "../tool/tool-requests.ts";
import { recordSideAttempt } from "./side-attempt.ts";
import { type Turn, writerOf } from "./turn.ts";

/**
 * Asks the profile's guard about a request of the model that the policy allows (Gate A, seed 004): undefined where there
 * is none or it allows, else why the request is refused. It fails closed: a guard that cannot be asked, or whose answer is
 * not exactly what was asked for, refuses. It is never asked about what the policy refuses or a person decides, so it
 * cannot let anything through. What it was shown and said is recorded.
 */
export const askGuard = async (
  runs: Runs,
  turn: Turn,
  input: DecisionInput,
  ask: ToolAsk,
): Promise<string | undefined> => {
  const { guardProvider, guardModelId: modelId } = input.material.profile;
  if (guardProvider === "") return undefined;
  const nonce = Buffer.from(runs.parts.randomBytes(16)).toString("base64url");
  const { toolName, reason, params } = ask;
  const description = runs.catalogue.of(toolName)?.description ?? "";
  const question = { toolName, description, reason, params, state: input.snapshot.state };
  const at = { runId: turn.runId, turnId: turn.turnId, step: turn.steps, nonce, modelId };
  const asked = buildGuardRequest(question, at, sha256);
  const guard = create(PrincipalSchema, { kind: Principal_Kind.MODEL, name: `${guardProvider}/${modelId}` });
  const output = await generate(runs, guardProvider, asked, turn.signal);
  const said = typeof output === "string" ? output : readGuardAnswer(output.raw, nonce);
  const isUnclear = typeof said === "string";
  const answer = typeof output === "string" ? undefined : output;
  await recordSideAttempt(runs, { ...writerOf(turn), as: guard }, asked, {
    role: "guard_attempt",
    raw: answer?.raw,
    inputTokens: answer?.inputTokens ?? 0,
    outputTokens: answer?.outputTokens ?? 0,
    rejectReason: !isUnclear ? "" : answer ? "tool_call_invalid_format" : "provider_error",
    firstFailure: isUnclear ? said : "",
    isAccepted: !isUnclear && said.allow,
  });
  if (isUnclear) return `the guard gave no clear answer: ${said}`;
  return said.allow ? undefined : `the guard refused: ${said.reason}`;
};

/** The guard's output, or why there is none. */
const generate = async (
  runs: Runs,
  name: string,
  { request }: PromptedCall,
  signal: AbortSignal,
): Promise<ModelOutput | string> => {
  const provider = runs.parts.providers.get(name);
  if (!provider) return `this server has no model provider ${name}`;
  try {
    const until = AbortSignal.any([signal, AbortSignal.timeout(request.timeoutMs + 1_000)]);
    const output = await within(until, (cut) => provider.generate(request, cut));
    return output.raw.length > request.outputBytesMax ? "the output is too long" : output;
  } catch {
    signal.throwIfAborted();
    return `the model provider ${name} did not answer`;
  }
};
