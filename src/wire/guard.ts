import type { DescMessage } from "@bufbuild/protobuf";
import type { ConnectRouter, ConnectRouterOptions, Interceptor } from "@connectrpc/connect";
import { DomainError } from "../error.ts";
import { callEnd } from "./call-end.ts";
import { clampDeadline, deadlineMaxMs } from "./deadline.ts";
import { domainToConnectError } from "./error.ts";
import { errorMapping } from "./error-mapping.ts";
import { refuseConnectJson, refuseGrpcJson } from "./json-refusal.ts";
import { limits } from "./limits.ts";
import { callLog, isInProcess, type Log } from "./log.ts";
import { explainEarlyRefusals } from "./refused-early.ts";
import { requestValidation } from "./validation.ts";

export type Routes = (router: ConnectRouter) => void;

export interface GuardOptions {
  readonly log: Log;
  /** Lets Connect's and gRPC's JSON codec in, for debugging with plain curl. */
  readonly allowJson: boolean;
  /** `package.Service/Method` of calls that may take 600 s: Guide, imports. */
  readonly longMethods: readonly string[];
  /** Run after the request has been checked, first one outermost. */
  readonly interceptors: readonly Interceptor[];
  /** Aborted when the server drains; its reason is what open watches end with. */
  readonly drain: AbortSignal;
}

/** The router options that make a server and an in-process transport refuse, bound and report the same things. */
export const guardedRouterOptions = (options: GuardOptions): ConnectRouterOptions => ({
  readMaxBytes: limits.messageBytesMax,
  writeMaxBytes: limits.messageBytesMax,
  jsonOptions: { ignoreUnknownFields: false },
  requestGate: (context) => {
    explainEarlyRefusals(context, options.log);
    if (!options.allowJson) refuseGrpcJson(context);
    // Health answers to the end: NOT_SERVING is what a drain is to be known by.
    if (options.drain.aborted && !context.service.typeName.startsWith("grpc.")) throw drainingError();
  },
  interceptors: [
    callLog(options.log),
    errorMapping,
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
      const guarded: typeof handler = Object.assign((request: Parameters<typeof handler>[0]) => {
        const refused = options.allowJson ? undefined : refuseConnectJson(request);
        if (refused) return Promise.resolve(refused);
        // Over a socket the headers were made for this call alone; in process they are the caller's own, and are copied.
        const own = isInProcess(request) ? { ...request, header: new Headers(request.header) } : request;
        clampDeadline(own.header, deadlineMs);
        return handler(own);
      }, pick(handler));
      router.handlers[index] = guarded;
    });
  };

/** What open watches and new calls are told while the server stops. */
export const drainingError = () =>
  domainToConnectError(new DomainError("SERVER_DRAINING", "the server is shutting down; call again in a few seconds"));

/** The request types behind these routes, for compiling their rules ahead of the first call. */
export const requestTypes = (router: ConnectRouter): DescMessage[] => router.handlers.map(({ method }) => method.input);

type Handler = ConnectRouter["handlers"][number];

const pick = ({ service, method, requestPath, supportedContentType, protocolNames, allowedMethods }: Handler) => ({
  service,
  method,
  requestPath,
  supportedContentType,
  protocolNames,
  allowedMethods,
});
