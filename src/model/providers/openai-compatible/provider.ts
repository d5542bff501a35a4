import type { ModelRequest } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import type { ModelProvider, ProviderFailure } from "../../provider.ts";
import type { AnswerText } from "../http/answer-text.ts";
import { ask, type Dialect, type Reading } from "../http/ask.ts";
import { under } from "../http/endpoint.ts";
import { at, countOf, isNothing, listOf, parseWire, textOf, type Wire } from "../http/wire-json.ts";
import { decoderSchema } from "./decoder-schema.ts";
import { isStrict, strictSchema } from "./strict-schema.ts";

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

/** Most tokens of one answer, where the byte limit is not tighter; local models seldom have room for more. */
const tokensMax = 16_000;

/**
 * The body of POST /chat/completions. No `tools`, hence no tool calls; temperature 0, because the answer is a form to be
 * filled in. The schema is in the form that OpenAI takes as strict, and says so unless it is larger than one may be. An empty
 * model id is left out: servers with one model take whatever they have.
 */
export const requestBody = (request: ModelRequest, stream: boolean) => {
  const schema = strictSchema(decoderSchema(parseWire(request.answerSchema)));
  return body(request, stream, schema);
};

const body = (request: ModelRequest, stream: boolean, schema: ReturnType<typeof strictSchema>) => ({
  ...(request.modelId === "" ? {} : { model: request.modelId }),
  max_tokens: Math.min(tokensMax, request.outputBytesMax),
  temperature: 0,
  stream,
  ...(stream ? { stream_options: { include_usage: true } } : {}),
  response_format: { type: "json_schema", json_schema: { name: "model_turn", strict: isStrict(schema), schema } },
  messages: [
    { role: "system", content: request.systemPrompt },
    { role: "user", content: request.prompt },
  ],
});

/** Why a finished answer counts as none; undefined: it is whole. */
const stopFailures: Readonly<Record<string, ProviderFailure | undefined>> = {
  stop: undefined,
  length: "truncated",
  content_filter: "declined",
  tool_calls: "provider_tool",
  function_call: "provider_tool",
};

/** What a message holds when the server, not the model, looked something up or asked for a tool. */
const toolMembers = ["tool_calls", "function_call", "annotations"] as const;

/** Reads chat completions, streamed or whole. Reasoning beside the content is read over and kept nowhere [S68]. */
const compatibleReading = (text: AnswerText): Reading => {
  const counted = (usage: Wire): void => {
    text.inputTokens = countOf(at(usage, "prompt_tokens")) || text.inputTokens;
    text.outputTokens = countOf(at(usage, "completion_tokens")) || text.outputTokens;
  };
  const words = (message: Wire): void => {
    if (toolMembers.some((key) => !isNothing(at(message, key)))) throw text.failure("provider_tool");
    if (!isNothing(at(message, "refusal"))) throw text.failure("declined");
    const content = at(message, "content");
    if (isNothing(content)) return;
    if (typeof content !== "string") throw text.failure("malformed");
    text.add(content);
  };
  const stopped = (reason: Wire): void => {
    const known = typeof reason === "string" && Object.hasOwn(stopFailures, reason);
    const failure = known ? stopFailures[reason] : "malformed";
    if (failure) throw text.failure(failure);
  };

  let finished = false;
  return {
    whole(body) {
      const choices = listOf(at(body, "choices"));
      if (choices.length !== 1) throw text.failure("malformed");
      counted(at(body, "usage"));
      words(at(choices[0], "message"));
      stopped(at(choices[0], "finish_reason"));
    },
    event({ data }) {
      if (data === "[DONE]") {
        if (!finished) throw text.failure("hang_up");
        return true;
      }
      const chunk = parseWire(data);
      if (typeof chunk !== "object" || chunk === null) throw text.failure("malformed");
      if (!isNothing(at(chunk, "error")))
        throw text.failure(at(chunk, "error", "code") === 503 ? "overloaded" : "server_error");
      counted(at(chunk, "usage"));
      const choices = listOf(at(chunk, "choices"));
      if (choices.some((one) => countOf(at(one, "index")) > 0) || choices.length > 1) throw text.failure("malformed");
      words(at(choices[0], "delta"));
      const reason = at(choices[0], "finish_reason");
      if (isNothing(reason)) return false;
      stopped(textOf(reason));
      finished = true;
      return false;
    },
  };
};
