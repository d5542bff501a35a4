import { create } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { Strictness } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import {
  AttemptGate,
  type ModelAttempt,
  ModelAttemptSchema,
  type ModelRequest,
} from "../../gen/pincite/model/v1/model_call_pb.ts";
import { acceptTurn, type ExpectedTurn } from "./accept.ts";
import type { ModelOutput, ProviderError } from "./provider.ts";
import { type Attempt, type Repaired, type RepairPorts, repairTurn } from "./repair.ts";

/** Takes a model's output as its profile says: STRICT unless it says REPAIR. Every attempt is recorded, accepted or not. */
export const takeTurn = (
  first: ModelOutput,
  expected: ExpectedTurn,
  strictness: Strictness,
  ports: RepairPorts,
): Promise<Repaired> =>
  strictness === Strictness.REPAIR ? repairTurn(first, expected, ports) : takeStrictly(first, expected, ports);

const takeStrictly = async (output: ModelOutput, expected: ExpectedTurn, ports: RepairPorts): Promise<Repaired> => {
  const acceptance = acceptTurn(output.raw, expected);
  const { reason, firstFailure } = acceptance.ok ? { reason: "" as const, firstFailure: "" } : acceptance;
  const gate = acceptance.ok ? AttemptGate.ACCEPTED : AttemptGate.STOPPED;
  await ports.record({ reformat: 0, output, slice: undefined, repairs: [], rejectReason: reason, firstFailure, gate });
  return acceptance.ok ? { ...acceptance, degraded: undefined } : acceptance;
};

/** What an attempt is recorded with besides itself: the call it answers, and the artifacts of what was shown and said. */
export interface AttemptOf {
  readonly request: ModelRequest;
  /** `provider/model`, as the run pins it. */
  readonly model: string;
  readonly manifest: ArtifactRef;
  readonly rawOutput: ArtifactRef | undefined;
  readonly slice: ArtifactRef | undefined;
}

/** The record of an attempt that brought an output. */
export const attemptMessage = (attempt: Attempt, of: AttemptOf): ModelAttempt =>
  create(ModelAttemptSchema, {
    ...whereOf(of),
    rejectReason: attempt.rejectReason,
    firstFailure: attempt.firstFailure,
    inputTokens: attempt.output.inputTokens,
    outputTokens: attempt.output.outputTokens,
    repairs: [...attempt.repairs],
    gate: attempt.gate,
  });

/** The record of a call that failed; what had come before it failed is kept, and its tokens were paid for. */
export const failedMessage = (error: Pick<ProviderError, "message" | "partial">, of: AttemptOf): ModelAttempt =>
  create(ModelAttemptSchema, {
    ...whereOf(of),
    rejectReason: "provider_error",
    firstFailure: error.message,
    inputTokens: error.partial?.inputTokens ?? 0,
    outputTokens: error.partial?.outputTokens ?? 0,
    gate: AttemptGate.STOPPED,
  });

const whereOf = ({ request, model, manifest, rawOutput, slice }: AttemptOf) => ({
  turnId: request.turnId,
  step: request.step,
  nonce: request.nonce,
  reformat: request.reformat,
  model,
  manifest,
  ...(rawOutput ? { rawOutput } : {}),
  ...(slice ? { slice } : {}),
});
