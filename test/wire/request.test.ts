import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import type { ConnectError } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { BadRequestSchema } from "../../gen/google/rpc/error_details_pb.ts";
import { DomainError } from "../../src/error.ts";
import { fromConnectError } from "../../src/wire/error.ts";
import { createInProcessTransport } from "../../src/wire/in-process.ts";
import { describeCause } from "../../src/wire/log.ts";
import { type EchoHandlers, EchoSchema, echoClient, echoRoutes } from "./echo-service.ts";
import { recordingLog } from "./recording-log.ts";

const setup = (handlers: EchoHandlers = {}, longMethods: string[] = []) => {
  const { log, entries } = recordingLog();
  return { client: echoClient(createInProcessTransport(echoRoutes(handlers), { log, longMethods })), entries };
};

const failure = (call: Promise<unknown>): Promise<DomainError> =>
  call.then(
    () => Promise.reject(new Error("the call succeeded")),
    (error) => fromConnectError(error),
  );

describe("request validation", () => {
  it("refuses a broken rule with the path of the field", async () => {
    const { client } = setup();
    const failed = await failure(client.say({ inner: { inner: { text: "this is forbidden" } } }));
    expect(failed.reason).toBe("REQUEST_INVALID");
    expect(failed.violations).toMatchObject([{ subject: "inner.inner.text", type: "string.not_contains" }]);
    expect((failed.cause as ConnectError).findDetails(BadRequestSchema)).toHaveLength(1);
  });

  it("refuses a broken rule in the request of a stream", async () => {
    const { client } = setup({
      async *watch() {
        yield { count: 1 };
      },
    });
    const read = async () => {
      for await (const _ of client.watch({ count: 100_001 })) throw new Error("a message came");
    };
    expect(await failure(read())).toMatchObject({ reason: "REQUEST_INVALID", violations: [{ subject: "count" }] });
  });

  it("refuses unknown fields, also deep inside, and says where", async () => {
    // Field 99 of type varint, value 1, appended to an encoded message.
    const unknown = new Uint8Array([0x98, 0x06, 0x01]);
    const deep = fromBinary(EchoSchema, new Uint8Array([...toBinary(EchoSchema, create(EchoSchema)), ...unknown]));
    const { client } = setup();
    expect(await failure(client.say({ inner: { inner: deep as object } }))).toMatchObject({
      reason: "REQUEST_INVALID",
      facts: { unknown_at: "inner.inner", unknown_fields: "inner.inner 99" },
      violations: [{ subject: "inner.inner", description: expect.stringContaining("99") }],
    });
  });

  it("calls a rule of ours that does not compile our mistake, not the caller's", async () => {
    const { client, entries } = setup();
    expect(await failure(client.break({ text: "a" }))).toMatchObject({ reason: "INTERNAL", violations: [] });
    expect(entries).toMatchObject([{ level: "error" }]);
  });

  it("hands a valid request to the handler as it was sent", async () => {
    const { client } = setup();
    expect(await client.say({ text: "a\u0301 😀", count: 3 })).toMatchObject({ text: "a\u0301 😀", count: 3 });
  });
});

describe("deadlines", () => {
  it("gives a caller who names none 60 s, and a listed method 600 s", async () => {
    const answer = (_: unknown, context: { timeoutMs(): number | undefined }) => ({
      count: Math.ceil((context.timeoutMs() ?? 0) / 1000),
    });
    const { client } = setup({ say: answer, long: (r, c) => ({ text: String(answer(r, c).count) }) }, [
      "test.echo.v1.EchoService/Long",
    ]);
    expect((await client.say({})).count).toBe(60);
    expect((await client.long({})).text).toBe("600");
  });

  it("shortens a longer deadline instead of refusing it, and keeps a shorter one", async () => {
    const { client } = setup({ say: (_, context) => ({ count: Math.ceil((context.timeoutMs() ?? 0) / 1000) }) });
    expect((await client.say({}, { timeoutMs: 3_600_000 })).count).toBe(60);
    expect((await client.say({}, { timeoutMs: 5_000 })).count).toBe(5);
  });

  it("gives a watch none", async () => {
    const { client } = setup({
      async *watch(_, context) {
        yield { text: String(context.timeoutMs()) };
      },
    });
    for await (const message of client.watch({})) expect(message.text).toBe("undefined");
  });

  it("tells a handler that its time is over", async () => {
    let seen: unknown;
    const { client } = setup({
      say: (_, context) =>
        new Promise((resolve) => {
          context.signal.addEventListener("abort", () => {
            seen = fromConnectError(context.signal.reason).reason;
            resolve({});
          });
        }),
    });
    expect((await failure(client.say({}, { timeoutMs: 30 }))).reason).toBe("DEADLINE_EXCEEDED");
    await expect.poll(() => seen).toBe("DEADLINE_EXCEEDED");
  });
});

describe("the log", () => {
  it("has one entry per call, with method, code and reason, and nothing of the messages", async () => {
    const { client, entries } = setup({
      say: () => Promise.reject(new DomainError("RUN_NOT_FOUND", "no run has this id")),
    });
    await failure(client.say({ text: "Geachte heer" }));
    expect(entries).toMatchObject([
      { level: "info", fields: { method: "test.echo.v1.EchoService/Say", code: "not_found", reason: "RUN_NOT_FOUND" } },
    ]);
    expect(JSON.stringify(entries)).not.toContain("Geachte");
  });

  it("reports an unknown error once, with its place and without its text", async () => {
    const { client, entries } = setup({ say: () => Promise.reject(new Error("cannot parse: Geachte heer")) });
    await failure(client.say({}));
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ level: "error", fields: { code: "internal", reason: "INTERNAL" } });
    const text = JSON.stringify(entries);
    expect(text).toContain("request.test.ts");
    expect(text).not.toContain("Geachte");
  });

  it("keeps the words of the engine's own errors, which speak of code", () => {
    expect(describeCause(new TypeError("x is not a function"))).toMatchObject({ message: "x is not a function" });
    expect(describeCause(new SyntaxError('"Geachte" is not valid JSON'))).not.toHaveProperty("message");
  });

  it("counts what a stream sent, and calls a reader who leaves cancelled", async () => {
    const { client, entries } = setup({
      async *watch() {
        for (let count = 1; ; count += 1) yield { count };
      },
    });
    const leave = new AbortController();
    const read = async () => {
      for await (const message of client.watch({}, { signal: leave.signal })) if (message.count === 3) leave.abort();
    };
    expect((await failure(read())).reason).toBe("CANCELLED");
    await expect.poll(() => entries.length).toBe(1);
    expect(entries[0]?.fields).toMatchObject({ code: "canceled", reason: "CANCELLED" });
  });
});
