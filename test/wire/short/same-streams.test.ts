import { connect as http2Connect } from "node:http2";
import { create, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DomainError } from "../../../src/error.ts";
import { type RunningServer, startServer } from "../../../src/wire/server.ts";
import { type Echo, type EchoHandlers, EchoSchema, echoRoutes } from "../echo-service.ts";
import { http2 } from "../raw-http2.ts";
import { recordingLog } from "../recording-log.ts";

/** What the watch does is in the request's text, so that one pair of servers does for all cases. */
const handlers: EchoHandlers = {
  async *watch({ text, count }, context) {
    if (text === "headers") {
      context.responseHeader.set("x-said", context.requestHeader.get("x-asked") ?? "");
      context.responseTrailer.set("x-after", "yes");
    }
    if (text === "refused") throw new DomainError("RUN_NOT_FOUND", "no run “é”", { run_id: "r1" });
    for (let n = 1; n <= count; n++) yield { text: `${text} ${n}`, count: n };
    if (text === "refused late") throw new DomainError("RUN_BUSY", "wait");
    if (text === "bug") yield (undefined as unknown as { text: Echo }).text;
    if (text === "connect") throw new ConnectError("nobody", Code.Aborted, { "x-why": "because" });
    if (text === "large") yield { text: "x".repeat(5_000_000) };
    if (text === "time") yield { text: String(context.timeoutMs()), count: context.signal.aborted ? 1 : 0 };
    if (text === "never") await new Promise(() => undefined);
  },
};

const echo = (text: string, count = 0) => Buffer.from(toBinary(EchoSchema, create(EchoSchema, { text, count })));

const framed = (message: Buffer, flags = 0, length = message.length): Buffer => {
  const head = Buffer.alloc(5);
  head[0] = flags;
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, message]);
};

const path = { ":path": "/test.echo.v1.EchoService/Watch", "x-asked": "this" };
const connect = { ...path, "content-type": "application/connect+proto" };
const grpc = { ...path, "content-type": "application/grpc", te: "trailers" };

type Case = [name: string, headers: Record<string, string>, body: Buffer];

const bodies: [name: string, body: Buffer][] = [
  ["nothing told", framed(echo("a"))],
  ["three", framed(echo("Beste collega, € 1.200", 3))],
  ["as many as fill a window", framed(echo("x".repeat(900), 400))],
  ["headers", framed(echo("headers", 1))],
  ["headers of nothing told", framed(echo("headers"))],
  ["refused", framed(echo("refused"))],
  ["refused late", framed(echo("refused late", 2))],
  ["a bug", framed(echo("bug", 1))],
  ["an error of the library's", framed(echo("connect", 1))],
  ["no end", framed(echo("time"))],
  ["a rule broken", framed(echo("forbidden"))],
  ["unknown fields", framed(Buffer.concat([echo("a"), Buffer.from([0x98, 0x06, 0x01])]))],
  ["no protobuf", framed(Buffer.from([0xff, 0xff, 0xff]))],
  ["no UTF-8", framed(Buffer.from([0x0a, 0x01, 0xff]))],
  ["no message", Buffer.alloc(0)],
  ["two messages", Buffer.concat([framed(echo("a")), framed(echo("b"))])],
  ["half a head", Buffer.from([0, 0, 0])],
  ["compressed, and not said", framed(echo("a"), 1)],
];

const cases: Case[] = [
  ...bodies.flatMap(([name, body]): Case[] => [
    [`Connect: ${name}`, connect, body],
    [`gRPC: ${name}`, grpc, body],
  ]),
  ["a deadline that passes", { ...connect, "connect-timeout-ms": "40" }, framed(echo("never", 1))],
  ["a deadline that passes, gRPC", { ...grpc, "grpc-timeout": "40m" }, framed(echo("never", 1))],
  ["a deadline that is none", { ...connect, "connect-timeout-ms": "soon" }, framed(echo("a", 1))],
  ["a deadline of nothing, gRPC", { ...grpc, "grpc-timeout": "0m" }, framed(echo("a", 1))],
  ["an end behind the message", connect, Buffer.concat([framed(echo("a", 1)), framed(Buffer.from("{}"), 2)])],
  ["a compression nobody knows", { ...connect, "connect-content-encoding": "zip" }, framed(echo("a", 1))],
  ["the codec of single answers", { ...connect, "content-type": "application/proto" }, echo("a", 1)],
  ["JSON", { ...connect, "content-type": "application/connect+json" }, framed(Buffer.from("{}"))],
  ["another origin", { ...connect, origin: "http://example.org" }, framed(echo("a", 1))],
];

