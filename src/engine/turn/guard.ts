import { create } from "@bufbuild/protobuf";
import { Principal_Kind, PrincipalSchema } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { AttemptGate, ContextManifestSchema, ModelAttemptSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { buildGuardRequest, readGuardAnswer } from "../../model/guard-request.ts";
import { promptArtifacts } from "../../model/manifest-prompts.ts";
import type { ModelOutput } from "../../model/provider.ts";
import { attemptRecorded, Decision } from "../../run/decide.ts";
import { artifactRef, type DecisionInput, EventDraft } from "../../run/kernel.ts";
import { sha256 } from "../../sha256.ts";
import type { RunActor, Runs } from "../run/runs.ts";
import { within } from "../run/within.ts";
import type { ToolAsk } from "../tool/tool-requests.ts";
import { type Turn, writerOf } from "./turn.ts";

type Asked = ReturnType<typeof buildGuardRequest>;

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
  await record(runs, { ...writerOf(turn), as: guard }, asked, typeof output === "string" ? undefined : output, said);
  if (typeof said === "string") return `the guard gave no clear answer: ${said}`;
  return said.allow ? undefined : `the guard refused: ${said.reason}`;
};

/** The guard's output, or why there is none. */
const generate = async (
  runs: Runs,
  name: string,
  { request }: Asked,
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

const record = async (
  runs: Runs,
  by: RunActor,
  { request, manifest }: Asked,
  output: ModelOutput | undefined,
  said: ReturnType<typeof readGuardAnswer>,
): Promise<void> => {
  const unclear = typeof said === "string";
  const rejectReason = !unclear ? "" : output ? "tool_call_invalid_format" : "provider_error";
  await runs.step(by, (input) => {
    const draft = new EventDraft(input);
    const prompts = [manifest.systemPrompt, manifest.prompt];
    const manifestRef = draft.record(ContextManifestSchema, manifest, "context_manifest", prompts);
    for (const { role, ...artifact } of promptArtifacts(request, sha256)) draft.add(artifact, role, []);
    const raw = output && { bytes: output.raw, ref: artifactRef("opaque:model-output", output.raw, sha256) };
    const rawOutput = raw && draft.add(raw, "model_output", [manifestRef]);
    const attempt = create(ModelAttemptSchema, {
      turnId: request.turnId,
      step: request.step,
      nonce: request.nonce,
      model: by.as.name,
      manifest: manifestRef,
      rejectReason,
      firstFailure: unclear ? said : "",
      ...(rawOutput ? { rawOutput } : {}),
      inputTokens: output?.inputTokens ?? 0,
      outputTokens: output?.outputTokens ?? 0,
      gate: unclear || !said.allow ? AttemptGate.STOPPED : AttemptGate.ACCEPTED,
    });
    const ref = draft.record(ModelAttemptSchema, attempt, "guard_attempt", [manifestRef, rawOutput]);
    return attemptRecorded(new Decision(input), draft, ref, rejectReason);
  });
};
