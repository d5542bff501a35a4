import type { DescMessage } from "@bufbuild/protobuf";
import type { ConnectRouter, ConnectRouterOptions, HandlerContext, Interceptor } from "@connectrpc/connect";
import type { UniversalServerResponse } from "@connectrpc/connect/protocol";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { callEnd } from "./call-end.ts";
import { clampDeadline, deadlineMaxMs } from "./deadline.ts";
import { domainToConnectError, toConnectError } from "./error.ts";
import { refuseConnectJson, refuseGrpcJson } from "./json-refusal.ts";
import type { LastCatch } from "./last-catch.ts";
import { limits } from "./limits.ts";
import { callLog, type Log } from "./log.ts";
import { contextOf, principalOf } from "./principal.ts";
import { explainEarlyRefusals } from "./refused-early.ts";
import { needsRight } from "./rights.ts";
import { requestValidation } from "./validation.ts";

export type Routes = (router: ConnectRouter) => void;

export interface GuardOptions {
  readonly log: Log;
  /** Lets Connect's and gRPC's JSON codec in, for debugging with plain curl. */
  readonly allowJson: boolean;
  /** `package.Service/Method` of calls that may take 600 s: Guide, imports. */
  readonly longMethods: readonly string[];
  /** Hears how each call ends, also one that is refused for its caller's role before anything of it is looked at. Default: nobody does. */
  readonly noted?: Interceptor;
  /** Run after the request has been checked, first one outermost. */
  readonly interceptors: readonly Interceptor[];
  /** Aborted when the server drains; its reason is what open watches end with. */
  readonly drain: AbortSignal;
  /** What becomes of a call at which the library's own handler fails. Absent: its caller in this process sees to it. */
  readonly lastCatch?: LastCatch;
  /** Whether the calls come from this process itself, which is no stranger to itself. */
  readonly inProcess: boolean;
}

/** The router options that make a server and an in-process transport refuse, bound and report the same things. */
export const guardedRouterOptions = (options: GuardOptions): ConnectRouterOptions => ({
  readMaxBytes: limits.messageBytesMax,
  writeMaxBytes: limits.messageBytesMax,
  // No answer is packed: callers are on this machine, and the brotli that browsers take costs more than all else in a call.
  compressMinBytes: limits.messageBytesMax + 1,
  jsonOptions: { ignoreUnknownFields: false },
  requestGate: (context) => {
    explainEarlyRefusals(context, options.log);
    requirePrincipal(context.values);
    if (!options.allowJson) refuseGrpcJson(context);
    // Health answers to the end: NOT_SERVING is what a drain is to be known by.
    if (options.drain.aborted && !context.service.typeName.startsWith("grpc.")) throw drainingError();
  },
  interceptors: [
    callLog(options.log),
    errorMapping,
    ...(options.noted ? [options.noted] : []),
    needsRight,
    callEnd(options.drain, new Set(options.longMethods)),
    requestValidation,
    ...options.interceptors,
  ],
});

/**
 * The routes, each behind the refusal of JSON and with its deadline. The handlers are replaced in the router itself, so
 * that what stands in front of a handler is the same for every protocol, over a socket and in process.
 */
export const guardRoutes =
  (routes: Routes, options: GuardOptions): Routes =>
  (router) => {
    const longMethods = new Set(options.longMethods);
    routes(router);
    router.handlers.forEach((handler, index) => {
      const deadlineMs = deadlineMaxMs(handler.method, longMethods);
      const answer = (request: Parameters<Handler>[0]): ReturnType<Handler> => {
        const refused = options.allowJson ? undefined : refuseConnectJson(request);
        if (refused) return Promise.resolve(refused);
        // Over a socket the headers were made for this call alone; in process they are the caller's own, and are copied.
        const own = options.inProcess ? inProcessCall(request) : request;
        clampDeadline(own.header, deadlineMs);
        return handler(own);
      };
      const { lastCatch } = options;
      const guarded = lastCatch ? caught(answer, lastCatch) : answer;
      router.handlers[index] = Object.assign(guarded, pick(handler));
    });
  };

/** No handler is reached by a call that nobody admitted, whichever way it came. */
const requirePrincipal = (values: HandlerContext["values"]): void => {
  try {
    principalOf(values);
  } catch (error) {
    throw toConnectError(error);
  }
};

/** What open watches and new calls are told while the server stops. */
export const drainingError = () =>
  domainToConnectError(new DomainError("SERVER_DRAINING", worded("error.the-server-is-shutting-down-call-again-in-a")));

/** The request types behind these routes, for compiling their rules ahead of the first call. */
export const requestTypes = (router: ConnectRouter): DescMessage[] => router.handlers.map(({ method }) => method.input);

/** A call of this process: its headers are the caller's own, and are copied; who calls is known. */
const inProcessCall = (request: Parameters<Handler>[0]): Parameters<Handler>[0] => ({
  ...request,
  header: new Headers(request.header),
  contextValues: contextOf({ by: "process" }),
});

/** The library answers what it foresees; a handler that fails otherwise would leave its caller without any answer. */
const caught =
  (answer: (request: Parameters<Handler>[0]) => ReturnType<Handler>, lastCatch: LastCatch) =>
  async (request: Parameters<Handler>[0]): ReturnType<Handler> => {
    try {
      const answered: UniversalServerResponse | undefined = await answer(request);
      if (!answered) throw new TypeError("a handler answered with nothing");
      return answered;
    } catch (fault) {
      return lastCatch.answer(request.header.get("content-type") ?? "", fault);
    }
  };

type Handler = ConnectRouter["handlers"][number];

const pick = ({ service, method, requestPath, supportedContentType, protocolNames, allowedMethods }: Handler) => ({
  service,
  method,
  requestPath,
  supportedContentType,
  protocolNames,
  allowedMethods,
});

/**
 * Maps every error of a call once, on its way out: of the answer, and of each message of a stream, which fails while it is
 * iterated and long after the call itself has returned. Without it Connect hides the reason and logs nothing.
 */
const errorMapping: Interceptor = (next) => async (request) => {
  try {
    const response = await next(request);
    return response.stream ? { ...response, message: mapped(response.message) } : response;
  } catch (error) {
    throw toConnectError(error);
  }
};

async function* mapped<T>(messages: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* messages;
  } catch (error) {
    throw toConnectError(error);
  }
}