type Path = { server: RunningServer; entries: ReturnType<typeof recordingLog>["entries"] };
let paths: [short: Path, long: Path];

beforeAll(async () => {
  const pathOf = async (shortPath: boolean): Promise<Path> => {
    const { log, entries } = recordingLog();
    const server = await startServer({ port: 0, host: "127.0.0.1", routes: echoRoutes(handlers), log, shortPath });
    return { server, entries };
  };
  paths = [await pathOf(true), await pathOf(false)];
});

afterAll(async () => {
  for (const { server } of paths) await server.stop(50);
});

/** What differs from call to call, and what the library says of compressions that a plain call never uses. */
const unsaid = /^date$|accept-encoding$/;

const answerOf = async ({ server, entries }: Path, headers: Record<string, string>, body: Buffer) => {
  entries.length = 0;
  const answer = await http2(server.url, headers, body).catch((error: Error) => ({ failed: error.message }));
  await new Promise((resolve) => setImmediate(resolve));
  const said = Object.entries(answer).filter(([name]) => !unsaid.test(name));
  return {
    answer: Object.fromEntries(said.sort(([a], [b]) => (a < b ? -1 : 1))),
    told: entries.map(({ level, fields: { durationMs: _, cause: __, ...rest } }) => ({ level, ...rest })),
  };
};

describe("a stream on the short path and on the long one", () => {
  it.each(cases)("has one answer and one line of log: %s", async (_, headers, body) => {
    const [short, long] = paths;
    expect(await answerOf(short, headers, body)).toEqual(await answerOf(long, headers, body));
  });

  it.each([
    ["Connect", connect],
    ["gRPC", grpc],
  ])("is refused alike where a message is larger than any may be: %s", async (_, headers) => {
    const [short, long] = paths;
    const body = framed(echo("large", 1));
    const [{ answer: ours, told }, { answer: theirs }] = [
      await answerOf(short, headers, body),
      await answerOf(long, headers, body),
    ];
    expect(ours).toEqual(theirs);
    expect(told).toContainEqual(expect.objectContaining({ code: "resource_exhausted", reason: "LIMIT_EXCEEDED" }));
  });

  it("takes and refuses the same of whatever bytes", async () => {
    const [short, long] = paths;
    const body = fc
      .tuple(fc.uint8Array({ maxLength: 20 }), fc.nat(255), fc.nat(60))
      .map(([bytes, flags, length]) => framed(Buffer.from(bytes), flags, length));
    const isTaken = ({ answer }: Awaited<ReturnType<typeof answerOf>>): boolean =>
      answer["grpc-status"] === "0" || answer.body === "\x02\0\0\0\x02{}";
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(connect, grpc), body, async (headers, bytes) => {
        const [ours, theirs] = [await answerOf(short, headers, bytes), await answerOf(long, headers, bytes)];
        // Of several things that are wrong with an envelope each may name another.
        expect(isTaken(ours)).toBe(isTaken(theirs));
      }),
      { numRuns: 60 },
    );
  });
});

describe("a stream on the short path", () => {
  it("waits for a reader that is behind, and tells the handler when he leaves", async () => {
    let [given, left] = [0, 0];
    const over = Promise.withResolvers<void>();
    const { log } = recordingLog();
    const routes = echoRoutes({
      async *watch(_, { signal }) {
        signal.addEventListener("abort", () => {
          left += 1;
          over.resolve();
        });
        for (; given < 10_000; given++) yield { text: "x".repeat(20_000) };
      },
    });
    const server = await startServer({ port: 0, host: "127.0.0.1", routes, log });
    const session = http2Connect(server.url);
    const stream = session.request({ ":method": "POST", ...grpc });
    stream.on("error", () => undefined).end(framed(echo("a")));
    await new Promise((resolve) => stream.once("response", resolve));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(given).toBeLessThan(100);
    stream.close(8);
    await over.promise;
    expect(left).toBe(1);
    session.destroy();
    await server.stop(50);
  });

  it("encodes a message once for all whom it is told", async () => {
    let encoded = 0;
    const message = create(EchoSchema) as Echo;
    Object.defineProperty(message, "text", {
      enumerable: true,
      get: () => {
        encoded += 1;
        return "the same";
      },
    });
    const { log } = recordingLog();
    const routes = echoRoutes({
      async *watch() {
        yield message;
      },
    });
    const server = await startServer({ port: 0, host: "127.0.0.1", routes, log });
    await http2(server.url, connect, framed(echo("a")));
    const once = encoded;
    expect(once).toBeGreaterThan(0);
    for (const headers of [connect, grpc, grpc]) await http2(server.url, headers, framed(echo("a")));
    expect(encoded).toBe(once);
    await server.stop(50);
  });
});
