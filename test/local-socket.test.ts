import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { connect, createServer as createTcpServer, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { credentialFor } from "../src/access-token.ts";
import { socketFolder, socketToCall, socketToListenAt } from "../src/local-socket.ts";
import { waysIn } from "../src/main/admit.ts";
import { byToken } from "../src/wire/admission.ts";
import { createClientTransport, fromConnectError } from "../src/wire/client.ts";
import type { Log } from "../src/wire/log.ts";
import { type RunningServer, type ServerOptions, startServer } from "../src/wire/server.ts";
import { newFolder } from "./support/new-folder.ts";
import { ownToken } from "./support/own-transport.ts";
import { echoClient, echoRoutes } from "./wire/echo-service.ts";

let state: string;
let env: Record<string, string | undefined>;
const ends: (() => unknown)[] = [];
beforeEach(() => {
  state = newFolder("socket");
  env = { XDG_STATE_HOME: state, PINCITE_TOKEN_FILE: process.env.PINCITE_TOKEN_FILE };
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** What was told in the log. */
const told: string[] = [];
const keep = (_fields: object, message: string): void => void told.push(message);
const log: Log = { info: keep, warn: keep, error: keep };

const serve = async (port = 0, options: Partial<ServerOptions> = {}): Promise<RunningServer> => {
  told.length = 0;
  const basics = { host: "127.0.0.1", port, log, routes: echoRoutes() };
  const server = await startServer({ ...basics, ...options, ...waysIn(env) });
  ends.push(() => server.stop(200));
  return server;
};

const call = async (url: string, protocol: "grpc" | "connect" = "grpc"): Promise<string> => {
  const transport = createClientTransport(url, { ...credentialFor(url, env), protocol });
  try {
    return (await echoClient(transport).say({ text: "by the socket" })).text;
  } finally {
    transport.close();
  }
};

/** Listens at a port and remembers what it was sent, and by how many. */
const listener = async (port = 0) => {
  const heard: { bytes: string; count: number } = { bytes: "", count: 0 };
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => {
    heard.count += 1;
    sockets.push(socket);
    socket
      .setEncoding("latin1")
      .on("data", (chunk) => (heard.bytes += chunk))
      .on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { heard, url: `http://127.0.0.1:${(server.address() as { port: number }).port}` };
};

describe("the Unix socket of a server", () => {
  it.each(["grpc", "connect"] as const)("is where the command line calls it, by %s", async (protocol) => {
    const { url, port } = await serve();
    expect(await call(url, protocol)).toBe("by the socket");
    expect(readdirSync(socketFolder(env))).toEqual([`127.0.0.1-${port}`]);
    expect(statSync(socketFolder(env)).mode & 0o777).toBe(0o700);
    expect(await call(`http://localhost:${port}`, protocol)).toBe("by the socket");
  });

  it("is gone when the server has ended", async () => {
    const { url, stop } = await serve();
    const path = socketToCall(env, url);
    expect(existsSync(path)).toBe(true);
    await stop();
    expect(existsSync(path)).toBe(false);
  });

  it("is replaced where a server was killed, and left alone where one answers", async () => {
    const { port, stop } = await serve();
    const path = socketToCall(env, `http://127.0.0.1:${port}`);
    await stop();
    // What a killed process leaves: a name at which nobody listens.
    const { spawnSync } = await import("node:child_process");
    const dies = `require("net").createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, "SIGKILL"))`;
    expect(spawnSync(process.execPath, ["-e", dies]).signal).toBe("SIGKILL");
    expect(existsSync(path)).toBe(true);
    const again = await serve(port);
    expect(await call(again.url)).toBe("by the socket");
    await again.stop();
    const other = createTcpServer().listen(path);
    await new Promise((resolve) => other.once("listening", resolve));
    ends.push(() => other.close());
    await serve(port);
    expect(told).toEqual([expect.stringContaining("another server answers")]);
    expect(existsSync(path)).toBe(true);
  });

  it("is none where its path is too long or its folder is not this account's alone, which both sides say", async () => {
    const folder = socketFolder(env);
    const refused = async (what: string): Promise<void> => {
      const { url, stop } = await serve();
      expect(told).toEqual([expect.stringContaining(what)]);
      const error = await call(url).catch(fromConnectError);
      expect(error).toMatchObject({ reason: "REQUEST_INVALID", message: expect.stringContaining(what) });
      await stop();
    };
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o750);
    await refused("can be entered by others");
    rmSync(folder, { recursive: true });
    mkdirSync(join(state, "elsewhere"), { mode: 0o700 });
    symlinkSync(join(state, "elsewhere"), folder);
    await refused("is no folder");
    env.PINCITE_SOCKET_DIR = join(state, "long".repeat(25));
    await refused("PINCITE_SOCKET_DIR");
  });

  it("has room for the command line where a program with the token holds all that it may at the port", async () => {
    const authenticate = byToken((given) => given === ownToken(), "/token");
    const { url } = await serve(0, { authenticate, limits: { callerConnectionsMax: 2 } });
    const held = Array.from({ length: 3 }, () => createClientTransport(url, { token: ownToken }));
    ends.push(() => held.map((transport) => transport.close()));
    const said = await Promise.allSettled(held.map((transport) => echoClient(transport).say({})));
    expect(said.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "fulfilled", "rejected"]);
    expect(await call(url)).toBe("by the socket");
  });

  // A program that opens connections and says nothing took all places of the socket, and the command line had none.
  it("keeps few connections that say nothing, and those that called stay", async () => {
    const authenticate = byToken((given) => given === ownToken(), "/token");
    const { url } = await serve(0, { authenticate, limits: { callerConnectionsMax: 2 } });
    const calling = createClientTransport(url, credentialFor(url, env));
    ends.push(() => calling.close());
    expect((await echoClient(calling).say({})).text).toBeDefined();
    const closed: number[] = [];
    for (let number = 0; number < 4; number++) {
      const idle = connect(socketToCall(env, url) as string).on("close", () => closed.push(number));
      ends.push(() => idle.destroy());
      await once(idle, "connect");
    }
    await vi.waitFor(() => expect(closed).toEqual([0, 1]));
    expect((await echoClient(calling).say({})).text).toBeDefined();
    expect(await call(url)).toBe("by the socket");
  });

  it("is one for each address and port", () => {
    const paths = [
      ["127.0.0.1", 7611],
      ["::1", 7611],
      ["127.0.0.1", 7612],
    ] as const;
    expect(paths.map(([address, port]) => socketToListenAt(env, address, port).slice(state.length))).toEqual([
      "/pincite/sockets/127.0.0.1-7611",
      "/pincite/sockets/::1-7611",
      "/pincite/sockets/127.0.0.1-7612",
    ]);
    expect(socketToCall(env, "http://[::1]:7611")).toBe(join(socketFolder(env), "::1-7611"));
    expect(socketToCall(env, "http://127.0.0.1")).toBe(join(socketFolder(env), "127.0.0.1-80"));
  });
});

describe("whoever listens at the port in the server's stead", () => {
  it("is sent nothing, and the person is told", async () => {
    const { heard, url } = await listener();
    for (const protocol of ["grpc", "connect"] as const) {
      const error = await call(url, protocol).catch(fromConnectError);
      expect(error).toMatchObject({
        reason: "UPSTREAM_UNAVAILABLE",
        message: expect.stringContaining("nothing was sent"),
      });
    }
    expect(heard).toEqual({ bytes: "", count: 2 });
  });

  it("hears nothing either where a server was killed before", async () => {
    const { port, stop } = await serve();
    await stop();
    const { heard, url } = await listener(port);
    await expect(call(url)).rejects.toThrow(/nothing was sent/u);
    expect(heard.bytes).toBe("");
  });

  it("is not sent a token either that was given by hand for just this address", async () => {
    const { heard, url } = await listener();
    env.PINCITE_TOKEN = "given-by-hand-and-nothing-else";
    expect(credentialFor(url, env)).not.toHaveProperty("socket");
    const transport = createClientTransport(url, credentialFor(url, env));
    void echoClient(transport)
      .say({ text: "nor this" }, { timeoutMs: 60_000 })
      .catch(() => undefined);
    // A TLS handshake is all that comes.
    await expect.poll(() => heard.bytes.charCodeAt(0)).toBe(22);
    transport.close();
    expect(heard.bytes).not.toContain("PRI * HTTP/2.0");
    for (const word of [env.PINCITE_TOKEN, ownToken(), "nor this"]) expect(heard.bytes).not.toContain(word);
  });
});
