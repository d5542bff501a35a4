import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ProviderError } from "../../../src/model/provider.ts";
import { anthropicProvider } from "../../../src/model/providers/anthropic/provider.ts";
import { json, modelRequest, outcomeOf, pieces, type Reply, type StandIn, sliced, standIn } from "./stand-in.ts";

const key = "sk-ant-KANARIE-0123456789";
const model = "claude-opus-4-5-20251101";
const usage = { input_tokens: 10, cache_creation_input_tokens: 2, cache_read_input_tokens: 3, output_tokens: 7 };

const message = (change: Record<string, unknown> = {}) => ({
  ...{ id: "msg_1", type: "message", role: "assistant", model, stop_reason: "end_turn", stop_sequence: null, usage },
  content: [{ type: "text", text: '{"nonce":"n"}' }],
  ...change,
});

const event = (data: { type: string; [key: string]: unknown }) =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
const started = event({ type: "message_start", message: message({ content: [], stop_reason: null, usage }) });
const textBlock = event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
const textDelta = (text: string) =>
  event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } });
const ended = (stop_reason = "end_turn") =>
  event({ type: "content_block_stop", index: 0 }) +
  event({ type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 42 } }) +
  event({ type: "message_stop" });
const stream = (...texts: string[]) => started + textBlock + texts.map(textDelta).join("") + ended();

const awkward = '{"a":"“é”\\u00e9 👩‍👩‍👧 \\n e\u0301"}';

let server: StandIn;
beforeAll(async () => {
  server = await standIn(json(message()));
});
afterAll(() => server[Symbol.asyncDispose]());

const asked = (reply: Reply, settings: { stream?: boolean } = {}, change = {}) => {
  server.reply = reply;
  server.asked.length = 0;
  return outcomeOf(anthropicProvider({ base: server.base, key, ...settings }), modelRequest(change));
};

