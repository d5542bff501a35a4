import { execFile } from "node:child_process";
import { request as httpRequest } from "node:http";
import { connect as tcpConnect } from "node:net";
import { createClient, type Transport } from "@connectrpc/connect";
import { createGrpcWebTransport, createConnectTransport as createWebConnect } from "@connectrpc/connect-web";
import { afterEach, describe, expect, it } from "vitest";
import { Health, HealthCheckResponse_ServingStatus as Status } from "../../gen/grpc/health/v1/health_pb.ts";
import { type ClientTransport, createClientTransport, fromConnectError } from "../../src/wire/client.ts";
import { silentLog } from "../../src/wire/log.ts";
import { type RunningServer, type ServerOptions, startServer } from "../../src/wire/server.ts";
import { type EchoHandlers, echoClient, echoRoutes } from "./echo-service.ts";
import { http2 } from "./raw-http2.ts";

const open: { stop(graceMs?: number): Promise<void> }[] = [];
const clients: ClientTransport[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await Promise.all(open.splice(0).map((server) => server.stop(200)));
});

const start = async (handlers: EchoHandlers = {}, options: Partial<ServerOptions> = {}): Promise<RunningServer> => {
  const server = await startServer({
    port: 0,
    host: "127.0.0.1",
    routes: echoRoutes(handlers),
    log: silentLog,
    ...options,
  });
  open.push(server);
  return server;
};

const transport = (url: string, protocol: "grpc" | "connect" = "grpc"): ClientTransport => {
  const made = createClientTransport(url, { protocol });
  clients.push(made);
  return made;
};

const reasonOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "succeeded",
    (error) => fromConnectError(error).reason,
  );

const say = "/test.echo.v1.EchoService/Say";

/** A plain HTTP/1.1 request, with any header we like. */
const http1 = (url: string, headers: Record<string, string>, body = "", method = "POST") =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = httpRequest(url, { method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.on("error", reject).end(body);
  });

const statusOf = (trailers: Record<string, unknown>) => ({
  status: String(trailers["grpc-status"]),
  message: decodeURIComponent(String(trailers["grpc-message"])),
});

/** gRPC-Web has its trailers in the body: a frame with flag 128, the length in four bytes, then lines like headers. */
const webStatusOf = (body: string) => {
  expect(body.charCodeAt(0)).toBe(128);
  const lines = body
    .slice(5)
    .split("\r\n")
    .filter((line) => line !== "");
  return statusOf(Object.fromEntries(lines.map((line) => line.split(/:\s*(.*)/s).slice(0, 2))));
};

/** By name, a way to reach these handlers, and what the server is told of it. */
const transports: [string, (url: string) => Transport, Partial<ServerOptions>?][] = [
  ["gRPC", (url) => transport(url)],
  ["Connect over HTTP/2", (url) => transport(url, "connect")],
  ["gRPC on the long path", (url) => transport(url), { shortPath: false }],
  ["Connect over HTTP/2 on the long path", (url) => transport(url, "connect"), { shortPath: false }],
  ["gRPC-Web over HTTP/1.1", (baseUrl) => createGrpcWebTransport({ baseUrl })],
  ["Connect over HTTP/1.1", (baseUrl) => createWebConnect({ baseUrl, useBinaryFormat: true })],
];

// A browser takes brotli, which the library packs as tightly as it can: 20 ms of a processor for 12 kB that stay on this machine.
it.each([
  ["Connect", "proto", "Say", "accept-encoding"],
  ["a stream of Connect", "connect+proto", "Watch", "connect-accept-encoding"],
  ["gRPC-Web", "grpc-web+proto", "Say", "grpc-accept-encoding"],
])("packs no answer, whatever the caller takes: %s", async (_, type, method, takes) => {
  const text = "evidence ".repeat(20_000);
  const { url } = await start({
    say: () => ({ text }),
    async *watch() {
      yield { text };
    },
  });
  const headers = { "content-type": `application/${type}`, [takes]: "gzip, br" };
  const answer = await http1(
    `${url}/test.echo.v1.EchoService/${method}`,
    headers,
    "\0".repeat(type === "proto" ? 0 : 5),
  );
  expect(answer.text).toContain(text);
});

