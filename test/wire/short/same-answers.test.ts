import { connect as http2Connect } from "node:http2";
import { gzipSync } from "node:zlib";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DomainError } from "../../../src/error.ts";
import { byToken } from "../../../src/wire/admission.ts";
import { limits } from "../../../src/wire/limits.ts";
import { type RunningServer, type ServerOptions, startServer } from "../../../src/wire/server.ts";
import { type EchoHandlers, EchoSchema, echoRoutes } from "../echo-service.ts";
import { http2 } from "../raw-http2.ts";
import { recordingLog } from "../recording-log.ts";

/** What the handlers do is in the request's text, so that one pair of servers does for all cases. */
const handlers: EchoHandlers = {
  async say(request, context) {
    const { text } = request;
    if (text === "headers") {
      context.responseHeader.set("x-said", "yes");
      context.responseTrailer.set("x-after", "yes");
      return { text: context.requestHeader.get("x-asked") ?? "" };
    }
    if (text === "domain") throw new DomainError("RUN_NOT_FOUND", "no run “é”", { run_id: "r1" });
    if (text === "violations")
      throw new DomainError(
        "MISSING_INPUTS",
        "first bind",
        {},
        {
          violations: [{ type: "BIND", subject: "claim-1", description: "bind it" }],
        },
      );
    if (text === "busy") throw new DomainError("RUN_BUSY", "wait");
    if (text === "bug") return (undefined as unknown as { text: { length: number } }).text as never;
    if (text === "connect") throw new ConnectError("nobody", Code.Aborted, { "x-why": "because" });
    if (text === "large") return { text: "x".repeat(5_000_000) };
    if (text === "never") return new Promise(() => undefined);
    if (text === "url") return { text: new URL(context.url).pathname, count: context.signal.aborted ? 1 : 0 };
    return request;
  },
  long: async (_request, context) => ({ count: Math.ceil((context.timeoutMs() ?? 0) / 10_000) }),
};

const echo = (text: string, count = 0) => Buffer.from(toBinary(EchoSchema, create(EchoSchema, { text, count })));

/** A message of exactly so many bytes, above 2 MiB: a tag, four bytes of length, and a text. */
const ofBytes = (size: number): Buffer => {
  const bytes = echo("x".repeat(size - 5));
  if (bytes.length !== size) throw new Error(`${bytes.length} bytes, not ${size}`);
  return bytes;
};

const framed = (message: Buffer, flags = 0, length = message.length): Buffer => {
  const head = Buffer.alloc(5);
  head[0] = flags;
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, message]);
};

const say = "/test.echo.v1.EchoService/Say";
const connect = { ":path": say, "content-type": "application/proto" };
const grpc = { ":path": say, "content-type": "application/grpc", te: "trailers" };
const watch = { ":path": "/test.echo.v1.EchoService/Watch" };
type Case = [name: string, headers: Record<string, string>, body: Buffer];

