import { readdirSync } from "node:fs";
import { connect as http2Connect, type IncomingHttpHeaders } from "node:http2";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Authenticate } from "../../src/wire/admission.ts";
import type { Sessions } from "../../src/wire/sessions.ts";
import { isCampaign } from "../support/draws.ts";
import { echoRoutes } from "./echo-service.ts";
import { recordingLog } from "./recording-log.ts";

// Every function that the wire's modules share with one another is made to fail, one at a time, while a server of theirs is called in
// every way that it can be called. A guard that threw in a request's handler once ended the process.

const wire = join(import.meta.dirname, "../../src/wire");
/** Called by listeners of signals alone: who calls is answered by then, and nothing is decided in it. */
const ofListeners: ReadonlySet<string> = new Set(["endReason"]);
/** What fails before a server takes connections is no request's; the last catch and its own words are what everything else falls into. */
const setUp =
  /^(create|start|guardedRouterOptions|guardRoutes|reflectionRoutes|streamChainOf|warmValidation|requireLoopback|serverUrl|chainOf)/;
const lastCatch: ReadonlySet<string> = new Set(["last-catch.ts", "error.ts", "error-code.ts"]);

type Fault = "throws" | "answers late" | "hangs" | "answers nothing";
/** What is made to happen with each change, and in the campaign. */
const faults: readonly Fault[] = isCampaign
  ? ["throws", "answers nothing", "answers late", "hangs"]
  : ["throws", "hangs"];
let failing: { readonly name: string; readonly fault: Fault } | undefined;
const reached = new Set<string>();
const seen = new Set<string>();

/** A function that does what it should unless it is its turn to fail. */
const faulty = (name: string, real: (...args: unknown[]) => unknown) =>
  function (this: unknown, ...args: unknown[]): unknown {
    seen.add(name);
    if (failing?.name !== name) return real.apply(this, args);
    reached.add(name);
    if (failing.fault === "throws") throw new TypeError("from within");
    if (failing.fault === "hangs") return new Promise(() => undefined);
    if (failing.fault === "answers nothing") return undefined;
    // What it would then throw is nobody's to hear: no caller of a function that answers at once waits for it, and types forbid it.
    return new Promise((resolve) => setTimeout(resolve, 5)).then(() => real.apply(this, args)).catch(() => undefined);
  };

const isClass = (value: unknown): boolean => /^class\b/.test(String(value));

const modules = readdirSync(wire, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !lastCatch.has(file) && !["log.ts", "client.ts", "in-process.ts"].includes(file),
);

const raised: unknown[] = [];
const note = (error: unknown): void => void raised.push(error);
const { log } = recordingLog();
let url: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  // The runner ends a run at the first of these; here they are what is counted.
  process.removeAllListeners("uncaughtException").on("uncaughtException", note);
  process.removeAllListeners("unhandledRejection").on("unhandledRejection", note);
  for (const file of modules)
    vi.doMock(join(wire, file), async (original) => {
      const real = await original<Record<string, unknown>>();
      const wrapped = Object.entries(real).map(([name, value]) =>
        typeof value === "function" && !isClass(value) && !setUp.test(name) && !ofListeners.has(name)
          ? [name, faulty(name, value as (...args: unknown[]) => unknown)]
          : [name, value],
      );
      return Object.fromEntries(wrapped);
    });
  const { startServer } = await import("../../src/wire/server.ts");
  const { createPage } = await import("../../src/wire/page.ts");
  const { bySession } = await import("../../src/wire/page-session.ts");
  const { byToken } = await import("../../src/wire/admission.ts");
  const sessions: Sessions = {
    invite: () => "key",
    open: faulty("sessions.open", () => ({ secret: "secret", half: "half", page: "" })) as Sessions["open"],
    openOf: () => ({ secret: "secret", half: "half" }),
    use: faulty("sessions.use", () => ({ id: "session" })) as Sessions["use"],
    end: () => undefined,
    list: () => [],
    endAll: () => 0,
  };
  const authenticate = faulty(
    "authenticate",
    bySession(sessions, byToken(faulty("isToken", (given) => given === token) as () => boolean, "file")) as never,
  ) as Authenticate;
  const page = faulty("page", createPage({ folder: join(import.meta.dirname, "no-page"), sessions }) as never);
  const options = { host: "127.0.0.1", port: 0, log, authenticate, page: page as never };
  const watch = async function* () {
    yield { text: "one" };
  };
  const server = await startServer({ ...options, routes: echoRoutes({ watch }) });
  url = server.url;
  stop = () => server.stop(100);
});
afterAll(async () => {
  vi.doUnmock(wire);
  await stop();
});
afterEach(() => {
  failing = undefined;
});

const token = "known";
const known = { authorization: `Bearer ${token}` };
const text = (word: string): Uint8Array => Buffer.concat([Buffer.from([10, word.length]), Buffer.from(word)]);
const framed = (bytes: Uint8Array): Uint8Array => Buffer.concat([Buffer.from([0, 0, 0, 0, bytes.length]), bytes]);
const echo = "/test.echo.v1.EchoService";