describe.each(transports)("one port, by %s", (_, connect, options) => {
  it("answers a call and a stream, and tells reasons in both", async () => {
    const { url } = await start(
      {
        async *watch() {
          yield { count: 1 };
          yield { count: 2 };
        },
      },
      options,
    );
    const client = echoClient(connect(url));
    expect((await client.say({ text: "Beste collega, € 1.200" })).text).toBe("Beste collega, € 1.200");
    const counts: number[] = [];
    for await (const message of client.watch({})) counts.push(message.count);
    expect(counts).toEqual([1, 2]);
    expect(await reasonOf(client.say({ text: "forbidden" }))).toBe("REQUEST_INVALID");
  });

  it("shortens a longer deadline to 60 s and keeps a shorter one", async () => {
    const { url } = await start(
      { say: (_, context) => ({ count: Math.ceil((context.timeoutMs() ?? 0) / 1000) }) },
      options,
    );
    const client = echoClient(connect(url));
    expect((await client.say({}, { timeoutMs: 3_600_000 })).count).toBe(60);
    expect((await client.say({}, { timeoutMs: 5_000 })).count).toBe(5);
    expect((await client.say({})).count).toBe(60);
  });

  it("refuses a message of 5 MB and takes one of 3", async () => {
    const { url } = await start({ say: (request) => ({ count: request.text.length / 100 }) }, options);
    const client = echoClient(connect(url));
    expect(await reasonOf(client.say({ text: "x".repeat(5_000_000) }))).toBe("LIMIT_EXCEEDED");
    expect((await client.say({ text: "x".repeat(3_000_000) })).count).toBe(30_000);
  });

  it("notices that a watcher left", async () => {
    let left = false;
    const { url } = await start(
      {
        async *watch(_request, context) {
          context.signal.addEventListener("abort", () => {
            left = true;
          });
          yield { count: 1 };
          await new Promise(() => undefined);
        },
      },
      options,
    );
    const leave = new AbortController();
    const read = async () => {
      for await (const _message of echoClient(connect(url)).watch({}, { signal: leave.signal })) leave.abort();
    };
    expect(await reasonOf(read())).toBe("CANCELLED");
    await expect.poll(() => left).toBe(true);
  });
});

