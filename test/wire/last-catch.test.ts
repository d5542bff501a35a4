import { chmodSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { connect as http2Connect } from "node:http2";
import { type Socket, connect as tcpConnect } from "node:net";
import { join } from "node:path";
import { Code } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { afterEach, describe, expect, it } from "vitest";
import { openAccessToken } from "../../src/access-token.ts";
import { authenticate } from "../../src/main/admit.ts";
import { fromConnectError } from "../../src/wire/client.ts";
import { type RunningServer, type ServerOptions, startServer } from "../../src/wire/server.ts";
import { newFolder } from "../support/new-folder.ts";
import { type EchoHandlers, echoClient, echoRoutes } from "./echo-service.ts";
import { http2 } from "./raw-http2.ts";
import { recordingLog } from "./recording-log.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const start = async (options: Partial<ServerOptions> = {}, handlers: EchoHandlers = {}) => {
  const { log, entries } = recordingLog();
  const server = await startServer({ host: "127.0.0.1", port: 0, log, routes: echoRoutes(handlers), ...options });
  ends.push(() => server.stop(100));
  return { server, errors: () => entries.filter(({ level }) => level === "error").map(({ fields }) => fields) };
};

const protocols = {
  "gRPC by the short path": ({ url }: RunningServer) => createGrpcTransport({ baseUrl: url }),
  "Connect by the short path": ({ url }: RunningServer) =>
    createConnectTransport({ baseUrl: url, httpVersion: "2", useBinaryFormat: true }),
  "Connect over HTTP/1.1": ({ url }: RunningServer) =>
    createConnectTransport({ baseUrl: url, httpVersion: "1.1", useBinaryFormat: true }),
  "gRPC-Web": ({ url }: RunningServer) => createGrpcWebTransport({ baseUrl: url, httpVersion: "1.1" }),
};
const names = Object.keys(protocols) as (keyof typeof protocols)[];

const failureOf = (call: Promise<unknown>): Promise<{ code: Code; reason: string }> =>
  call.then(
    () => ({ code: 0 as Code, reason: "succeeded" }),
    (error) => ({ code: error.code, reason: fromConnectError(error).reason }),
  );

const pointElsewhere = (file: string): void => {
  rmSync(file);
  symlinkSync("/etc/hostname", file);
};

// `chmod 644` on the token file ended the process at the next call of anybody who sent any word.
describe.each(names)("a server whose token file became unfit, called over %s", (name) => {
  it.each<[string, (file: string) => void]>([
    ["chmod 644", (file) => chmodSync(file, 0o644)],
    ["an empty file", (file) => writeFileSync(file, "")],
    ["a symbolic link", pointElsewhere],
  ])("refuses with UNAUTHENTICATED, says why in one line, and lives: %s", async (_what, change) => {
    const folder = newFolder("unfit");
    ends.push(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "token");
    const bearer = { authorization: `Bearer ${openAccessToken(file)}` };
    const told = recordingLog();
    const { server, errors } = await start({ authenticate: authenticate({ PINCITE_TOKEN_FILE: file }, told.log) });
    const client = echoClient(protocols[name](server));
    await client.say({ text: "a" }, { headers: bearer });
    change(file);
    for (let call = 0; call < 3; call += 1)
      expect(await failureOf(client.say({ text: "b" }, { headers: bearer }))).toEqual({
        code: Code.Unauthenticated,
        reason: "UNAUTHENTICATED",
      });
    expect(told.entries.map(({ level }) => level)).toEqual(["error"]);
    expect(errors()).toEqual([]);
    rmSync(file);
    const renewed = { authorization: `Bearer ${openAccessToken(file)}` };
    expect((await client.say({ text: "c" }, { headers: renewed })).text).toBe("c");
  });
});

