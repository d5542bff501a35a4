import { connect as http2Connect } from "node:http2";
import { type Socket, connect as tcpConnect } from "node:net";
import { Code, type Transport } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import { afterEach, describe, expect, it } from "vitest";
import { type Authenticate, byToken } from "../../src/wire/admission.ts";
import { type ClientTransport, createClientTransport } from "../../src/wire/client.ts";
import type { ConnectionLimits } from "../../src/wire/limits.ts";
import { silentLog } from "../../src/wire/log.ts";
import { type RunningServer, type ServerOptions, startServer } from "../../src/wire/server.ts";
import { echoClient, echoRoutes } from "./echo-service.ts";

const open: { server: RunningServer; client: ClientTransport }[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const { client } of open) client.close();
  await Promise.all(open.splice(0).map(({ server }) => server.stop(200)));
});

/** A server with short limits, and a well-behaved client that has a connection already. */
const start = async (limits: Partial<ConnectionLimits>, options: Partial<ServerOptions> = {}) => {
  const basics = { port: 0, host: "127.0.0.1", routes: echoRoutes(), log: silentLog, limits };
  const server = await startServer({ ...basics, ...options });
  const client = createClientTransport(server.url, { token: () => "known" });
  open.push({ server, client });
  const others = async () => expect((await echoClient(client).say({ text: "others" })).text).toBe("others");
  await others();
  return { server, others };
};

/** A connection that says only what it is told to; `closed` resolves with what the server had said, `heard` once it said a text. */
const connection = (port: number, says = "") => {
  const socket = tcpConnect(port, "127.0.0.1").on("error", () => undefined);
  sockets.push(socket);
  let said = "";
  socket.setEncoding("latin1").on("data", (chunk) => {
    said += chunk;
  });
  const heard = (text: string) => expect.poll(() => said).toContain(text);
  const connected = new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(said)));
  if (says !== "") socket.write(says);
  return { socket, connected, closed, heard };
};

const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/** A frame of RFC 9113 §4.1: length, type, flags, stream, payload; as latin1. */
const frame = (type: number, flags: number, stream: number, payload = ""): string =>
  Buffer.from([0, 0, payload.length, type, flags, 0, 0, stream >> 8, stream & 255]).toString("latin1") + payload;

const literal = (name: string, value: string): string => `${name}${String.fromCharCode(value.length)}${value}`;

/** POST, http, path, authority, content-type by the static table of RFC 7541, appendix A. */
const headersOf = (method: string): string =>
  [
    "\x83\x86",
    literal("\x04", `/test.echo.v1.EchoService/${method}`),
    literal("\x01", "localhost"),
    literal("\x0f\x10", "application/grpc+proto"),
  ].join("");