describe("what the server refuses", () => {
  it.each(["0.0.0.0", "::", "192.168.1.4", "example.org"])("does not listen on %s", async (host) => {
    await expect(start({}, { host })).rejects.toMatchObject({ reason: "HOST_REFUSED" });
  });

  it("says that a port is in use", async () => {
    const { port } = await start();
    await expect(start({}, { port })).rejects.toMatchObject({
      reason: "ALREADY_EXISTS",
      facts: { port: String(port) },
    });
  });

  it.each(["application/json", "application/json; charset=utf-8", "application/connect+json"])(
    "answers %s with 415 and a sentence",
    async (type) => {
      const { url } = await start();
      const answer = await http1(url + say, { "content-type": type }, '{"text":"a"}');
      expect(answer.status).toBe(415);
      expect(answer.text).toContain("speaks protobuf only");
    },
  );

  it("answers Connect GET with 415 for JSON and 405 otherwise", async () => {
    const { url } = await start();
    const get = (query: string) => http1(`${url}${say}?${query}`, {}, "", "GET");
    expect((await get("encoding=json&message=%7B%7D")).status).toBe(415);
    expect((await get("encoding=proto&message=")).status).toBe(405);
  });

  it.each(["application/grpc+json", "application/grpc-web+json"])(
    "answers %s with a status that says why",
    async (type) => {
      const { url } = await start();
      const answer = await http2(url, { ":path": say, "content-type": type, te: "trailers" }, "\0\0\0\0\x02{}");
      const { status, message } = type.includes("web") ? webStatusOf(String(answer.body)) : statusOf(answer);
      expect(status).toBe("3");
      expect(message).toContain("speaks protobuf only");
    },
  );

  it("takes JSON when it is told to", async () => {
    const { url } = await start({}, { allowJson: true });
    expect(await http1(url + say, { "content-type": "application/json" }, '{"text":"a"}')).toMatchObject({
      status: 200,
      text: '{"text":"a"}',
    });
  });

  it("refuses unknown keys of JSON too", async () => {
    const { url } = await start({}, { allowJson: true });
    expect((await http1(url + say, { "content-type": "application/json" }, '{"nope":1}')).status).toBe(400);
  });

  it.each(["evil.example", "evil.example:7611", "127.0.0.1.evil.example", "localhost.", "[::2]:7611"])(
    "refuses the foreign Host %s",
    async (host) => {
      const { url } = await start();
      expect(await http1(url + say, { host, "content-type": "application/proto" })).toMatchObject({ status: 403 });
      expect(await http2(url, { ":authority": host, ":path": say, "content-type": "application/grpc" })).toMatchObject({
        ":status": 403,
      });
    },
  );

  it("refuses a foreign Host beside an :authority of ours", async () => {
    const { url } = await start();
    const headers = { ":path": say, host: "evil.example", "content-type": "application/grpc" };
    expect(await http2(url, headers)).toMatchObject({ ":status": 403 });
  });

  it.each(["localhost", "LOCALHOST:80", "[::1]:7611", "127.0.0.1"])("takes the Host %s", async (host) => {
    const { url } = await start();
    expect((await http1(url + say, { host, "content-type": "application/proto" })).status).toBe(200);
  });

  it("does not hand invalid UTF-8 in a string to a handler", async () => {
    let handled = false;
    const { url } = await start({
      say: () => {
        handled = true;
        return {};
      },
    });
    const body = Buffer.from([0x0a, 0x02, 0xff, 0xfe]);
    const answer = await new Promise<number>((resolve, reject) => {
      const headers = { "content-type": "application/proto" };
      const request = httpRequest(url + say, { method: "POST", headers }, (got) =>
        resolve(got.resume().statusCode ?? 0),
      );
      request.on("error", reject).end(body);
    });
    expect({ answer, handled }).toEqual({ answer: 400, handled: false });
  });

  it("answers a path that is no call with 404", async () => {
    const { url } = await start();
    expect((await http1(`${url}/nowhere`, {}, "", "GET")).status).toBe(404);
    expect((await http1(`${url}//`, {}, "", "GET")).status).toBe(404);
  });

  it("does not fall over bytes that are no HTTP", async () => {
    const { url, port } = await start();
    const socket = tcpConnect(port, "127.0.0.1");
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.resume().write("PRI * HTTP/2.0\r\n\r\nnot the rest of it\r\n\r\n");
    await closed;
    expect((await echoClient(transport(url)).say({ text: "still here" })).text).toBe("still here");
  });

  it("puts a preface together that comes byte by byte", async () => {
    const { port } = await start();
    const socket = tcpConnect({ port, host: "127.0.0.1", noDelay: true });
    const answered = new Promise<Buffer>((resolve) => socket.once("data", resolve));
    for (const byte of Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0", "latin1")) {
      socket.write(Buffer.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    // The fourth byte of a frame is its type, and a server begins with SETTINGS (4).
    expect((await answered)[3]).toBe(4);
    socket.destroy();
  });
});

describe("health", () => {
  it("tells the server's and a service's state, and NOT_FOUND for others", async () => {
    const server = await start();
    const health = createClient(Health, transport(server.url));
    expect((await health.check({})).status).toBe(Status.SERVING);
    expect((await health.check({ service: "test.echo.v1.EchoService" })).status).toBe(Status.SERVING);
    await expect(health.check({ service: "nope" })).rejects.toThrow("[not_found]");
    server.setServing(false);
    expect((await health.check({})).status).toBe(Status.NOT_SERVING);
  });

  it("tells a watcher each change once, and the drain last", async () => {
    const server = await start();
    const seen: Status[] = [];
    const read = (async () => {
      for await (const { status } of createClient(Health, transport(server.url)).watch({})) {
        seen.push(status);
        if (seen.length === 1) server.setServing(true);
        if (seen.length === 1) void server.stop(2_000);
      }
    })();
    expect(await reasonOf(read)).toBe("SERVER_DRAINING");
    expect(seen).toEqual([Status.SERVING, Status.NOT_SERVING]);
  });
});

describe("draining", () => {
  it("lets a call in flight finish, ends watches with a reason, and takes no new connection", async () => {
    let finish: (answer: { text: string }) => void = () => undefined;
    const server = await start({
      say: () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
      async *watch() {
        yield { count: 1 };
        await new Promise(() => undefined);
      },
    });
    const client = echoClient(transport(server.url));
    let watching = false;
    const watch = (async () => {
      for await (const _ of client.watch({})) watching = true;
    })();
    const ended = reasonOf(watch);
    const call = client.say({});
    await expect.poll(() => watching && finish.length === 1).toBe(true);

    const stopped = server.stop(5_000);
    expect(await ended).toBe("SERVER_DRAINING");
    expect(await reasonOf(echoClient(transport(server.url)).say({}))).toBe("UPSTREAM_UNAVAILABLE");
    finish({ text: "finished" });
    expect((await call).text).toBe("finished");
    await stopped;
  });

  it("closes idle connections of both HTTP versions without waiting for the grace time", async () => {
    const server = await start();
    await echoClient(transport(server.url)).say({});
    await echoClient(createGrpcWebTransport({ baseUrl: server.url })).say({});
    // An hour of grace: the test would time out if anything waited for it.
    await server.stop(3_600_000);
  });

  it("cuts what does not end in time", async () => {
    const server = await start({ say: () => new Promise(() => undefined) });
    const call = reasonOf(echoClient(transport(server.url)).say({}));
    const silent = tcpConnect(server.port, "127.0.0.1").on("error", () => undefined);
    await new Promise((resolve) => silent.once("connect", resolve));
    await server.stop(50);
    expect(await call).not.toBe("succeeded");
  });

  it("gives repeated stops the same end", async () => {
    const server = await start();
    expect(server.stop(10)).toBe(server.stop(10));
    await server.stop();
  });

  it("does not crash a client whose idle connection is told to go away, thirty times over", async () => {
    for (let round = 0; round < 30; round += 1) {
      const server = await start();
      const idle = transport(server.url);
      await echoClient(idle).say({});
      await server.stop(1_000);
    }
  });
});

describe("a thousand calls one after the other", () => {
  it("leave no listener behind", async () => {
    let seen = 0;
    const warnings: string[] = [];
    const onWarning = (warning: Error) => warnings.push(warning.name);
    process.on("warning", onWarning);
    const { url } = await start({
      async *watch(request) {
        yield { count: 1 };
        if (request.text === "stay") await new Promise(() => undefined);
      },
    });
    const client = echoClient(transport(url));
    for (let index = 0; index < 1_000; index += 1) expect((await client.say({ count: index })).count).toBe(index);
    await Promise.all(Array.from({ length: 100 }, () => client.say({})));
    for (let index = 0; index < 50; index += 1) for await (const _ of client.watch({})) expect(_.count).toBe(1);
    const leave = new AbortController();
    const watchAll = async () => {
      for await (const _ of client.watch({ text: "stay" }, { signal: leave.signal })) seen += 1;
    };
    const ended = Promise.all(Array.from({ length: 30 }, () => reasonOf(watchAll())));
    await expect.poll(() => seen).toBe(30);
    leave.abort();
    expect(new Set(await ended)).toEqual(new Set(["CANCELLED"]));
    process.off("warning", onWarning);
    expect(warnings).toEqual([]);
  });
});

describe("buf curl, which has no schema", () => {
  /** Runs the buf of this project; the exit code is 0 or 8 times the RPC code. */
  const bufCurl = (...args: string[]) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      execFile("node_modules/.bin/buf", ["curl", ...args], (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
      );
    });

  it("lists services and methods", async () => {
    const { url } = await start();
    const services = await bufCurl("--protocol", "grpc", "--http2-prior-knowledge", "--list-services", url);
    expect(services.stdout.trim().split("\n")).toEqual([
      "grpc.health.v1.Health",
      "grpc.reflection.v1.ServerReflection",
      "grpc.reflection.v1alpha.ServerReflection",
      "test.echo.v1.EchoService",
    ]);
    const methods = await bufCurl("--protocol", "grpc", "--http2-prior-knowledge", "--list-methods", url);
    expect(methods.stdout).toContain("test.echo.v1.EchoService/Say");
  });

  it.each([
    ["grpc", ["--http2-prior-knowledge"]],
    ["grpcweb", []],
    ["grpcweb", ["--http2-prior-knowledge"]],
    ["connect", ["--http2-prior-knowledge"]],
  ])("calls a method by %s %s", async (protocol, flags) => {
    const { url } = await start({}, { allowJson: true });
    const args = ["--protocol", protocol, ...flags, "-d", '{"text":"Beste","inner":{"count":7}}', url + say];
    const { code, stdout, stderr } = await bufCurl(...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual({ text: "Beste", inner: { count: 7 } });
  });

  it.each(["grpc", "grpcweb", "connect"])("works by %s on a server that refuses JSON", async (protocol) => {
    const { url } = await start();
    const { code, stdout } = await bufCurl(
      "--protocol",
      protocol,
      "--http2-prior-knowledge",
      "-d",
      '{"text":"a"}',
      url + say,
    );
    expect({ code, stdout: stdout && JSON.parse(stdout) }).toEqual({ code: 0, stdout: { text: "a" } });
  });

  it("shows the reason of an error in words", async () => {
    const { url } = await start();
    const { code, stderr } = await bufCurl(
      "--protocol",
      "connect",
      "--http2-prior-knowledge",
      "-d",
      '{"text":"forbidden"}',
      url + say,
    );
    expect(code).toBe(8 * 3);
    expect(stderr).toContain("REQUEST_INVALID");
  });
});
