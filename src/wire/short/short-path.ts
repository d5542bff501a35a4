import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import type { Interceptor } from "@connectrpc/connect";
import { DomainError } from "../../error.ts";
import { type Authenticate, admit } from "../admission.ts";
import type { BrokenOff } from "../broken-off.ts";
import { deadlineAskedMs, deadlineMaxMs } from "../deadline.ts";
import type { LastCatch } from "../last-catch.ts";
import { type Log, noteProtocol } from "../log.ts";
import { contextOf, type Principal } from "../principal.ts";
import { type Chain, chainOf } from "./chain.ts";
import { Exchange } from "./exchange.ts";
import { type Protocol, protocolOf } from "./protocols.ts";
import { ShortCall } from "./short-call.ts";
import type { TurnAway } from "./turn-away.ts";
import type { UnaryMethod } from "./unary-methods.ts";

/** What the short path shares with the long one. */
export interface ShortPathOptions {
  /** By path. */
  readonly methods: ReadonlyMap<string, UnaryMethod>;
  /** Whether a path is a call of this server at all, one that streams too. */
  isServed(path: string): boolean;
  /** The same, in the same order, as on the long path. */
  readonly interceptors: readonly Interceptor[];
  readonly authenticate: Authenticate | undefined;
  readonly longMethods: ReadonlySet<string>;
  readonly drain: AbortSignal;
  readonly log: Log;
  readonly brokenOff: BrokenOff;
  readonly lastCatch: LastCatch;
  readonly turnAway: TurnAway;
  /** Told of each request whose caller is known, or that nobody had to be known for; a refusal leaves it to the long path, which says so. */
  onAdmitted(stream: ServerHttp2Stream, principal: Principal): DomainError | undefined;
}

/** Takes a call and answers it, or leaves it alone (false) for the long path. */
export type ShortPath = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => boolean;

/** A method, ready to be called. */
interface Ready {
  readonly unary: UnaryMethod;
  readonly chain: Chain;
  readonly maxMs: number;
}

/**
 * A way for calls with one request and one answer straight over node:http2: plain POSTs of Connect's and gRPC's binary codec without
 * compression. It goes through the same guards, interceptors, deadlines and limits and answers with the same status, message and
 * details; whatever is out of the ordinary in a request's head (another codec, compression, a deadline that does not parse, nobody
 * known, a server that drains) it leaves to the library. What it saves are the objects and streams that the library makes for each call.
 */
export const createShortPath = (options: ShortPathOptions): ShortPath => {
  const ready = readyMethods(options);
  const { drain, authenticate, brokenOff, lastCatch, log, onAdmitted, turnAway } = options;
  /** A stream over gRPC is refused by its head in the form in which a single answer is; the library is asked by who may ask. */
  const turnedAway = (stream: ServerHttp2Stream, path: string, headers: IncomingHttpHeaders, protocol: Protocol) => {
    if (protocol.name !== "grpc" || !options.isServed(path)) return false;
    const principal = admit({ method: "POST", path, headers }, authenticate);
    if (!(principal instanceof DomainError) || principal.reason !== "UNAUTHENTICATED") return false;
    turnAway.stream(stream, path, protocol, principal);
    return true;
  };
  const take: ShortPath = (stream, headers) => {
    const path = headers[":path"] ?? "";
    const method = ready.get(path);
    const protocol = protocolOf(headers);
    if (!protocol || drain.aborted) return false;
    if (!method) return turnedAway(stream, path, headers, protocol);
    const principal = admit({ method: "POST", path, headers, takesOne: true }, authenticate);
    if (principal instanceof DomainError) {
      if (principal.reason !== "UNAUTHENTICATED") return false;
      turnAway.stream(stream, path, protocol, principal);
      return true;
    }
    const timeoutMs = Math.min(deadlineAskedMs(headers), method.maxMs);
    if (timeoutMs <= 0) return false;
    if (onAdmitted(stream, principal)) return false;
    const contextValues = brokenOff.noteIn(contextOf(principal), { stream });
    noteProtocol(contextValues, protocol.name);
    const head = { method: method.unary.method, protocolName: protocol.name, headers, contextValues, timeoutMs };
    const onFault = (fault: unknown): void => lastCatch.stream(headers, stream, fault);
    new Exchange({ stream, call: new ShortCall(head), protocol, chain: method.chain, log, onFault });
    return true;
  };
  return (stream, headers) => {
    try {
      return take(stream, headers);
    } catch (fault) {
      lastCatch.stream(headers, stream, fault);
      return true;
    }
  };
};

const readyMethods = ({ methods, interceptors, longMethods }: ShortPathOptions): ReadonlyMap<string, Ready> =>
  new Map(
    [...methods].map(([path, unary]) => {
      const maxMs = deadlineMaxMs(unary.method, longMethods) ?? Number.POSITIVE_INFINITY;
      return [path, { unary, chain: chainOf(unary, interceptors), maxMs }];
    }),
  );