describe("connections that mean harm", () => {
  it("are closed when they stay silent, while others are answered", async () => {
    const { server, others } = await start({ sniffTimeoutMs: 60 });
    const silent = Array.from({ length: 20 }, () => connection(server.port));
    await others();
    expect(await Promise.all(silent.map(({ closed }) => closed))).toEqual(silent.map(() => ""));
    await others();
  });

  it("are closed when they stop within the HTTP/2 preface", async () => {
    const { server, others } = await start({ sniffTimeoutMs: 60 });
    const stuck = connection(server.port, "PRI * HTTP/2.0\r\n");
    await others();
    expect(await stuck.closed).toBe("");
  });

  it("are told to hurry and closed when their headers do not end", async () => {
    const { server, others } = await start({ headersTimeoutMs: 100 });
    const slow = connection(server.port, "POST /test.echo.v1.EchoService/Say HTTP/1.1\r\nhost: localhost\r\n");
    const drip = setInterval(() => slow.socket.write("x-slow: 1\r\n"), 20);
    await others();
    expect(await slow.closed).toContain("408 Request Timeout");
    clearInterval(drip);
    await others();
  });

  it("are not taken above the cap, are taken again once there is room, and those that stand are served", async () => {
    const { server, others } = await start({ connectionsMax: 4 });
    const holders = Array.from({ length: 3 }, () => connection(server.port));
    await Promise.all(holders.map(({ connected }) => connected));
    // Accepted and dropped in one step: whoever is refused sees a connection that ends without a byte.
    expect(await connection(server.port, "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").closed).toBe("");
    await others();
    for (const { socket } of holders) socket.destroy();
    await expect
      .poll(() => connection(server.port, "GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").closed)
      .toContain("HTTP/1.1 404");
    await others();
  });

  it("are ended when they reset streams faster than anybody has reason to, while others are answered", async () => {
    const { server, others } = await start({ streamResetBurst: 20, streamResetRate: 1 });
    const session = http2Connect(server.url);
    const ended = new Promise<number>((resolve) => session.once("goaway", resolve));
    session.on("error", () => undefined);
    const headers = { ":method": "POST", ":path": "/test.echo.v1.EchoService/Say", "content-type": "application/grpc" };
    const flood = setInterval(() => {
      for (let n = 0; n < 50 && !session.destroyed && !session.closed; n += 1)
        session
          .request(headers)
          .on("error", () => undefined)
          .close(8);
    }, 5);
    await others();
    // ENHANCE_YOUR_CALM (11) in RFC 9113 §7; nghttp2 ends the session with INTERNAL_ERROR (2).
    expect([2, 11]).toContain(await ended);
    clearInterval(flood);
    session.destroy();
    await others();
  });

  it("are closed when their HTTP/2 headers never end, while a session that made a call stays", async () => {
    const { server, others } = await start({ headersTimeoutMs: 100 });
    // Preface, empty SETTINGS, then HEADERS without END_HEADERS (RFC 9113 §3.4, §6.2): half a request, for ever.
    const half = Array.from({ length: 20 }, () => {
      const held = connection(server.port);
      held.socket.write(`${preface}${frame(4, 0, 0)}${frame(1, 0, 1, "\x83")}`, "latin1");
      return held;
    });
    await others();
    await Promise.all(half.map(({ closed }) => closed));
    await others();
  });

  it("make room for one another where nobody knows whose they are, and never for somebody who is known", async () => {
    const authenticate = byToken((given) => given === "known", "the token file");
    const { server, others } = await start({ strangersMax: 5, connectionsMax: 12 }, { authenticate });
    const session = http2Connect(server.url).on("error", () => undefined);
    const crowd = [];
    for (let n = 0; n < 30; n += 1) {
      const one = connection(server.port);
      await one.connected;
      crowd.push(one);
    }
    await Promise.all(crowd.slice(0, 20).map(({ closed }) => closed));
    expect(crowd.slice(-4).every(({ socket }) => !socket.destroyed)).toBe(true);
    await others();
    // Somebody new who is known gets in as well.
    const late = createClientTransport(server.url, { token: () => "known" });
    expect((await echoClient(late).say({ text: "late" })).text).toBe("late");
    late.close();
    session.destroy();
  });

  it("are refused in words above what one caller may hold, by every protocol, while another caller is served", async () => {
    const told: string[] = [];
    const keep = (fields: object): void => void told.push((fields as { reason?: string }).reason ?? "");
    const token = byToken((given) => given === "known", "the token file");
    // A session stands beside the token: here one that any cookie opens.
    const authenticate: Authenticate = (arrival) =>
      arrival.headers.cookie ? { by: "session", session: String(arrival.headers.cookie) } : token(arrival);
    const { server, others } = await start(
      { callerConnectionsMax: 4 },
      { authenticate, log: { info: keep, warn: keep, error: keep } },
    );
    const [by1, by2] = ["1.1", "2"].map((httpVersion) =>
      createConnectTransport({ baseUrl: server.url, httpVersion: httpVersion as "2" }),
    );
    const say = (transport: Transport, headers: Record<string, string>) => echoClient(transport).say({}, { headers });
    // The client of `others` has one of the four.
    const held = Array.from({ length: 3 }, () => createClientTransport(server.url, { token: () => "known" }));
    for (const client of held) await echoClient(client).say({});
    const more = createClientTransport(server.url, { token: () => "known" });
    for (const transport of [
      more,
      createClientTransport(server.url, { token: () => "known", protocol: "connect" }),
      by1!,
    ])
      await expect(say(transport, { authorization: "Bearer known" })).rejects.toMatchObject({
        code: Code.ResourceExhausted,
        rawMessage: expect.stringContaining("4 connections"),
      });
    expect(told.filter((reason) => reason === "LIMIT_EXCEEDED")).toHaveLength(3);
    await others();
    await say(by2!, { cookie: "session-1" });
    held[0]!.close();
    await expect.poll(() => say(more, {}).then(() => "served", String)).toBe("served");
    for (const client of [...held, more]) client.close();
  });

  it.each(["Watch", "Say"])(
    "that reset their calls before these are whole are counted in one line: %s",
    async (method) => {
      const lines: [object, string][] = [];
      const keep = (fields: object, message: string) => void lines.push([fields, message]);
      const { server } = await start({}, { log: { info: keep, warn: keep, error: keep } });
      const before = lines.length;
      const { socket, connected, heard } = connection(server.port, `${preface}${frame(4, 0, 0)}`);
      await connected;
      for (let n = 0; n < 50; n += 1) {
        const stream = 2 * n + 1;
        socket.write(frame(1, 4, stream, headersOf(method)) + frame(0, 0, stream, "\0\0\0\0\x05\x01"), "latin1");
        await new Promise((resolve) => setTimeout(resolve, 2));
        socket.write(frame(3, 0, stream, "\0\0\0\x08"), "latin1");
      }
      // Its answer comes behind all that was written before it.
      socket.write(frame(6, 0, 0, "all seen"), "latin1");
      await heard("all seen");
      socket.destroy();
      await server.stop(100);
      const told = lines.slice(before);
      const [counted, message] = told.at(-1)!;
      expect(message).toBe("calls that their callers broke off");
      const { calls } = counted as { calls: number };
      expect(calls + told.length - 1).toBeGreaterThanOrEqual(50);
      expect(told.length).toBeLessThan(10);
    },
  );
});