describe("the Messages API", () => {
  it("is asked once, with the exact model, no tools, the schema, and the key in its header alone", async () => {
    expect(await asked(json(message()))).toBe('text {"nonce":"n"}');
    const [{ path, headers, body } = { path: "", headers: {}, body: {} }, ...more] = server.asked;
    expect(more).toEqual([]);
    expect(path).toBe("/v1/messages");
    expect(headers["x-api-key"]).toBe(key);
    expect(headers["anthropic-version"]).toBe("2023-06-01");
    expect(Object.keys(body).sort()).toEqual(["max_tokens", "messages", "model", "stream", "system"]);
    expect(body.model).toBe(model);
    expect(body.system[1].text).toContain('"additionalProperties":false');
    expect(JSON.stringify(body)).not.toContain(key);
  });

  it("counts tokens, those of its cache as well, streamed or not", async () => {
    const provider = anthropicProvider({ base: server.base, key });
    server.reply = json(message());
    const signal = new AbortController().signal;
    expect(await provider.generate(modelRequest(), signal)).toMatchObject({ inputTokens: 15, outputTokens: 7 });
    server.reply = pieces([stream("x")]);
    expect(await provider.generate(modelRequest(), signal)).toMatchObject({ inputTokens: 15, outputTokens: 42 });
  });

  it.each([1, 3, 7, 64, 100_000])(
    "gives the text byte for byte when the stream comes in pieces of %i",
    async (size) => {
      const parts = [awkward.slice(0, 9), awkward.slice(9)];
      expect(await asked(pieces(sliced(stream(...parts), size)))).toBe(`text ${awkward}`);
      const carriage = stream(...parts).replaceAll("\n", "\r\n");
      expect(await asked(pieces(sliced(carriage, size)))).toBe(`text ${awkward}`);
    },
  );

  it("tells how much was written while it grows, and never what", async () => {
    server.reply = pieces([stream("ab", "é", "c")]);
    const seen: unknown[] = [];
    const provider = anthropicProvider({ base: server.base, key });
    await provider.generate(modelRequest(), new AbortController().signal, (bytes) => seen.push(bytes));
    expect(seen).toEqual([2, 4, 5]);
  });

  it("reads over pings, kinds of events it does not know, comments and thinking", async () => {
    const thinking =
      event({ type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "" } }) +
      event({ type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "secret" } }) +
      event({ type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "x" } });
    const noise = `: keep\n\n${event({ type: "ping" })}${event({ type: "weather", value: 1 })}`;
    expect(await asked(pieces([started, noise, thinking, textBlock, textDelta("ok"), noise, ended()]))).toBe("text ok");
    const blocks = [
      { type: "thinking", thinking: "secret" },
      { type: "text", text: "ok" },
    ];
    expect(await asked(json(message({ content: blocks })))).toBe("text ok");
  });

  const tool = { type: "server_tool_use", id: "t", name: "web_search", input: {} };
  const failures: [string, string, Reply][] = [
    ["overload", "overloaded", json({ type: "error", error: { type: "overloaded_error", message: key } }, 529)],
    ["too many calls", "rate_limited", json({ type: "error", error: { type: "rate_limit_error" } }, 429)],
    ["a wrong key", "unauthorised", json({ type: "error", error: { message: `invalid ${key}` } }, 401)],
    ["a bad request", "request_refused", json({ type: "error", error: { type: "invalid_request_error" } }, 400)],
    ["an inner error", "server_error", json("boom", 500)],
    ["a redirect", "malformed", (r) => void r.writeHead(307, { location: "http://127.0.0.1:9/" }).end()],
    ["a page instead of JSON", "malformed", json("<html>hello</html>")],
    ["JSON of something else", "malformed", json({ choices: [] })],
    ["bytes that are no UTF-8", "malformed", pieces([started, Uint8Array.of(0xff, 0xfe), "\n\n"])],
    ["a chunk that is no JSON", "malformed", pieces([started, "data: {nope\n\n"])],
    ["a stop without a reason", "malformed", pieces([started, textBlock, event({ type: "message_stop" })])],
    ["a stream that names no model", "malformed", pieces([textBlock, textDelta("{}"), ended()])],
    ["a reason nobody knows", "malformed", json(message({ stop_reason: "tired" }))],
    ["half a surrogate pair", "malformed", json(message({ content: [{ type: "text", text: "\ud83d" }] }))],
    ["a key in the answer", "malformed", json(message({ content: [{ type: "text", text: `here: ${key}` }] }))],
    ["truncation", "truncated", json(message({ stop_reason: "max_tokens" }))],
    ["truncation of a stream", "truncated", pieces([started, textBlock, textDelta("{"), ended("max_tokens")])],
    ["a refusal", "declined", json(message({ stop_reason: "refusal", content: [] }))],
    [
      "overload within a stream",
      "overloaded",
      pieces([started, event({ type: "error", error: { type: "overloaded_error" } })]),
    ],
    ["a connection that breaks", "hang_up", pieces([started, textBlock, textDelta("{")], "break")],
    ["a stream that ends too early", "hang_up", pieces([started, textBlock, textDelta("{")])],
    ["another model", "wrong_model", json(message({ model: "claude-haiku-4-5" }))],
    ["a tool call", "provider_tool", json(message({ content: [{ type: "tool_use", id: "t", name: "x", input: {} }] }))],
    ["a search of its own", "provider_tool", json(message({ content: [tool, { type: "text", text: "{}" }] }))],
    [
      "a search in a stream",
      "provider_tool",
      pieces([started, event({ type: "content_block_start", index: 0, content_block: tool })]),
    ],
    [
      "citations of a search",
      "provider_tool",
      json(message({ content: [{ type: "text", text: "x", citations: [{ url: "u" }] }] })),
    ],
    [
      "a search that only the bill shows",
      "provider_tool",
      json(message({ usage: { ...usage, server_tool_use: { web_search_requests: 1 } } })),
    ],
    ["a kind of block nobody knows", "provider_tool", json(message({ content: [{ type: "hologram" }] }))],
    [
      "tool input in a stream",
      "provider_tool",
      pieces([
        started,
        event({ type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: "{" } }),
      ]),
    ],
  ];

  it.each(failures)("that answers with %s is %s, and is not asked again", async (_name, failure, reply) => {
    expect(await asked(reply)).toBe(failure);
    expect(server.asked).toHaveLength(1);
  });

  it("that drips is cut at the deadline, and what had come is kept for the record", async () => {
    server.reply = pieces([started, textBlock, textDelta('{"nonce"')], "hang");
    const provider = anthropicProvider({ base: server.base, key });
    const error = await provider
      .generate(modelRequest({ timeoutMs: 1_500 }), new AbortController().signal)
      .catch((e) => e);
    expect(error).toBeInstanceOf(ProviderError);
    expect(error.failure).toBe("deadline");
    expect(Buffer.from(error.partial.raw).toString()).toBe('{"nonce"');
    expect(error.partial.inputTokens).toBe(15);
  });

  it("that says nothing at all is cut at the deadline", async () => {
    expect(await asked(() => undefined, {}, { timeoutMs: 200 })).toBe("deadline");
  });

  it("that is not there is unreachable", async () => {
    const gone = await standIn(json({}));
    await gone[Symbol.asyncDispose]();
    expect(await outcomeOf(anthropicProvider({ base: gone.base, key }))).toBe("unreachable");
  });

  it("that never stops writing is cut one byte past the limit", async () => {
    const endless = Array.from({ length: 400 }, () => textDelta("x".repeat(100)));
    const outcome = await asked(pieces([started, textBlock, ...endless], "hang"), {}, { outputBytesMax: 2_000 });
    expect(outcome).toHaveLength("text ".length + 2_001);
    const whole = json(message({ content: [{ type: "text", text: "x".repeat(9_000) }] }));
    expect(await asked(whole, { stream: false }, { outputBytesMax: 2_000 })).toHaveLength(2_006);
  });

  it("is cancelled with the turn", async () => {
    const stop = new AbortController();
    server.reply = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(started, () => stop.abort(new Error("the server stops")));
    };
    expect(await outcomeOf(anthropicProvider({ base: server.base, key }), modelRequest(), stop.signal)).toBe(
      "CANCELLED",
    );
    expect(await outcomeOf(anthropicProvider({ base: server.base, key }), modelRequest(), AbortSignal.abort())).toBe(
      "CANCELLED",
    );
  });

  it("is not asked without a model id: none is chosen here", async () => {
    expect(await asked(json(message()), {}, { modelId: "" })).toBe("wrong_model");
    expect(server.asked).toEqual([]);
  });

  it("never shows its key, whatever fails: not in errors, not in what is kept, not when printed", async () => {
    const provider = anthropicProvider({ base: server.base, key });
    const shown: unknown[] = [provider];
    for (const [, , reply] of [...failures, ["", "", pieces([started, textBlock, textDelta(key)], "break")] as const]) {
      server.reply = reply;
      const error = await provider.generate(modelRequest(), new AbortController().signal).catch((e: unknown) => e);
      expect(error).toBeInstanceOf(ProviderError);
      shown.push(error, (error as Error).stack, (error as Error).message);
      const { partial } = error as ProviderError;
      if (partial) shown.push(Buffer.from(partial.raw).toString());
    }
    const printed = inspect(shown, { depth: 12, showHidden: true, maxStringLength: null, maxArrayLength: null });
    expect(printed).not.toContain("KANARIE");
    expect(JSON.stringify(shown)).not.toContain("KANARIE");
  });
});
