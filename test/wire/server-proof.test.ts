import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { accessTokenCheck, accessTokenDigest, credentialFor, openAccessToken } from "../../src/access-token.ts";
import { byToken } from "../../src/wire/admission.ts";
import { type ClientTransport, createClientTransport, fromConnectError } from "../../src/wire/client.ts";
import { silentLog } from "../../src/wire/log.ts";
import { type RunningServer, startServer } from "../../src/wire/server.ts";
import { beginningOf, isProof, ownAddress, proofCode, proofLine } from "../../src/wire/server-proof.ts";
import { cli } from "../cli/support/cli.ts";
import { echoClient, echoRoutes } from "./echo-service.ts";

// Another account of the machine, as far as a test can play it: it may listen on any port, connect to any, and read what it is sent;
// it has not the token's file.

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** The account, with a token of its own. */
const account = () => {
  const folder = mkdtempSync(join(tmpdir(), "pincite-proof-of-server-"));
  ends.push(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "token");
  return { file, env: { PINCITE_TOKEN_FILE: file, XDG_STATE_HOME: folder }, token: openAccessToken(file) };
};

const serve = async (file: string, port = 0, host = "127.0.0.1"): Promise<RunningServer> => {
  const server = await startServer({
    ...{ port, host, routes: echoRoutes(), log: silentLog },
    authenticate: byToken(accessTokenCheck(file), file),
    proofKey: accessTokenDigest(file),
  });
  ends.push(() => server.stop(200));
  return server;
};

const client = (url: string, env: Record<string, string>): ClientTransport => {
  const transport = createClientTransport(url, credentialFor(url, env));
  ends.push(() => transport.close());
  return transport;
};

const listening = async (server: Server, port = 0): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  ends.push(() => server.close());
  return (server.address() as AddressInfo).port;
};

/** Listens first and keeps all that it is sent; `says` is what it answers, and where that is nothing it hangs up. */
const squatter = async (says: (sent: Buffer) => string | undefined, port = 0) => {
  const heard: Buffer[] = [];
  const server = createServer((socket) => {
    ends.push(() => socket.destroy());
    socket
      .on("error", () => undefined)
      .on("data", (chunk) => {
        heard.push(chunk);
        const answer = says(chunk);
        if (answer === undefined) socket.end();
        else socket.write(answer);
      });
  });
  return { port: await listening(server, port), heard: () => Buffer.concat(heard).toString("latin1") };
};

/** Passes everything on to a server, both ways, and keeps it. */
const relay = async (to: number) => {
  const heard: Buffer[] = [];
  const server = createServer((socket) => {
    const on: Socket = connect(to, "127.0.0.1");
    for (const each of [socket, on]) each.on("error", () => undefined).on("data", (chunk) => heard.push(chunk));
    socket.pipe(on).pipe(socket);
    ends.push(() => {
      socket.destroy();
      on.destroy();
    });
  });
  return { port: await listening(server), heard: () => Buffer.concat(heard).toString("latin1") };
};

const failure = (call: Promise<unknown>) => call.then(() => undefined, fromConnectError);
const say = (transport: ClientTransport) => echoClient(transport).say({ text: "hello" });

describe("before it is sent a token", () => {
  it("a server of the account shows that it knows it, and is called", async () => {
    const { env, file } = account();
    const { url } = await serve(file);
    const transport = client(url, env);
    const answers = await Promise.all([say(transport), say(transport), say(transport)]);
    expect(answers.map(({ text }) => text)).toEqual(["hello", "hello", "hello"]);
  });

  it.each([
    ["nothing", () => undefined],
    ["as a web server does", () => "HTTP/1.1 400 Bad Request\r\n\r\n"],
    ["a code that it made up", () => proofLine(randomBytes(32))],
    ["the word that it was sent", (sent: Buffer) => sent.toString("latin1")],
  ])("who listens in its stead and answers %s is sent one line and no more", async (_, says) => {
    const { env, token } = account();
    const { heard, port } = await squatter(says);
    const refused = await failure(say(client(`http://127.0.0.1:${port}`, env)));
    expect(refused).toMatchObject({ reason: "UPSTREAM_UNAVAILABLE" });
    expect(heard()).toMatch(/^PINCITE-PROOF [\w-]{43}\n$/);
    expect(heard()).not.toContain(token);
  });

  it("who passes everything on to the server learns nothing, since the code names the port it came in at", async () => {
    const { env, file, token } = account();
    const { port } = await serve(file);
    const between = await relay(port);
    const refused = await failure(say(client(`http://127.0.0.1:${between.port}`, env)));
    expect(refused?.message).toContain("does not show that it is a server of this account");
    expect(between.heard().match(/PINCITE-PROOF/g)).toHaveLength(2);
    expect(between.heard()).not.toContain(token);
  });

  it("who takes the port once the server is gone is asked anew by a client that was connected", async () => {
    const { env, file, token } = account();
    const server = await serve(file);
    const transport = client(server.url, env);
    expect((await say(transport)).text).toBe("hello");
    await server.stop(200);
    const { heard } = await squatter(() => undefined, server.port);
    expect(await failure(say(transport))).toMatchObject({ reason: "UPSTREAM_UNAVAILABLE" });
    expect(heard()).not.toContain(token);
  });

  it.each(["end", "destroy"] as const)("a server that shows it and goes at once (%s) is told as gone", async (way) => {
    const { env, token } = account();
    const key = createHash("sha256").update(token).digest();
    const server = createServer((socket) =>
      socket
        .on("error", () => undefined)
        .once("data", (sent) => {
          const beginning = beginningOf(Buffer.from(sent));
          const word = typeof beginning === "string" ? "" : beginning.word;
          socket.write(proofLine(proofCode(key, word, ownAddress(socket))), () => socket[way]());
        }),
    );
    const port = await listening(server);
    // A connection that ended before the library took it made the library ask for the next without end.
    expect(await failure(say(client(`http://127.0.0.1:${port}`, env)))).toBeDefined();
  });

  it("a client that was connected before there was a token asks once there is one", async () => {
    const { env, file } = account();
    const server = await serve(file);
    rmSync(file);
    const transport = client(server.url, env);
    expect(await failure(say(transport))).toMatchObject({ reason: "UNAUTHENTICATED" });
    openAccessToken(file);
    expect((await say(transport)).text).toBe("hello");
  });

  it("the command line says what to do", async () => {
    const { env, token } = account();
    const { heard, port } = await squatter(() => undefined);
    const { code, err } = await cli(["run", "list"], { env: { ...env, PINCITE_URL: `http://127.0.0.1:${port}` } });
    expect(code).not.toBe(0);
    expect(err).toContain("nothing was sent to it");
    expect(heard()).not.toContain(token);
  });
});

