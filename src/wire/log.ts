import {
  Code,
  ConnectError,
  type ContextValues,
  createContextKey,
  type HandlerContext,
  type Interceptor,
  type StreamRequest,
  type StreamResponse,
  type UnaryRequest,
} from "@connectrpc/connect";
import pino from "pino";
import { DomainError } from "../error.ts";
import { wasBrokenOff } from "./broken-off.ts";
import { endReason } from "./call-end.ts";
import { methodPath } from "./deadline.ts";
import { fromConnectError, toConnectError } from "./error.ts";

/** What the servers need of a log; pino's loggers fit. `fields` never hold message content or evidence. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** Told of each call's end beside its entry: a method and a code of closed lists. Default: nobody is. */
  ended?(call: { readonly method: string; readonly code: string; readonly durationMs?: number }): void;
}

/** One JSON line per entry on standard error, so that standard output stays free for a command's own answer. */
export const createLog = (level: string): Log => pino({ base: { name: "pincite" }, level }, pino.destination(2));

/** A log that keeps nothing, for clients and tests. */
export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * One entry per call, at its end: method, code, reason, duration, kind of peer, messages sent. It is the outermost
 * interceptor, so that what it reports is what the caller got. Whoever left early is logged as CANCELLED.
 */
export const callLog =
  (log: Log): Interceptor =>
  (next) =>
  async (request) => {
    const call = startCall(log, request);
    loggedCalls.add(request.signal);
    try {
      const response = await next(request);
      if (response.stream) return { ...response, message: counted(response.message, call) };
      call.end(undefined, 1);
      return response;
    } catch (error) {
      call.end(error, 0);
      if (error instanceof Error) loggedErrors.add(error);
      throw error;
    }
  };

/** Calls, by their signal, that have come so far that their end gets an entry; and errors that have had theirs. */
const loggedCalls = new WeakSet<AbortSignal>();
const loggedErrors = new WeakSet<Error>();

/** Whether the end of the call that has this signal is reported by `callLog`. */
export const isLogged = (signal: AbortSignal): boolean => loggedCalls.has(signal);

/** Whether the error stands in the entry of its call. */
export const wasLogged = (error: unknown): boolean => error instanceof Error && loggedErrors.has(error);

/** The entry of a call that ended before or after what `callLog` sees of it. */
export const logRefused = (log: Log, call: HandlerContext, error: unknown): void => {
  if (wasBrokenOff(call.values)) return;
  const peer = call.values.get(protocolKey) ?? peerKind({ url: call.url, header: call.requestHeader });
  writeEntry(log, { method: methodPath(call.method), peer, refused: true }, error);
};

/** The entry of a call that was refused by its head. */
export const logTurnedAway = (
  log: Log,
  call: { readonly method: string; readonly peer: string },
  error: unknown,
): void => writeEntry(log, { ...call, refused: true }, error);

interface Call {
  /** Writes the entry, once; later calls change nothing. */
  end(error: unknown, sentCount: number): void;
  sentCount: number;
}

const startCall = (log: Log, request: UnaryRequest | StreamRequest): Call => {
  const startedMs = performance.now();
  let ended = false;
  const call: Call = {
    sentCount: 0,
    end(error, sentCount) {
      if (ended) return;
      ended = true;
      if (error !== undefined && wasBrokenOff(request.contextValues)) return;
      const method = methodPath(request.method);
      const durationMs = Math.round(performance.now() - startedMs);
      const peer = request.contextValues.get(protocolKey) ?? peerKind(request);
      writeEntry(log, { method, peer, durationMs, sentCount }, error);
    },
  };
  // A stream whose reader is gone may never be asked for its next message, so that its iteration ends nowhere.
  if (request.stream) onceAborted(request.signal, (reason) => call.end(toConnectError(reason), call.sentCount));
  return call;
};

const onceAborted = (signal: AbortSignal, then: (reason: Error) => void): void => {
  if (signal.aborted) then(endReason(signal));
  else signal.addEventListener("abort", () => then(endReason(signal)), { once: true });
};

async function* counted(messages: StreamResponse["message"], call: Call): StreamResponse["message"] & AsyncGenerator {
  let failed: unknown = leftEarly;
  try {
    for await (const message of messages) {
      call.sentCount += 1;
      yield message;
    }
    failed = undefined;
  } catch (error) {
    failed = error;
    if (error instanceof Error) loggedErrors.add(error);
    throw error;
  } finally {
    call.end(failed, call.sentCount);
  }
}

/** A stream that is neither read to its end nor failed was left by its reader. */
const leftEarly = new ConnectError("the reader left", Code.Canceled);

/** Our bug, or somebody's disk: these are for a person to look at. */
const alarming: ReadonlySet<Code> = new Set([Code.Internal, Code.DataLoss, Code.Unknown]);

const writeEntry = (
  log: Log,
  fields: { readonly method: string; readonly durationMs?: number; readonly [field: string]: unknown },
  error: unknown,
): void => {
  if (error === undefined) {
    log.ended?.({ ...fields, code: "ok" });
    log.info({ ...fields, code: "ok" }, "call");
    return;
  }
  const failed = ConnectError.from(error);
  const entry = { ...fields, code: codeName(failed.code), reason: fromConnectError(failed).reason };
  log.ended?.({ ...fields, code: entry.code });
  if (alarming.has(failed.code)) log.error({ ...entry, cause: describeCause(failed.cause) }, "call failed");
  else log.info(entry, "call");
};

/** A code as the log and those who look after a server know it. */
export const codeName = (code: Code): string => Code[code].replace(/[a-z](?=[A-Z])/g, "$&_").toLowerCase();

/** Whether the call came from this process; Connect's router transport gives it this address. */
const isInProcess = ({ url }: { readonly url: string }): boolean => url.startsWith("https://in-memory");

/** What a transport already knows of the protocol, so that nobody reads headers for it. */
const protocolKey = createContextKey<"connect" | "grpc" | undefined>(undefined);

/** Notes which protocol a call came by, in its own values. */
export const noteProtocol = (values: ContextValues, protocol: "connect" | "grpc"): void => {
  values.set(protocolKey, protocol);
};

const peerKind = (request: { readonly url: string; readonly header: Headers }): string => {
  if (isInProcess(request)) return "in-process";
  const contentType = request.header.get("content-type") ?? "";
  return /^application\/(grpc-web|grpc)/.exec(contentType)?.[1] ?? "connect";
};

/**
 * Where an error came from, without what it says: a parser's message may quote the document it failed on, and evidence
 * never enters a log. Our own errors carry no such text, and the engine's speak of code.
 */
export const describeCause = (cause: unknown): object => {
  if (!(cause instanceof Error)) return { name: typeof cause };
  const message = speaksOfCode(cause) ? { message: cause.message } : {};
  if (cause.cause !== undefined) return { name: cause.name, ...message, cause: describeCause(cause.cause) };
  // Where it began is worth reading; where it was wrapped on its way out is not.
  const frames = (cause.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return { name: cause.name, ...message, frames: frames.slice(0, 12).map((frame) => frame.trim()) };
};

const speaksOfCode = (error: Error): boolean =>
  error instanceof DomainError || error instanceof TypeError || error instanceof ReferenceError;