const texts = [
  "Beste collega, € 1.200",
  "",
  "headers",
  "domain",
  "violations",
  "busy",
  "bug",
  "connect",
  "large",
  "url",
];
const cases: Case[] = [
  ...texts.flatMap((text): Case[] => [
    [`Connect: ${text}`, { ...connect, "x-asked": "this" }, echo(text)],
    [`gRPC: ${text}`, { ...grpc, "x-asked": "this" }, framed(echo(text))],
  ]),
  ["a rule broken", connect, echo("forbidden")],
  ["a rule broken, gRPC", { ...grpc, "content-type": "application/grpc+proto" }, framed(echo("a", 100_001))],
  ["unknown fields", connect, Buffer.concat([echo("a"), Buffer.from([0x98, 0x06, 0x01])])],
  ["no protobuf", connect, Buffer.from([0xff, 0xff, 0xff])],
  ["no protobuf, gRPC", grpc, framed(Buffer.from([0x0a, 0x7f, 0x01]))],
  ["no UTF-8", connect, Buffer.from([0x0a, 0x01, 0xff])],
  ["too large", connect, echo("x".repeat(4_200_000))],
  ["too large, gRPC", grpc, framed(echo("x".repeat(4_200_000)))],
  ...[1, 5, 6].map((more): Case => [`${more} bytes too many`, connect, ofBytes(limits.messageBytesMax + more)]),
  ["one byte too many, gRPC", grpc, framed(ofBytes(limits.messageBytesMax + 1))],
  ["a promise of too much", grpc, framed(echo("a"), 0, 0x7fffffff)],
  ["the longest deadline", { ...connect, ":path": "/test.echo.v1.EchoService/Long" }, echo("a")],
  ["a long deadline asked", { ...connect, "connect-timeout-ms": "9000000" }, echo("a")],
  ["a deadline that passes", { ...connect, "connect-timeout-ms": "30" }, echo("never")],
  ["a deadline that passes, gRPC", { ...grpc, "grpc-timeout": "30m" }, framed(echo("never"))],
  ["a deadline of nothing", { ...connect, "connect-timeout-ms": "0" }, echo("a")],
  ["a deadline that is none", { ...connect, "connect-timeout-ms": "soon" }, echo("a")],
  ["a deadline that is none, gRPC", { ...grpc, "grpc-timeout": "5 minutes" }, framed(echo("a"))],
  ["compressed", { ...connect, "content-encoding": "gzip" }, gzipSync(echo("a"))],
  ["compressed, gRPC", { ...grpc, "grpc-encoding": "gzip" }, framed(gzipSync(echo("a")), 1)],
  ["compressed, and not said", grpc, framed(gzipSync(echo("a")), 1)],
  ["a compression nobody knows", { ...connect, "content-encoding": "zip" }, echo("a")],
  ["nothing, gRPC", grpc, Buffer.alloc(0)],
  ["half a head", grpc, Buffer.from([0, 0, 0])],
  ["half a message", grpc, framed(echo("Beste"), 0, 400)],
  ["two messages", grpc, Buffer.concat([framed(echo("a")), framed(echo("b"))])],
  ["a flag of no meaning", grpc, framed(echo("a"), 4)],
  ["another codec", { ...connect, "content-type": "application/json" }, Buffer.from("{}")],
  ["no codec", { ":path": say }, echo("a")],
  ["another method", { ...connect, ":path": "/test.echo.v1.EchoService/Nothing" }, echo("a")],
  ["a method without a handler", { ...connect, ":path": "/test.echo.v1.EchoService/Watch" }, echo("a")],
  ["another host", { ...connect, ":authority": "example.org" }, echo("a")],
  ["another origin", { ...connect, origin: "http://example.org" }, echo("a")],
  ["a GET", { ...connect, ":method": "GET" }, Buffer.alloc(0)],
  ["a broken rule of our own", { ...connect, ":path": "/test.echo.v1.EchoService/Break" }, echo("a")],
];

type Path = { server: RunningServer; entries: ReturnType<typeof recordingLog>["entries"] };
let paths: [short: Path, long: Path];

const pathOf = async (shortPath: boolean, options: Partial<ServerOptions> = {}): Promise<Path> => {
  const { log, entries } = recordingLog();
  const longMethods = ["test.echo.v1.EchoService/Long"];
  const host = "127.0.0.1";
  const basics = { port: 0, host, routes: echoRoutes(handlers), log, longMethods, shortPath };
  const server = await startServer({ ...basics, ...options });
  return { server, entries };
};

beforeAll(async () => {
  paths = [await pathOf(true), await pathOf(false)];
});

afterAll(async () => {
  for (const { server } of paths) await server.stop(50);
});

/** What differs from call to call, and what the library says of compressions that a plain call never uses. */
const unsaid = new Set([
  "date",
  "grpc-accept-encoding",
  "accept-encoding",
  "content-length",
  "connect-accept-encoding",
]);

const answerOf = async ({ server, entries }: Path, headers: Record<string, string>, body: Buffer) => {
  entries.length = 0;
  const answer = await http2(server.url, headers, body).catch((error: Error) => ({ failed: error.message }));
  const said = Object.entries(answer).filter(([name]) => !unsaid.has(name));
  return {
    answer: Object.fromEntries(said.sort(([a], [b]) => (a < b ? -1 : 1))),
    told: entries.map(({ level, fields: { durationMs: _, cause: __, ...rest } }) => ({ level, ...rest })),
  };
};

/** What is wrong with the body of a call over gRPC that takes one message. */
const faultsOf = (body: Buffer): ReadonlySet<string> => {
  const faults = new Set<string>(body.length === 0 ? ["missing"] : []);
  for (let at = 0; at < body.length; ) {
    if (at > 0) faults.add("extra");
    if (body.length < at + 5) return faults.add("cut short");
    const end = at + 5 + body.readUInt32BE(at + 1);
    if (end - at - 5 > limits.messageBytesMax) faults.add("too large");
    if ((body[at]! & 1) === 1) faults.add("compressed");
    if ((body[at]! & ~1) !== 0) faults.add("a flag of no meaning");
    if (body.length < end) return faults.add("cut short");
    try {
      fromBinary(EchoSchema, body.subarray(at + 5, end));
    } catch {
      faults.add("no message");
    }
    at = end;
  }
  return faults;
};

