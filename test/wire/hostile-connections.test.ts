import { connect as http2Connect } from "node:http2";
import { type Socket, connect as tcpConnect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type ClientTransport, createClientTransport } from "../../src/wire/client.ts";
import type { ConnectionLimits } from "../../src/wire/limits.ts";
import { silentLog } from "../../src/wire/log.ts";
import { type RunningServer, startServer } from "../../src/wire/server.ts";
import { echoClient, echoRoutes } from "./echo-service.ts";

const open: { server: RunningServer; client: ClientTransport }[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const { client } of open) client.close();
  await Promise.all(open.splice(0).map(({ server }) => server.stop(200)));
});

/** A server with short limits, and a well-behaved client that has a connection already. */
const start = async (limits: Partial<ConnectionLimits>) => {
  const server = await startServer({ port: 0, host: "127.0.0.1", routes: echoRoutes(), log: silentLog, limits });
  const client = createClientTransport(server.url);
  open.push({ server, client });
  const others = async () => expect((await echoClient(client).say({ text: "others" })).text).toBe("others");
  await others();
  return { server, others };
};

/** A connection that says only what it is told to; `closed` resolves with what the server had said. */
const connection = (port: number, says = "") => {
  const socket = tcpConnect(port, "127.0.0.1").on("error", () => undefined);
  sockets.push(socket);
  let heard = "";
  socket.setEncoding("latin1").on("data", (chunk) => {
    heard += chunk;
  });
  const connected = new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(heard)));
  if (says !== "") socket.write(says);
  return { socket, connected, closed };
};

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
});
