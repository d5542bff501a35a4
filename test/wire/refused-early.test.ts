import { Code, type ConnectError, type Transport } from "@connectrpc/connect";
import {
  compressionGzip,
  createConnectTransport,
  createGrpcTransport,
  createGrpcWebTransport,
} from "@connectrpc/connect-node";
import { afterEach, describe, expect, it } from "vitest";
import type { DomainError } from "../../src/error.ts";
import { fromConnectError } from "../../src/wire/error.ts";
import { createInProcessTransport } from "../../src/wire/in-process.ts";
import type { Log } from "../../src/wire/log.ts";
import { type RunningServer, startServer } from "../../src/wire/server.ts";
import { type EchoHandlers, echoClient, echoRoutes } from "./echo-service.ts";
import { rawEchoClient } from "./raw-echo.ts";

const servers: RunningServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop(200))));

interface Entry {
  readonly level: string;
  readonly fields: Record<string, unknown>;
}

const setup = async (connect: Connect, handlers: EchoHandlers = {}) => {
  const entries: Entry[] = [];
  const write = (level: string) => (fields: object) => void entries.push({ level, fields: { ...fields } });
  const log: Log = { info: write("info"), warn: write("warn"), error: write("error") };
  let handled = 0;
  const routes = echoRoutes({
    say: (request) => {
      handled += 1;
      return request;
    },
    async *watch() {
      handled += 1;
      yield {};
    },
    ...handlers,
  });
  const transport = await connect(routes, log);
  return { transport, entries, handled: () => handled };
};

type Connect = (routes: ReturnType<typeof echoRoutes>, log: Log) => Promise<Transport>;

const served = async (routes: ReturnType<typeof echoRoutes>, log: Log): Promise<string> => {
  const server = await startServer({ port: 0, host: "127.0.0.1", routes, log });
  servers.push(server);
  return server.url;
};

const gzip = { sendCompression: compressionGzip, compressMinBytes: 0 };
const ways: [string, Connect][] = [
  ["gRPC", async (r, l) => createGrpcTransport({ baseUrl: await served(r, l), ...gzip })],
  ["gRPC-Web", async (r, l) => createGrpcWebTransport({ baseUrl: await served(r, l), httpVersion: "1.1", ...gzip })],
  ["Connect", async (r, l) => createConnectTransport({ baseUrl: await served(r, l), httpVersion: "2", ...gzip })],
  ["a call in process", async (r, log) => createInProcessTransport(r, { log })],
];

/** The error as sent: its code and what its ErrorInfo says, with nothing filled in from the code. */
const refusal = async (call: Promise<unknown>): Promise<{ code: string; said: DomainError; hasInfo: boolean }> => {
  const error = await call.then(
    () => Promise.reject(new Error("the call succeeded")),
    (failed: unknown) => failed,
  );
  const said = fromConnectError(error);
  const sent = error as ConnectError;
  return { code: Code[sent.code] as string, said, hasInfo: sent.details.length > 0 };
};

const drained = async (messages: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of messages);
};

const notUtf8 = Uint8Array.of(0xff, 0xfe);
/** Field 1 of a length that the bytes do not have. */
const notProtobuf = Uint8Array.of(0x0a, 0x7f, 0x01);

describe.each(ways)("what Connect refuses by itself, by %s", (_, connect) => {
  it.each([
    ["a string that is not UTF-8", { text: notUtf8 }],
    ["bytes that are no protobuf", { inner: notProtobuf }],
  ])("is told as REQUEST_INVALID with what to do, and logged once: %s", async (_what, request) => {
    const { transport, entries, handled } = await setup(connect);
    const client = rawEchoClient(transport);
    for (const call of [() => client.say(request), () => drained(client.watch(request))]) {
      const { code, said, hasInfo } = await refusal(call());
      expect({ code, reason: said.reason, hasInfo }).toEqual({
        code: "InvalidArgument",
        reason: "REQUEST_INVALID",
        hasInfo: true,
      });
      expect(said.message).toContain("encode it with the protos of this server's version");
    }
    expect(handled()).toBe(0);
    await expect.poll(() => entries.length).toBe(2);
    expect(entries.map(({ fields }) => fields.method)).toEqual([
      "test.echo.v1.EchoService/Say",
      "test.echo.v1.EchoService/Watch",
    ]);
    for (const { level, fields } of entries)
      expect({ level, ...fields }).toMatchObject({
        level: "info",
        code: "invalid_argument",
        reason: "REQUEST_INVALID",
      });
  });

  it("is told as LIMIT_EXCEEDED with the limit, and logged once: a message of 5 MB", async () => {
    const { transport, entries, handled } = await setup(connect);
    const { code, said, hasInfo } = await refusal(rawEchoClient(transport).say({ text: new Uint8Array(5_000_000) }));
    expect({ code, reason: said.reason, hasInfo }).toEqual({
      code: "ResourceExhausted",
      reason: "LIMIT_EXCEEDED",
      hasInfo: true,
    });
    expect(said.facts).toEqual({ message_bytes_max: "4194304" });
    expect(handled()).toBe(0);
    await expect.poll(() => entries.length).toBe(1);
    expect(entries[0]).toMatchObject({ level: "info", fields: { reason: "LIMIT_EXCEEDED", refused: true } });
  });

  it("is told as LIMIT_EXCEEDED and logged beside the call: an answer of 5 MB", async () => {
    const { transport, entries } = await setup(connect, { say: () => ({ text: "x".repeat(5_000_000) }) });
    const { said, hasInfo } = await refusal(echoClient(transport).say({}));
    expect({ reason: said.reason, hasInfo }).toEqual({ reason: "LIMIT_EXCEEDED", hasInfo: true });
    expect(said.message).toContain("the answer would be larger");
    await expect.poll(() => entries.map(({ fields }) => fields.code)).toEqual(["ok", "resource_exhausted"]);
  });

  it("leaves errors of ours as they are, with one entry each", async () => {
    const { transport, entries } = await setup(connect);
    const { code, said } = await refusal(echoClient(transport).say({ text: "forbidden" }));
    expect({ code, reason: said.reason }).toEqual({ code: "InvalidArgument", reason: "REQUEST_INVALID" });
    await echoClient(transport).say({ text: "fine" });
    await expect.poll(() => entries.length).toBe(2);
    expect(entries.map(({ fields }) => fields.refused)).toEqual([undefined, undefined]);
  });

  it("answers a body of some kilobytes that unpacks to 16 MB with LIMIT_EXCEEDED, and others meanwhile", async () => {
    const { transport, handled } = await setup(connect);
    const bomb = refusal(rawEchoClient(transport).say({ text: new Uint8Array(16 * 1024 * 1024) }));
    expect(await echoClient(transport).say({ text: "others" })).toMatchObject({ text: "others" });
    const { said, hasInfo } = await bomb;
    expect({ reason: said.reason, hasInfo }).toEqual({ reason: "LIMIT_EXCEEDED", hasInfo: true });
    expect(handled()).toBe(1);
  });
});
