import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ProviderError } from "../../../src/model/provider.ts";
import { under } from "../../../src/model/providers/http/endpoint.ts";
import { compatibleProvider } from "../../../src/model/providers/openai-compatible/provider.ts";
import { json, modelRequest, outcomeOf, pieces, type Reply, type StandIn, sliced, standIn } from "./stand-in.ts";

const key = "sk-local-KANARIE-0123456789";

const completion = (message: Record<string, unknown>, finish_reason = "stop") => ({
  ...{ id: "chatcmpl-1", object: "chat.completion", model: "qwen2.5-7b-instruct" },
  choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason, logprobs: null }],
  usage: { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 },
});

const chunk = (delta: Record<string, unknown>, finish_reason: string | null = null, more = {}) =>
  `data: ${JSON.stringify({ object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }], ...more })}\n\n`;
const usageChunk = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 11, completion_tokens: 5 } })}\n\n`;
const done = "data: [DONE]\n\n";
const stream = (...texts: string[]) =>
  chunk({ role: "assistant", content: null }) +
  texts.map((content) => chunk({ content })).join("") +
  chunk({}, "stop") +
  usageChunk +
  done;

let server: StandIn;
beforeAll(async () => {
  server = await standIn(json(completion({ content: "{}" })));
});
afterAll(() => server[Symbol.asyncDispose]());

const provider = (settings: { key?: string; stream?: boolean } = { key }) =>
  compatibleProvider({ base: under(server.base, "v1/"), ...settings });

const asked = (reply: Reply, settings?: { key?: string; stream?: boolean }, change = {}) => {
  server.reply = reply;
  server.asked.length = 0;
  return outcomeOf(provider(settings), modelRequest(change));
};

describe("chat completions", () => {
  it("are asked once, with the schema as response format and no tools", async () => {
    expect(await asked(json(completion({ content: "{}" })))).toBe("text {}");
    const [{ path, headers, body } = { path: "", headers: {}, body: {} }, ...more] = server.asked;
    expect(more).toEqual([]);
    expect(path).toBe("/v1/chat/completions");
    expect(headers.authorization).toBe(`Bearer ${key}`);
    expect(body.response_format).toEqual({
      type: "json_schema",
      json_schema: {
        name: "model_turn",
        strict: true,
        schema: { type: "object", properties: {}, required: [], additionalProperties: false },
      },
    });
    expect(Object.keys(body).filter((name) => /tool|function|web|plugin/i.test(name))).toEqual([]);
    expect(body.messages.map((one: { role: string }) => one.role)).toEqual(["system", "user"]);
  });

  it.each([
    ["an object whose members are all required", { a: { type: "string" } }, ["a"], { type: "string" }],
    [
      "an object that may leave a member out",
      { a: { type: "string" } },
      [],
      { anyOf: [{ type: "string" }, { type: "null" }] },
    ],
  ])("ask for OpenAI's strict form: %s", async (_, properties, required, member) => {
    const answerSchema = JSON.stringify({ type: "object", properties, required, additionalProperties: false });
    await asked(json(completion({ content: "{}" })), { key }, { answerSchema });
    const { strict, schema } = server.asked[0]?.body.response_format.json_schema ?? {};
    expect({ strict, schema }).toEqual({
      strict: true,
      schema: { type: "object", properties: { a: member }, required: ["a"], additionalProperties: false },
    });
  });

  it("write a choice at the root as members that may be null, since OpenAI's own rule forbids it there", async () => {
    const one = (name: string) => ({
      type: "object",
      properties: { nonce: { const: "n" }, [name]: { type: "string" } },
      required: ["nonce", name],
      additionalProperties: false,
    });
    const answerSchema = JSON.stringify({ oneOf: [one("tool"), one("final")] });
    await asked(json(completion({ content: "{}" })), { key }, { answerSchema });
    const { strict, schema } = server.asked[0]?.body.response_format.json_schema ?? {};
    expect(strict).toBe(true);
    expect(schema.required).toEqual(["nonce", "tool", "final"]);
    expect(schema.properties.tool).toEqual({ anyOf: [{ type: "string" }, { type: "null" }] });
  });

  const day = "Mon, 05 Jan 2026 10:00:00 GMT";
  it.each([
    ["in seconds", { "retry-after": "17" }, "17"],
    ["as a time, by its own clock", { "retry-after": "Mon, 05 Jan 2026 10:01:30 GMT", date: day }, "90"],
    ["in words that are none", { "retry-after": `wait for ${key}` }, undefined],
    ["beyond a day", { "retry-after": "999999" }, undefined],
    ["in the past", { "retry-after": day, date: "Mon, 05 Jan 2026 11:00:00 GMT" }, undefined],
  ])("tell how long a server asks to wait: %s", async (_, headers, seconds) => {
    server.reply = (response) => {
      response.sendDate = !("date" in headers);
      response.writeHead(429, headers);
      response.end("{}");
    };
    const failure = await provider()
      .generate(modelRequest(), new AbortController().signal)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ reason: "UPSTREAM_UNAVAILABLE", failure: "rate_limited" });
    const { facts, message } = failure as { facts: Record<string, string>; message: string };
    expect(facts.retry_after_seconds).toBe(seconds);
    expect(message.includes("asks to wait")).toBe(seconds !== undefined);
    expect(message).not.toContain(key);
    if (seconds) expect(message).toContain(`asks to wait ${seconds} seconds`);
  });

  it("need neither a key nor a model id where the server has none", async () => {
    expect(await asked(json(completion({ content: "{}" })), {}, { modelId: "" })).toBe("text {}");
    expect(server.asked[0]?.headers.authorization).toBeUndefined();
    expect(server.asked[0]?.body.model).toBeUndefined();
    expect(await asked(json(completion({ content: "{}" })), { stream: false })).toBe("text {}");
    expect(server.asked[0]?.body.stream).toBe(false);
  });

  it.each([1, 5, 4096])("give the text byte for byte when the stream comes in pieces of %i", async (size) => {
    const text = '{"a":"“é” 👩‍👩‍👧 \\n e\u0301"}';
    expect(await asked(pieces(sliced(stream(text.slice(0, 7), text.slice(7)), size)))).toBe(`text ${text}`);
  });

  it("count tokens, streamed or not, and count nothing where the server does not", async () => {
    const signal = new AbortController().signal;
    for (const reply of [json(completion({ content: "x" })), pieces([stream("x")])]) {
      server.reply = reply;
      expect(await provider().generate(modelRequest(), signal)).toMatchObject({ inputTokens: 11, outputTokens: 5 });
    }
    server.reply = pieces([chunk({ content: "x" }, "stop"), done]);
    expect(await provider().generate(modelRequest(), signal)).toMatchObject({ inputTokens: 0, outputTokens: 0 });
    server.reply = json({ ...completion({ content: "x" }), usage: { prompt_tokens: -1, completion_tokens: 1e12 } });
    expect(await provider().generate(modelRequest(), signal)).toMatchObject({ inputTokens: 0, outputTokens: 0 });
  });

  it("leave out what a model thought beside its answer", async () => {
    const thought = { content: "{}", reasoning_content: "secret", reasoning: "secret" };
    expect(await asked(json(completion(thought)))).toBe("text {}");
    expect(await asked(pieces([chunk({ reasoning_content: "secret" }), stream("{}")]))).toBe("text {}");
  });

  const call = { id: "1", type: "function", function: { name: "search", arguments: "{}" } };
  const failures: [string, string, Reply][] = [
    ["overload", "overloaded", json({ error: { message: key } }, 503)],
    ["too many calls", "rate_limited", json({ error: { message: key } }, 429)],
    ["a wrong key", "unauthorised", json({ error: { message: `bad key ${key}` } }, 401)],
    ["an unknown model", "request_refused", json({ error: { message: "no such model" } }, 404)],
    ["a page instead of JSON", "malformed", json("<html></html>")],
    ["two answers", "malformed", json({ ...completion({}), choices: [{}, {}] })],
    ["content that is no text", "malformed", json(completion({ content: [{ type: "text", text: "x" }] }))],
    ["a chunk cut through", "malformed", pieces([chunk({ content: "x" }), 'data: {"choices":\n\n'])],
    [
      "a second choice in a stream",
      "malformed",
      pieces([`data: ${JSON.stringify({ choices: [{ index: 1, delta: { content: "x" } }] })}\n\n`]),
    ],
    ["truncation", "truncated", json(completion({ content: '{"a"' }, "length"))],
    ["truncation of a stream", "truncated", pieces([chunk({ content: "{" }), chunk({}, "length"), done])],
    ["a refusal", "declined", json(completion({ content: null, refusal: "I cannot." }))],
    ["a filter", "declined", json(completion({ content: "" }, "content_filter"))],
    [
      "an error in a stream",
      "server_error",
      pieces([chunk({ content: "{" }), 'data: {"error":{"message":"out of memory"}}\n\n']),
    ],
    ["a connection that breaks", "hang_up", pieces([chunk({ content: "{" })], "break")],
    ["a stream without an end", "hang_up", pieces([chunk({ content: "{}" })])],
    ["an end without a reason", "hang_up", pieces([chunk({ content: "{}" }), done])],
    ["a tool call", "provider_tool", json(completion({ content: null, tool_calls: [call] }, "tool_calls"))],
    ["a tool call in a stream", "provider_tool", pieces([chunk({ tool_calls: [{ index: 0, ...call }] })])],
    ["a tool call beside an answer", "provider_tool", json(completion({ content: "{}", tool_calls: [call] }))],
    ["an old function call", "provider_tool", json(completion({ content: "{}", function_call: { name: "x" } }))],
    [
      "citations of a search",
      "provider_tool",
      json(completion({ content: "{}", annotations: [{ type: "url_citation" }] })),
    ],
  ];

  it.each(failures)("that answer with %s are %s, and are not asked again", async (_name, failure, reply) => {
    expect(await asked(reply)).toBe(failure);
    expect(server.asked).toHaveLength(1);
  });

  it("that never stop are cut: one byte past the limit, or at the deadline", async () => {
    const endless = Array.from({ length: 300 }, () => chunk({ content: "é".repeat(50) }));
    server.reply = pieces(endless, "hang");
    const output = await provider().generate(modelRequest({ outputBytesMax: 1_000 }), new AbortController().signal);
    expect(output.raw).toHaveLength(1_001);
    expect(await asked(pieces([chunk({ content: "x" })], "hang"), {}, { timeoutMs: 200 })).toBe("deadline");
    expect(await asked(pieces(["data: ", "x".repeat(1_200_000)], "hang"), {}, { outputBytesMax: 1_000 })).toBe(
      "malformed",
    );
  });

  it("never show a key or the other side's words, whatever fails", async () => {
    const shown: unknown[] = [provider()];
    for (const [, , reply] of failures) {
      server.reply = reply;
      const error = await provider()
        .generate(modelRequest(), new AbortController().signal)
        .catch((e: unknown) => e);
      expect(error).toBeInstanceOf(ProviderError);
      shown.push(error, (error as Error).stack);
    }
    const printed = inspect(shown, { depth: 12, showHidden: true, maxStringLength: null, maxArrayLength: null });
    expect(printed).not.toMatch(/KANARIE|no such model|out of memory|I cannot/);
  });
});
