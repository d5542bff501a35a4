import { create } from "@bufbuild/protobuf";
import { EvidenceSetSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { Strictness } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import {
  type ContextManifest,
  ContextManifestSchema,
  type ModelAttempt,
  ModelAttemptSchema,
  type ModelRequest,
} from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { ModelAnsweringSchema } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { DomainError } from "../../error.ts";
import type { ExpectedTurn } from "../../model/accept.ts";
import { promptArtifacts } from "../../model/manifest-prompts.ts";
import { type ModelOutput, ProviderError } from "../../model/provider.ts";
import { buildReformatRequest } from "../../model/reformat-request.ts";
import type { Repaired } from "../../model/repair.ts";
import { type AttemptOf, attemptMessage, failedMessage, takeTurn } from "../../model/take-turn.ts";
import { attemptRecorded, Decision } from "../../run/decide.ts";
import { artifactRef, EventDraft } from "../../run/kernel.ts";
import { nameEvidenceSet } from "../../run/name-evidence.ts";
import { sha256 } from "../../sha256.ts";
import type { Runs } from "../run/runs.ts";
import type { Happened } from "../run/turn-progress.ts";
import { within } from "../run/within.ts";
import { type Turn, writerOf } from "./turn.ts";

/** Whose turn it is. */
type Asker = Pick<Turn, "runId" | "model" | "signal" | "fence">;

/** One call of the provider, and what it shows. */
interface Asked {
  readonly request: ModelRequest;
  readonly manifest: ContextManifest;
}

/** The provider brought no answer. */
interface Failed {
  readonly error: DomainError;
}

/** One step of a turn at the model boundary: asks, takes the answer as the profile says, records every attempt. */
export const modelStep = async (
  runs: Runs,
  asker: Asker,
  first: Asked,
  expected: ExpectedTurn,
  strictness: Strictness,
): Promise<Repaired | Failed> => {
  const output = await ask(runs, asker, first);
  if ("error" in output) return output;
  let asked = first;
  return takeTurn(output, expected, strictness, {
    record: (attempt) => {
      const { output: said, slice } = attempt;
      return record(runs, asker, asked, said.raw, slice, (of) => attemptMessage(attempt, of));
    },
    reformat: async ({ number, previous, firstFailure }) => {
      const ref = artifactRef("opaque:model-output", previous.raw, sha256);
      const previousAnswer = { raw: previous.raw, ref };
      asked = buildReformatRequest({ request: first.request, number, previous: previousAnswer, firstFailure, sha256 });
      const again = await ask(runs, asker, asked);
      return "error" in again ? undefined : again;
    },
  });
};

/** The provider's answer; a failure is recorded with what had come before it. */
const ask = async (runs: Runs, asker: Asker, asked: Asked): Promise<ModelOutput | Failed> => {
  const output = await generate(runs, asker, asked.request);
  if (!("error" in output)) return output;
  const { error } = output;
  const partial = error instanceof ProviderError ? error.partial : undefined;
  const failure = { message: error.message, partial };
  await record(runs, asker, asked, partial?.raw, undefined, (of) => failedMessage(failure, of));
  return output;
};

const generate = async (
  runs: Runs,
  { runId, model, signal }: Asker,
  request: ModelRequest,
): Promise<ModelOutput | Failed> => {
  const [name = ""] = model.name.split("/");
  const provider = runs.parts.providers.get(name);
  const unavailable = (message: string, cause?: unknown) =>
    new DomainError("UPSTREAM_UNAVAILABLE", message, { provider: name }, cause === undefined ? {} : { cause });
  if (!provider) return { error: unavailable(`This server has no model provider ${name}: propose yourself.`) };
  try {
    // Providers keep their deadline themselves and then say what had come; this one is for those that do not.
    const until = AbortSignal.any([signal, AbortSignal.timeout(request.timeoutMs + 1_000)]);
    return await within(until, (cut) =>
      provider.generate(request, cut, (bytesReceived) => runs.progress.tell(runId, answering(request, bytesReceived))),
    );
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof DomainError) return { error };
    return { error: unavailable("The model provider did not answer: ask again, or propose yourself.", error) };
  }
};

const answering = ({ step }: ModelRequest, bytesReceived: number): Happened => ({
  case: "modelAnswering",
  value: create(ModelAnsweringSchema, { step, bytesReceived }),
});

const record = async (
  runs: Runs,
  asker: Asker,
  { request, manifest }: Asked,
  raw: Uint8Array | undefined,
  slice: Uint8Array | undefined,
  message: (of: AttemptOf) => ModelAttempt,
): Promise<void> => {
  await runs.step(writerOf(asker), (now) => {
    const draft = new EventDraft(now);
    const shown = manifest.entries.map((entry) => entry.ref);
    if (shown.some((ref) => ref?.kind === EvidenceSetSchema.typeName)) nameEvidenceSet(now, draft);
    const prompts = [manifest.systemPrompt, manifest.prompt];
    const manifestRef = draft.record(ContextManifestSchema, manifest, "context_manifest", [...shown, ...prompts]);
    for (const { role, ...artifact } of promptArtifacts(request, sha256)) draft.add(artifact, role, []);
    const opaque = (kind: string, bytes: Uint8Array | undefined) =>
      bytes &&
      draft.add({ bytes, ref: artifactRef(`opaque:${kind}`, bytes, sha256) }, kind.replaceAll("-", "_"), [manifestRef]);
    const rawOutput = opaque("model-output", raw);
    const sliceRef = opaque("model-output-slice", slice);
    const attempt = message({ request, model: asker.model.name, manifest: manifestRef, rawOutput, slice: sliceRef });
    const ref = draft.record(ModelAttemptSchema, attempt, "model_attempt", [manifestRef, rawOutput, sliceRef]);
    return attemptRecorded(new Decision(now), draft, ref, attempt.rejectReason);
  });
};
