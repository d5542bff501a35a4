import type { ProviderFailure } from "../../provider.ts";
import type { AnswerText } from "../http/answer-text.ts";
import type { Reading } from "../http/ask.ts";
import { at, countOf, isNothing, listOf, parseWire, textOf, type Wire } from "../http/wire-json.ts";

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
export const compatibleReading = (text: AnswerText): Reading => {
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
