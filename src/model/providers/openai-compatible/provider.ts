import type { ModelProvider } from "../../provider.ts";
import { ask, type Dialect } from "../http/ask.ts";
import { under } from "../http/endpoint.ts";
import { compatibleReading } from "./reading.ts";
import { requestBody } from "./request-body.ts";

/**
 * Servers that speak chat completions as OpenAI defined them: LM Studio, llama.cpp, vLLM. `base` ends where their own
 * documents end it, usually in `/v1`. The schema of the answer goes along as `response_format`, so that a server that
 * can will let the model write nothing else. Which model answered is not checked: such servers name files there.
 *
 * Errors of `generate`: ProviderError, CANCELLED.
 */
export const compatibleProvider = (settings: { base: URL; key?: string; stream?: boolean }): ModelProvider => {
  const { base, key, stream = true } = settings;
  const dialect: Dialect = {
    provider: "openai-compatible",
    url: under(base, "chat/completions"),
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    key,
    body: (request) => requestBody(request, stream),
    reading: compatibleReading,
  };
  return { name: dialect.provider, generate: (request, signal, progress) => ask(dialect, request, signal, progress) };
};
