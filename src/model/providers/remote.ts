import { create } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import type { ModelRequest } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import {
  GenerateRequestSchema,
  type GenerateResponse,
  ModelService,
} from "../../../gen/pincite/model/v1alpha1/model_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { type ModelOutput, type ModelProvider, ProviderError, type ProviderFailure } from "../provider.ts";

const failures: Partial<Record<Code, ProviderFailure>> = {
  [Code.DeadlineExceeded]: "deadline",
  [Code.ResourceExhausted]: "rate_limited",
  [Code.Unauthenticated]: "unauthorised",
  [Code.PermissionDenied]: "unauthorised",
  [Code.InvalidArgument]: "request_refused",
  [Code.Unimplemented]: "malformed",
  [Code.Unavailable]: "overloaded",
};

/**
 * A provider that runs somewhere else and speaks `pincite.model.v1alpha1.ModelService`: protobuf both ways. It gets the
 * whole ModelRequest, so it need not be a language model. The transport is handed in and closed by who made it.
 *
 * Errors of `generate`: ProviderError, CANCELLED.
 */
export const remoteProvider = (transport: Transport): ModelProvider => {
  const client = createClient(ModelService, transport);
  return {
    name: "remote",
    async generate(request, signal) {
      try {
        const call = create(GenerateRequestSchema, { request });
        return outputOf(await client.generate(call, { signal, timeoutMs: request.timeoutMs }), request);
      } catch (error) {
        throw failureOf(error, signal);
      }
    },
  };
};

const outputOf = (answer: GenerateResponse, request: ModelRequest): ModelOutput => ({
  raw: answer.rawOutput.slice(0, request.outputBytesMax + 1),
  inputTokens: answer.inputTokens,
  outputTokens: answer.outputTokens,
});

/** An upstream's own words do not reach our caller: they may hold anything. */
const failureOf = (error: unknown, signal: AbortSignal): DomainError => {
  if (error instanceof DomainError) return error;
  const timedOut = signal.reason instanceof DOMException && signal.reason.name === "TimeoutError";
  if (signal.aborted && !timedOut)
    return new DomainError("CANCELLED", worded("error.the-turn-was-cancelled-before-the-model"));
  const code = ConnectError.from(error).code;
  return new ProviderError("remote", timedOut ? "deadline" : (failures[code] ?? "server_error"));
};