describe("the short path and the long one", () => {
  it.each(cases)("give one answer and write one line of log: %s", async (_, headers, body) => {
    const [short, long] = paths;
    expect(await answerOf(short, headers, body)).toEqual(await answerOf(long, headers, body));
  });

  it("take and refuse the same of whatever bytes", async () => {
    const [short, long] = paths;
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.uint8Array({ maxLength: 40 }).map((bytes) => framed(Buffer.from(bytes))),
      fc
        .tuple(fc.uint8Array({ maxLength: 20 }), fc.nat(255), fc.nat(60))
        .map(([b, f, n]) => framed(Buffer.from(b), f, n)),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(connect, grpc), body, async (headers, bytes) => {
        const given = Buffer.from(bytes);
        const [ours, theirs] = [await answerOf(short, headers, given), await answerOf(long, headers, given)];
        const isWrongTwice = headers === grpc && faultsOf(given).size > 1;
        if (!isWrongTwice) expect(ours).toEqual(theirs);
        // The one difference there is, and its reason: the short path reads one envelope to its end before it looks behind it, the library head by
        // head; of several things that are wrong with an envelope each names another. Both refuse.
        else for (const { answer } of [ours, theirs]) expect(answer["grpc-status"]).not.toBe("0");
      }),
      { numRuns: 100 },
    );
  });
});

describe("callers that nobody knows", () => {
  it.each([
    ["Connect", connect, echo("a")],
    ["gRPC", grpc, framed(echo("a"))],
    ["gRPC, a watch", { ...grpc, ":path": "/test.echo.v1.EchoService/Watch" }, framed(echo("a"))],
    ["gRPC-Web", { ...grpc, "content-type": "application/grpc-web+proto" }, framed(echo("a"))],
    ["gRPC-Web, a watch", { ...watch, "content-type": "application/grpc-web" }, framed(echo("a"))],
    ["Connect, a watch", { ...watch, "content-type": "application/connect+proto" }, framed(echo("a"))],
    ["no method", { ...connect, ":path": "/test.echo.v1.EchoService/Nothing" }, echo("a")],
  ])("are told the same on both paths, and counted: %s", async (what, headers, body) => {
    const authenticate = byToken((given) => given === "known", "the token file");
    const [short, long] = [await pathOf(true, { authenticate }), await pathOf(false, { authenticate })];
    for (const wrong of [{}, { authorization: "Bearer other" }]) {
      const given = { ...headers, ...wrong };
      expect((await answerOf(short, given, body)).answer).toEqual((await answerOf(long, given, body)).answer);
    }
    for (let n = 0; n < 20; n++) await http2(short.server.url, headers, body);
    if (what !== "no method") expect(short.entries.length).toBeLessThanOrEqual(1);
    expect((await answerOf(short, { ...connect, authorization: "Bearer known" }, echo("a"))).answer[":status"]).toBe(
      200,
    );
    for (const { server } of [short, long]) await server.stop(50);
  });
});

describe("the short path", () => {
  it("ends a call whose body does not come before its deadline", async () => {
    const session = http2Connect(paths[0].server.url);
    const stream = session.request({ ":method": "POST", ...connect, "connect-timeout-ms": "50" });
    stream.write(echo("Beste").subarray(0, 3));
    const status = await new Promise((resolve) => stream.once("response", (head) => resolve(head[":status"])));
    expect(status).toBe(504);
    session.destroy();
  });

  it("tells the handler that its caller left, and answers the next call", async () => {
    let told: Promise<unknown> | undefined;
    const { log } = recordingLog();
    const arrived = Promise.withResolvers<void>();
    const server = await startServer({
      ...{ port: 0, host: "127.0.0.1", log },
      routes: echoRoutes({
        say(request, { signal }) {
          if (request.text !== "wait") return request;
          told = new Promise((resolve) => signal.addEventListener("abort", () => resolve(signal.reason)));
          arrived.resolve();
          return new Promise(() => undefined);
        },
      }),
    });
    const session = http2Connect(server.url);
    const stream = session.request({ ":method": "POST", ...connect });
    stream.on("error", () => undefined).end(echo("wait"));
    await arrived.promise;
    stream.close(8);
    expect(await told).toMatchObject({ reason: "CANCELLED" });
    expect((await http2(server.url, connect, echo("a")))[":status"]).toBe(200);
    session.destroy();
    await server.stop(50);
  });
});