interface Call {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}
const grpc = { "content-type": "application/grpc+proto" };
const connect = { "content-type": "application/proto" };
const calls: Readonly<Record<string, Call>> = {
  "a call over gRPC": { path: `${echo}/Say`, headers: { ...grpc, ...known }, body: framed(text("hi")) },
  "a call over Connect": { path: `${echo}/Say`, headers: { ...connect, ...known }, body: text("hi") },
  "a call with a deadline": {
    path: `${echo}/Say`,
    headers: { ...grpc, ...known, "grpc-timeout": "5S" },
    body: framed(text("hi")),
  },
  "a call over gRPC-Web": {
    path: `${echo}/Say`,
    headers: { "content-type": "application/grpc-web+proto", ...known },
    body: framed(text("hi")),
  },
  "a stream over gRPC": { path: `${echo}/Watch`, headers: { ...grpc, ...known }, body: framed(text("hi")) },
  "a stream over Connect": {
    path: `${echo}/Watch`,
    headers: { "content-type": "application/connect+proto", ...known },
    body: framed(text("hi")),
  },
  "a call of a stranger": { path: `${echo}/Say`, headers: grpc, body: framed(text("hi")) },
  "a stream of a stranger": { path: `${echo}/Watch`, headers: grpc, body: framed(text("hi")) },
  "a stream of Connect of a stranger": {
    path: `${echo}/Watch`,
    headers: { "content-type": "application/connect+proto" },
    body: framed(text("hi")),
  },
  "a call of the page": {
    path: `${echo}/Say`,
    headers: { ...connect, "sec-fetch-site": "same-origin", cookie: "pincite-80=secret", "pincite-session": "half" },
    body: text("hi"),
  },
  "a request with a field that nobody knows": {
    path: `${echo}/Say`,
    headers: { ...grpc, ...known },
    body: framed(Uint8Array.of(0x50, 1)),
  },
  "bytes that are no message": {
    path: `${echo}/Say`,
    headers: { ...grpc, ...known },
    body: framed(Uint8Array.of(255)),
  },
  "bytes that are no envelope": { path: `${echo}/Say`, headers: { ...grpc, ...known }, body: Uint8Array.of(1, 2) },
  "a request against a rule": { path: `${echo}/Say`, headers: { ...connect, ...known }, body: text("forbidden") },
  "JSON of Connect": {
    path: `${echo}/Say`,
    headers: { "content-type": "application/json", ...known },
    body: Buffer.from("{}"),
  },
  "JSON of gRPC": { path: `${echo}/Say`, headers: { "content-type": "application/grpc+json", ...known } },
  "a GET of Connect": { path: `${echo}/Say?encoding=proto&message=`, method: "GET", headers: known },
  "a page": { path: "/run/x", method: "GET" },
  "a way in for a browser": { path: "/session?key=key", method: "GET" },
  "a path that is none": { path: "/nothing", method: "GET" },
  "another origin": { path: `${echo}/Say`, headers: { ...grpc, ...known, origin: "http://evil.example" } },
  "another host": { path: `${echo}/Say`, headers: { ...grpc, ...known, ":authority": "evil.example" } },
  health: { path: "/grpc.health.v1.Health/Check", headers: grpc, body: framed(new Uint8Array()) },
  reflection: {
    path: "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
    headers: grpc,
    body: framed(Uint8Array.of(0x3a, 1, 0x2a)),
  },
};

/** What came back over a connection of its own; undefined where it was closed without an answer, or there was none in time. */
const send = ({ path, method = "POST", headers = {}, body = new Uint8Array() }: Call, waitMs: number) =>
  new Promise<IncomingHttpHeaders | undefined>((resolve) => {
    const session = http2Connect(url);
    const heard: IncomingHttpHeaders = {};
    const over = (): void => {
      clearTimeout(patience);
      session.destroy();
      resolve(heard[":status"] === undefined ? undefined : heard);
    };
    const patience = setTimeout(over, waitMs);
    session.on("error", over);
    const stream = session.request({ ":method": method, ":path": path, ...headers });
    stream.on("response", (head) => Object.assign(heard, head)).on("trailers", (tail) => Object.assign(heard, tail));
    stream.on("error", over).on("close", over).resume();
    if (method === "POST") stream.end(body);
  });

const isWell = async (): Promise<void> => {
  const heard = await send(calls["a call over gRPC"]!, 60_000);
  expect(heard).toMatchObject({ ":status": 200, "grpc-status": "0" });
};

/** Calls that nobody may make, and those that a server that is well refuses. */
const refused = [
  "a call of a stranger",
  "a stream of a stranger",
  "a stream of Connect of a stranger",
  "another origin",
  "another host",
];

describe("a server whose own parts fail", () => {
  it("answers each of these calls where nothing fails", async () => {
    const unanswered: string[] = [];
    for (const [kind, call] of Object.entries(calls)) if (!(await send(call, 60_000))) unanswered.push(kind);
    expect(unanswered).toEqual([]);
    expect(seen.size).toBeGreaterThan(30);
    expect(raised).toEqual([]);
  });

  it.each(faults)("lives, lets nobody in, and answers the next call, whichever of its functions %s", async (fault) => {
    // The first test has met them all.
    const ended: string[] = [];
    const letIn: string[] = [];
    for (const name of seen) {
      failing = { name, fault };
      // What hangs is waited for no longer than it takes to see that the others are answered.
      const heard = await Promise.all(Object.values(calls).map((call) => send(call, fault === "hangs" ? 150 : 2_000)));
      failing = undefined;
      for (const [index, kind] of Object.keys(calls).entries())
        if (refused.includes(kind) && heard[index]?.["grpc-status"] === "0") letIn.push(`${name}: ${kind}`);
      await isWell();
      if (raised.length > 0) ended.push(`${name}: ${raised.splice(0).map(String).join("; ")}`);
    }
    expect(ended).toEqual([]);
    expect(letIn).toEqual([]);
    expect(reached.size).toBeGreaterThan(20);
  });
});