describe.each(names)("an authenticator that fails, over %s", (name) => {
  it.each<[string, () => unknown]>([
    ["throws", () => raise(new TypeError("from within"))],
    ["answers late", () => Promise.resolve({ by: "token" })],
    ["answers nothing", () => undefined],
  ])("admits nobody and ends nothing when it %s", async (_what, fault) => {
    let isFaulty = true;
    const { server, errors } = await start({
      authenticate: () => (isFaulty ? (fault() as { by: "token" }) : { by: "token" }),
    });
    const client = echoClient(protocols[name](server));
    expect(await failureOf(client.say({ text: "a" }))).toEqual({ code: Code.Internal, reason: "INTERNAL" });
    expect(errors()).toHaveLength(1);
    expect(JSON.stringify(errors())).toContain("INTERNAL");
    isFaulty = false;
    expect((await client.say({ text: "b" })).text).toBe("b");
  });
});

const raise = (error: Error): never => {
  throw error;
};

describe("a page that fails", () => {
  it("is INTERNAL in plain words, and the next one is answered", async () => {
    let isFaulty = true;
    const { server, errors } = await start({
      page: (_request, response) => {
        if (isFaulty) throw new TypeError("from within");
        (response as import("node:http").ServerResponse).writeHead(200).end("page");
        return true;
      },
    });
    const answer = await fetch(server.url);
    expect([answer.status, await answer.text()]).toEqual([500, expect.stringMatching(/^INTERNAL: an internal error/)]);
    expect(errors()).toEqual([expect.objectContaining({ reason: "INTERNAL" })]);
    isFaulty = false;
    expect(await (await fetch(server.url)).text()).toBe("page");
  });

  it("is cut where its answer had begun", async () => {
    const { server } = await start({
      page: (_request, response) => {
        (response as import("node:http").ServerResponse).writeHead(200).write("half");
        throw new TypeError("from within");
      },
    });
    await expect(fetch(server.url).then((answer) => answer.text())).rejects.toThrow();
    const seen = await http2(server.url, {
      ":path": "/grpc.health.v1.Health/Check",
      "content-type": "application/proto",
    });
    expect(seen[":status"]).toBe(200);
  });
});

// 64 of 64 watchers whose sockets broke were an ERROR line each, with reason INTERNAL: the library gives the code of the broken stream.
describe("a watch whose socket breaks", () => {
  it("is a caller who left, and no error", async () => {
    const { log, entries } = recordingLog();
    let watching = 0;
    const handlers: EchoHandlers = {
      watch: async function* (_request, { signal }) {
        watching += 1;
        yield { text: "first" };
        await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
        watching -= 1;
      },
    };
    const { server } = await start({ log }, handlers);
    const sockets = await Promise.all(Array.from({ length: 8 }, () => watch(server.port)));
    await expect.poll(() => watching).toBe(8);
    for (const [number, socket] of sockets.entries()) {
      if (number % 2 === 0) socket.resetAndDestroy();
      else socket.destroy();
    }
    await expect.poll(() => entries.filter(({ fields }) => fields.method).length).toBe(8);
    expect(entries.filter(({ level }) => level === "error")).toEqual([]);
    expect(new Set(entries.map(({ fields }) => fields.reason))).toEqual(new Set(["CANCELLED"]));
    expect(watching).toBe(0);
  });
});

/** Opens a watch over a connection of its own, whose socket the test holds. */
const watch = async (port: number): Promise<Socket> => {
  const socket = tcpConnect(port, "127.0.0.1").on("error", () => undefined);
  const session = http2Connect(`http://127.0.0.1:${port}`, { createConnection: () => socket });
  session.on("error", () => undefined);
  const stream = session.request({
    ":method": "POST",
    ":path": "/test.echo.v1.EchoService/Watch",
    "content-type": "application/grpc+proto",
  });
  stream.on("error", () => undefined);
  stream.end(Buffer.from([0, 0, 0, 0, 0]));
  await new Promise((resolve) => stream.once("data", resolve));
  return socket;
};
