import type { ModelRequest } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { type ModelProvider, ProviderError, type ProviderFailure } from "../../provider.ts";
import type { AnswerText } from "../http/answer-text.ts";
import { ask, type Dialect, type Reading } from "../http/ask.ts";
import { under } from "../http/endpoint.ts";
import { at, countOf, isNothing, listOf, parseWire, textOf, type Wire } from "../http/wire-json.ts";

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

/**
 * Most tokens of one answer. A long draft takes about 12,000; every model that can be named here may write as many. A
 * token is at least one byte, so a small byte limit is the tighter one.
 */
const tokensMax = 16_000;

/**
 * The body of POST /v1/messages. There is no `tools` member, hence no tool of the provider. The schema of the answer
 * stands in the system prompt: the API's own decoder takes no lengths, no patterns and few optional members, and refuses
 * what is larger (docs/adr/0006-providers.md), so `acceptTurn` alone decides whether the answer meets it.
 */
export const requestBody = (request: ModelRequest, stream: boolean) => ({
  model: request.modelId,
  max_tokens: Math.min(tokensMax, request.outputBytesMax),
  stream,
  system: [
    { type: "text", text: request.systemPrompt },
    { type: "text", text: `The JSON Schema of your whole output:\n${request.answerSchema}` },
  ],
  messages: [{ role: "user", content: [{ type: "text", text: request.prompt }] }],
});

const name = "anthropic";

/** Blocks of text, and blocks of thinking that are read over: thinking is kept nowhere [S68]. */
const thinkingBlocks: readonly unknown[] = ["thinking", "redacted_thinking"];

/** Why a finished answer counts as none; undefined: it is whole. A reason nobody knows is no reason to go on. */
const stopFailures: Readonly<Record<string, ProviderFailure | undefined>> = {
  end_turn: undefined,
  stop_sequence: undefined,
  max_tokens: "truncated",
  model_context_window_exceeded: "truncated",
  refusal: "declined",
  tool_use: "provider_tool",
  pause_turn: "provider_tool",
};

/** Kinds of errors that come inside a stream, after its status said success. */
const errorFailures: Readonly<Record<string, ProviderFailure>> = {
  overloaded_error: "overloaded",
  rate_limit_error: "rate_limited",
  authentication_error: "unauthorised",
  permission_error: "unauthorised",
  invalid_request_error: "request_refused",
  timeout_error: "deadline",
};

/** Reads what the Messages API answers, streamed or whole. */
const anthropicReading = (text: AnswerText, request: ModelRequest): Reading => {
  let modelSeen = false;
  const begun = (message: Wire): void => {
    modelSeen = true;
    if (textOf(at(message, "model")) !== request.modelId) throw new ProviderError(name, "wrong_model");
    counted(at(message, "usage"));
  };
  const counted = (usage: Wire): void => {
    // A streamed answer counts twice: the input at the start, and everything so far at the end.
    const input = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"] as const;
    text.inputTokens = input.reduce((sum, key) => sum + countOf(at(usage, key)), 0) || text.inputTokens;
    text.outputTokens = countOf(at(usage, "output_tokens")) || text.outputTokens;
    const tools = at(usage, "server_tool_use");
    if (typeof tools === "object" && tools !== null && Object.values(tools).some((calls) => countOf(calls) > 0))
      throw text.failure("provider_tool");
  };
  const block = (value: Wire): void => {
    const type = at(value, "type");
    if (thinkingBlocks.includes(type)) return;
    // Every other kind of block, known or not, comes from a tool.
    if (type !== "text" || !isNothing(at(value, "citations"))) throw text.failure("provider_tool");
    text.add(required(at(value, "text")));
  };
  const delta = (value: Wire): void => {
    const type = at(value, "type");
    if (type === "text_delta") text.add(required(at(value, "text")));
    else if (type !== "thinking_delta" && type !== "signature_delta") throw text.failure("provider_tool");
  };
  const stopped = (reason: Wire): void => {
    const known = typeof reason === "string" && Object.hasOwn(stopFailures, reason);
    const failure = known ? stopFailures[reason] : "malformed";
    if (failure) throw text.failure(failure);
  };
  const required = (value: Wire): string => {
    if (typeof value !== "string") throw text.failure("malformed");
    return value;
  };

  let stopSeen = false;
  return {
    whole(body) {
      if (at(body, "type") !== "message") throw text.failure("malformed");
      begun(body);
      for (const one of listOf(at(body, "content"))) block(one);
      stopped(at(body, "stop_reason"));
    },
    event({ data }) {
      const event = parseWire(data);
      switch (at(event, "type")) {
        case "message_start":
          begun(at(event, "message"));
          return false;
        case "content_block_start":
          block(at(event, "content_block"));
          return false;
        case "content_block_delta":
          delta(at(event, "delta"));
          return false;
        case "message_delta":
          counted(at(event, "usage"));
          stopped(at(event, "delta", "stop_reason"));
          stopSeen = true;
          return false;
        case "message_stop":
          if (!modelSeen || !stopSeen) throw text.failure("malformed");
          return true;
        case "error":
          throw text.failure(errorFailures[textOf(at(event, "error", "type")) ?? ""] ?? "server_error");
        case undefined:
          throw text.failure("malformed");
        default:
          // The API may add kinds of events; `ping` is one that says nothing. Content always comes in blocks.
          return false;
      }
    },
  };
};
