import { createHash } from "node:crypto";
import { connect, createServer, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { byToken } from "../../src/wire/admission.ts";
import { createClientTransport, fromConnectError } from "../../src/wire/client.ts";
import type { Log } from "../../src/wire/log.ts";
import { type ServerOptions, startServer } from "../../src/wire/server.ts";
import { echoClient, echoRoutes } from "./echo-service.ts";

const token = "A".repeat(43);
const other = "B".repeat(43);
const digestOf = (word: string): Uint8Array => createHash("sha256").update(word).digest();

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const told: string[] = [];
const keep = (_fields: object, message: string): void => void told.push(message);
const log: Log = { info: keep, warn: keep, error: keep };

/** A server whose account has the token that stands in `held`. */
const serve = async (held: { word: string | undefined } = { word: token }, options: Partial<ServerOptions> = {}) => {
  told.length = 0;
  const server = await startServer({
    host: "127.0.0.1",
    port: 0,
    log,
    routes: echoRoutes(),
    authenticate: byToken((given) => given === held.word, "the file"),
    tokenDigest: () => (held.word === undefined ? undefined : digestOf(held.word)),
    ...options,
  });
  ends.push(() => server.stop(200));
  return server;
};

const clientOf = (url: string, word = token) => {
  const transport = createClientTransport(url, { token: () => word, tokenDigest: () => digestOf(word) });
  ends.push(() => transport.close());
  return echoClient(transport);
};

const reasonOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "answered",
    (error) => fromConnectError(error).reason,
  );

/** Passes on what it hears, both ways, and keeps it; `change` may alter what goes to the server. */
const relay = async (to: number, change: (bytes: Buffer, at: number) => Buffer = (bytes) => bytes) => {
  const heard = { bytes: "", count: 0 };
  const open: Socket[] = [];
  const server = createServer((socket) => {
    heard.count += 1;
    const on = connect(to, "127.0.0.1");
    open.push(socket, on);
    let at = 0;
    socket.on("data", (bytes) => {
      heard.bytes += bytes.toString("latin1");
      on.write(change(bytes, at));
      at += bytes.length;
    });
    on.on("data", (bytes) => {
      heard.bytes += bytes.toString("latin1");
      socket.write(bytes);
    });
    for (const [one, two] of [
      [socket, on],
      [on, socket],
    ] as const)
      one.on("error", () => undefined).on("close", () => two.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { heard, url: `http://127.0.0.1:${(server.address() as { port: number }).port}` };
};

describe("a port that is called by the token", () => {
  it("answers who knows it, and whoever passes the call on hears neither token nor words", async () => {
    const { port } = await serve();
    const { heard, url } = await relay(port);
    expect((await clientOf(url).say({ text: "words of a case" })).text).toBe("words of a case");
    for (const word of [token, "words of a case", "authorization", "Bearer"]) expect(heard.bytes).not.toContain(word);
  });

  it("lets nobody change what is passed on", async () => {
    const { port } = await serve();
    const spoil = (bytes: Buffer, at: number): Buffer => {
      // Behind the handshake, which is less than a thousand bytes long.
      if (at + bytes.length > 1_000) bytes[bytes.length - 1] = bytes[bytes.length - 1]! ^ 1;
      return bytes;
    };
    const { url } = await relay(port, spoil);
    const call = clientOf(url).say({ text: "x".repeat(2_000) });
    await expect(call).rejects.toThrow();
  });

  it.each([
    ["says something else", "HTTP/1.1 200 OK\r\n\r\n"],
    ["hangs up", ""],
  ])("is told from one where somebody listens who %s, and who is sent no token", async (_, answer) => {
    const heard: Buffer[] = [];
    const server = createServer((socket) => {
      socket
        .on("error", () => undefined)
        .on("data", (bytes) => {
          heard.push(bytes);
          socket.end(answer);
        });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ends.push(() => server.close());
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    const call = clientOf(url).say({ text: "words of a case" });
    await expect(call).rejects.toThrow(/did not show that it knows the token/u);
    expect(heard.length).toBeGreaterThan(0);
    const bytes = Buffer.concat(heard).toString("latin1");
    for (const word of [token, "words of a case", "PRI * HTTP/2.0"]) expect(bytes).not.toContain(word);
  });

  it("gives who knows another token nothing, and whoever has a server with another is sent nothing", async () => {
    const { url } = await serve({ word: other });
    expect(await reasonOf(clientOf(url).say({ text: "" }))).toBe("UPSTREAM_UNAVAILABLE");
    expect(told).toEqual([]);
  });

  it("takes the token of the moment, and none while there is none", async () => {
    const held: { word: string | undefined } = { word: token };
    const { url } = await serve(held);
    expect((await clientOf(url).say({ text: "one" })).text).toBe("one");
    held.word = other;
    expect(await reasonOf(clientOf(url).say({ text: "" }))).toBe("UPSTREAM_UNAVAILABLE");
    expect((await clientOf(url, other).say({ text: "two" })).text).toBe("two");
    held.word = undefined;
    expect(await reasonOf(clientOf(url, other).say({ text: "" }))).toBe("UPSTREAM_UNAVAILABLE");
  });

  it("lives on where its token cannot be looked at", async () => {
    const { url } = await serve(undefined, {
      tokenDigest: () => {
        throw new TypeError("no token");
      },
    });
    expect(await reasonOf(clientOf(url).say({ text: "" }))).toBe("UPSTREAM_UNAVAILABLE");
    const plain = createClientTransport(url, { token: () => token });
    ends.push(() => plain.close());
    expect((await echoClient(plain).say({ text: "still" })).text).toBe("still");
  });

  it("says that no server is there where none is", async () => {
    const { url, stop } = await serve();
    await stop();
    const cause = await clientOf(url)
      .say({ text: "" })
      .catch((error) => fromConnectError(error).message);
    expect(cause).not.toContain("did not show");
  });

  it("is not there where the server has no token, and closes who shakes hands in vain", async () => {
    const { url, port } = await serve(undefined, { tokenDigest: undefined as never });
    expect(await reasonOf(clientOf(url).say({ text: "" }))).toBe("UPSTREAM_UNAVAILABLE");
    const plain = createClientTransport(`http://127.0.0.1:${port}`, { token: () => token });
    ends.push(() => plain.close());
    expect((await echoClient(plain).say({ text: "still" })).text).toBe("still");
  });

  it("keeps the place of who was let in while a crowd that nobody knows comes", async () => {
    const { port } = await serve(undefined, { limits: { strangersMax: 2 } });
    const { heard, url } = await relay(port);
    const client = clientOf(url);
    await client.say({ text: "one" });
    const crowd = Array.from({ length: 5 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
    ends.push(() => {
      for (const socket of crowd) socket.destroy();
    });
    await expect.poll(() => crowd.filter(({ closed }) => closed).length).toBe(3);
    expect((await client.say({ text: "two" })).text).toBe("two");
    expect(heard.count).toBe(1);
  });
});
