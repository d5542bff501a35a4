import { describe, expect, it } from "vitest";
import { turnModel } from "../../src/profile/turn-model.ts";

const endpoint = "http://127.0.0.1:1234/v1";

describe("the model a server is started with", () => {
  it.each([
    ["anthropic/claude-opus-4-5-20251101", undefined, { provider: "anthropic", modelId: "claude-opus-4-5-20251101" }],
    ["openai-compatible", endpoint, { provider: "openai-compatible", modelId: "" }],
    ["qwen/qwen2.5-7b", endpoint, { provider: "openai-compatible", modelId: "qwen/qwen2.5-7b" }],
    ["remote", undefined, { provider: "remote", modelId: "" }],
    [undefined, endpoint, undefined],
  ])("is read from %s with the endpoint %s", (model, at, made) => {
    expect(turnModel(model, at)).toEqual(made);
  });

  it.each([
    ["anthropic", undefined, "name the exact model"],
    ["openai-compatible/x", undefined, "--endpoint"],
    ["claude-opus", undefined, "--endpoint"],
    ["a b", endpoint, "without spaces"],
  ])("is refused where nobody could say which it is: %s", (model, at, words) => {
    expect(() => turnModel(model, at)).toThrow(words);
  });
});