describe("a port that is forwarded to the server", () => {
  it("is called where a person says where it leads to, and the command line says how", async () => {
    const { env, file } = account();
    const { url } = await serve(file);
    const between = `http://127.0.0.1:${(await relay(Number(new URL(url).port))).port}`;
    const forwarded = (to: string) => {
      const transport = createClientTransport(between, credentialFor(between, env, to));
      ends.push(() => transport.close());
      return transport;
    };
    expect((await say(forwarded(url))).text).toBe("hello");
    expect((await say(forwarded(url.replace("127.0.0.1", "localhost")))).text).toBe("hello");
    expect(await failure(say(forwarded(between)))).toMatchObject({ reason: "UPSTREAM_UNAVAILABLE" });
    const { err } = await cli(["run", "list"], { env: { ...env, PINCITE_URL: between } });
    expect(err).toContain("set PINCITE_FORWARDED_TO to the address that the server itself names");
    const named = await cli(["run", "list"], { env: { ...env, PINCITE_URL: between, PINCITE_FORWARDED_TO: url } });
    expect(named.err).not.toContain("does not show that it is a server of this account");
    const wrong = await cli(["run", "list"], { env: { ...env, PINCITE_URL: between, PINCITE_FORWARDED_TO: "7611" } });
    expect(wrong.err).toContain("PINCITE_FORWARDED_TO: the address of a server looks like http://127.0.0.1:7611");
  });

  it("has the server show that it knows a token that was given, too", async () => {
    const { env, token } = account();
    const { heard, port } = await squatter(() => undefined);
    const url = `http://127.0.0.1:${port}`;
    const transport = createClientTransport(
      url,
      credentialFor(url, { ...env, PINCITE_TOKEN: token }, "http://127.0.0.1:7611"),
    );
    ends.push(() => transport.close());
    expect(await failure(say(transport))).toMatchObject({ reason: "UPSTREAM_UNAVAILABLE" });
    expect(heard()).not.toContain(token);
  });
});

describe("a token that was given for one address", () => {
  it("is sent there as it is, as programs of other makes send it", async () => {
    const { file, token } = account();
    const { url } = await serve(file);
    expect((await say(client(url, { PINCITE_TOKEN: token }))).text).toBe("hello");
  });
});

describe("the code of a server", () => {
  /** All that a server says to the bytes. */
  const answerTo = (port: number, bytes: string): Promise<string> =>
    new Promise((resolve) => {
      let said = "";
      const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
      socket
        .setEncoding("latin1")
        .on("data", (chunk) => (said += chunk))
        .on("error", () => undefined);
      socket.on("close", () => resolve(said));
      setTimeout(() => socket.destroy(), 100);
    });

  it("is over the word and the address, and one connection gets one", async () => {
    const { file, token } = account();
    const { port } = await serve(file);
    const word = randomBytes(32);
    const said = await answerTo(port, proofLine(word));
    const key = createHash("sha256").update(token).digest();
    const isFor = (address: string, of = word) => isProof(said, key, of.toString("base64url"), address);
    expect(isFor(`127.0.0.1 ${port}`)).toBe(true);
    expect([isFor(`127.0.0.1 ${port + 1}`), isFor(`::1 ${port}`), isFor(`127.0.0.1 ${port}`, randomBytes(32))]).toEqual(
      [false, false, false],
    );
    expect((await answerTo(port, proofLine(word) + proofLine(word))).match(/PINCITE-PROOF/g)).toHaveLength(1);
  });

  it("is asked for by its whole line alone, in however many pieces it comes", () => {
    const whole = Buffer.from(proofLine(Buffer.alloc(32)));
    for (let cut = 0; cut < whole.length; cut++) expect(beginningOf(whole.subarray(0, cut))).toBe("perhaps");
    expect(beginningOf(Buffer.concat([whole, Buffer.from("PRI")]))).toEqual({
      word: "A".repeat(43),
      rest: Buffer.from("PRI"),
    });
    for (const other of ["PRI * HTTP/2.0", "POST / HTTP/1.1", whole.toString().replace("\n", "\r"), "PINCITE-PROOX"])
      expect(beginningOf(Buffer.from(other))).toBe("other");
  });
});
