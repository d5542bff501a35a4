import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import type { DescMethod } from "@bufbuild/protobuf";
import type { Interceptor } from "@connectrpc/connect";
import { DomainError } from "../../error.ts";
import { type Authenticate, admit } from "../admission.ts";
import type { BrokenOff } from "../broken-off.ts";
import { deadlineAskedMs, deadlineMaxMs } from "../deadline.ts";
import type { LastCatch } from "../last-catch.ts";
import { type Log, noteProtocol } from "../log.ts";
import { contextOf, type Principal } from "../principal.ts";
import { chainOf, type StreamChain, streamChainOf } from "./chain.ts";
import { Exchange } from "./exchange.ts";
import { type Protocol, protocolOf } from "./protocols.ts";
import { ShortCall } from "./short-call.ts";
import type { ShortMethods } from "./short-methods.ts";
import { StreamExchange } from "./stream-exchange.ts";
import { type StreamProtocol, streamProtocolOf } from "./stream-protocols.ts";
import type { TurnAway } from "./turn-away.ts";

/** What the short path shares with the long one. */
export interface ShortPathOptions {
  readonly methods: ShortMethods;
  /** Whether a path is a call of this server at all, one that streams too. */
  isServed(path: string): boolean;
  /** The same, in the same order, as on the long path. */
  readonly interceptors: readonly Interceptor[];
  readonly authenticate: Authenticate | undefined;
  readonly pageAt: string | undefined;
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
interface Ready<C> {
  readonly method: DescMethod;
  readonly chain: C;
  readonly maxMs: number;
}

/**
 * A way for calls with one request, and one answer or many, straight over node:http2: plain POSTs of Connect's and gRPC's binary codec
 * without compression. It goes through the same guards, interceptors, deadlines and limits and answers with the same status, message and
 * details; whatever is out of the ordinary in a request's head (another codec, compression, a deadline that does not parse, nobody
 * known, a server that drains) it leaves to the library. What it saves are the objects and streams that the library makes for each call.
 */
export const createShortPath = (options: ShortPathOptions): ShortPath => {
  const { unary, streams } = readyMethods(options);
  const { drain, authenticate, pageAt, brokenOff, lastCatch, log, onAdmitted, turnAway } = options;
  const admitted = (path: string, headers: IncomingHttpHeaders, takesOne: boolean) =>
    admit({ method: "POST", path, headers, takesOne }, authenticate, pageAt);
  const isUnknown = (principal: Principal | DomainError): principal is DomainError =>
    principal instanceof DomainError && principal.reason === "UNAUTHENTICATED";
  /** A stream over gRPC is refused by its head in the form in which a single answer is; the library is asked by who may ask. */
  const turnedAway = (stream: ServerHttp2Stream, path: string, headers: IncomingHttpHeaders, protocol: Protocol) => {
    if (protocol.name !== "grpc" || !options.isServed(path)) return false;
    const principal = admitted(path, headers, false);
    if (!isUnknown(principal)) return false;
    turnAway.stream(stream, path, protocol, principal);
    return true;
  };
  /** The call of somebody who is let in; undefined where the long path sees to it. */
  const callOf = (
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    { method, maxMs }: Ready<unknown>,
    principal: Principal,
    protocolName: Protocol["name"],
  ): ShortCall | undefined => {
    const timeoutMs = Math.min(deadlineAskedMs(headers), maxMs);
    // What does not parse is not above nothing either.
    if (!(timeoutMs > 0) || onAdmitted(stream, principal)) return undefined;
    const contextValues = brokenOff.noteIn(contextOf(principal), { stream });
    noteProtocol(contextValues, protocolName);
    return new ShortCall({ method, protocolName, headers, contextValues, timeoutMs });
  };
  const partsOf = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, call: ShortCall) => {
    const onFault = (fault: unknown): void => lastCatch.stream(headers, stream, fault);
    return { stream, call, log, onFault };
  };
  const takeStream = (
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    ready: Ready<StreamChain>,
    protocol: StreamProtocol,
  ): boolean => {
    const principal = admitted(headers[":path"] ?? "", headers, true);
    if (principal instanceof DomainError) return false;
    const call = callOf(stream, headers, ready, principal, protocol.name);
    if (!call) return false;
    new StreamExchange({ ...partsOf(stream, headers, call), protocol, chain: ready.chain });
    return true;
  };
  const take: ShortPath = (stream, headers) => {
    if (drain.aborted) return false;
    const path = headers[":path"] ?? "";
    const streamed = streams.get(path);
    const streamProtocol = streamed && streamProtocolOf(headers);
    if (streamed && streamProtocol && takeStream(stream, headers, streamed, streamProtocol)) return true;
    const protocol = protocolOf(headers);
    if (!protocol) return false;
    const ready = unary.get(path);
    if (!ready) return turnedAway(stream, path, headers, protocol);
    const principal = admitted(path, headers, true);
    if (isUnknown(principal)) {
      turnAway.stream(stream, path, protocol, principal);
      return true;
    }
    const call =
      principal instanceof DomainError ? undefined : callOf(stream, headers, ready, principal, protocol.name);
    if (!call) return false;
    new Exchange({ ...partsOf(stream, headers, call), protocol, chain: ready.chain });
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

const readyMethods = ({ methods, interceptors, longMethods }: ShortPathOptions) => {
  const ready = <M extends { readonly method: DescMethod }, C>(
    all: ReadonlyMap<string, M>,
    chain: (one: M, interceptors: readonly Interceptor[]) => C,
  ): ReadonlyMap<string, Ready<C>> =>
    new Map(
      [...all].map(([path, one]) => {
        const maxMs = deadlineMaxMs(one.method, longMethods) ?? Number.POSITIVE_INFINITY;
        return [path, { method: one.method, chain: chain(one, interceptors), maxMs }];
      }),
    );
  return { unary: ready(methods.unary, chainOf), streams: ready(methods.streams, streamChainOf) };
};
