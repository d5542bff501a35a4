import type { ModelProvider } from "../../provider.ts";
import { ProviderError } from "../../provider.ts";
import { ask, type Dialect } from "../http/ask.ts";
import { under } from "../http/endpoint.ts";
import { anthropicReading } from "./reading.ts";
import { requestBody } from "./request-body.ts";

/** The version of the Messages API whose shapes `reading.ts` knows. */
const apiVersion = "2023-06-01";

/**
 * The Messages API of Anthropic. The model is the exact id of the request; none is chosen here and an answer of another
 * one fails. No tools are sent, and a reply that shows one was used fails. Streamed unless told otherwise, so that an
 * answer that grows too long is cut while it grows.
 *
 * Errors of `generate`: ProviderError, CANCELLED.
 */
export const anthropicProvider = (settings: { base: URL; key: string; stream?: boolean }): ModelProvider => {
  const { base, key, stream = true } = settings;
  const dialect: Dialect = {
    provider: "anthropic",
    url: under(base, "v1/messages"),
    headers: { "x-api-key": key, "anthropic-version": apiVersion },
    key,
    body: (request) => requestBody(request, stream),
    reading: anthropicReading,
  };
  return {
    name: dialect.provider,
    async generate(request, signal, progress) {
      if (request.modelId === "") throw new ProviderError("anthropic", "wrong_model");
      return ask(dialect, request, signal, progress);
    },
  };
};
