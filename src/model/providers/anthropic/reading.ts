import type { ModelRequest } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { ProviderError, type ProviderFailure } from "../../provider.ts";
import type { AnswerText } from "../http/answer-text.ts";
import type { Reading } from "../http/ask.ts";
import { at, countOf, isNothing, listOf, parseWire, textOf, type Wire } from "../http/wire-json.ts";

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
export const anthropicReading = (text: AnswerText, request: ModelRequest): Reading => {
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
