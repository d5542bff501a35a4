import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import type { ConnectRouter, Interceptor } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { type GuardOptions, guardedRouterOptions, guardRoutes, type Routes, requestTypes } from "./guard.ts";
import { createHealth } from "./health.ts";
import type { Log } from "./log.ts";
import { isLoopbackAuthority } from "./loopback.ts";
import { reflectionRoutes } from "./reflection.ts";
import { warmValidation } from "./validation.ts";

export type Request = IncomingMessage | Http2ServerRequest;
export type Response = ServerResponse | Http2ServerResponse;

/** What a server serves, and how. */
export interface ServedOptions {
  readonly routes: Routes;
  readonly log: Log;
  /** Default false: HTTP 415 for JSON. */
  readonly allowJson?: boolean;
  readonly interceptors?: readonly Interceptor[];
  /** `package.Service/Method` of calls that may take 600 s instead of 60 s. */
  readonly longMethods?: readonly string[];
  /** Answers paths that are no RPC, such as the web page's files. Default: 404. */
  readonly fallback?: (request: Request, response: Response) => void;
}

/** The request handler of both HTTP versions: Host first, then the RPCs, then what is no RPC. */
export const createRequestHandler = (options: ServedOptions, drain: AbortSignal) => {
  const guard: GuardOptions = {
    log: options.log,
    allowJson: options.allowJson ?? false,
    longMethods: options.longMethods ?? [],
    interceptors: options.interceptors ?? [],
    drain,
  };
  let served: ConnectRouter | undefined;
  const services = () => (served?.handlers ?? []).map(({ service }) => service);
  const health = createHealth((name) => services().some(({ typeName }) => typeName === name));
  const routes: Routes = (router) => {
    served = router;
    options.routes(router);
    health.route(router);
    reflectionRoutes(services)(router);
  };
  const adapter = connectNodeAdapter({
    ...guardedRouterOptions(guard),
    routes: guardRoutes(routes, guard),
    fallback: (request, response) => (options.fallback ?? notFound)(request, response as Response),
  });
  const handle = (request: Request, response: Response): void => {
    if (hasForeignHost(request)) refuseHost(response);
    else adapter(request as IncomingMessage, response as ServerResponse);
  };
  const warm = () => warmValidation(served ? requestTypes(served) : []);
  return { handle, health: health.state, warm };
};

/** HTTP/2 has the name in :authority and may repeat it in Host; both must be ours. */
const hasForeignHost = (request: Request): boolean => {
  const names = [request.headers[":authority"], request.headers.host].filter((name) => name !== undefined);
  return names.length === 0 || !names.every((name) => isLoopbackAuthority(String(name)));
};

/** HTTP 403, which gRPC clients show as PERMISSION_DENIED (grpc http-grpc-status-mapping). */
const refuseHost = (response: Response): void => {
  const text = "HOST_REFUSED: this server answers to localhost, 127.0.0.1 and [::1] only\n";
  plainAnswer(response, 403, text);
};

const notFound = (_request: Request, response: Response): void =>
  plainAnswer(response, 404, "this path is no call of this server; `buf curl --list-methods` shows those that are\n");

const plainAnswer = (response: Response, status: number, text: string): void => {
  (response as ServerResponse).writeHead(status, { "content-type": "text/plain; charset=utf-8" });
  (response as ServerResponse).end(text);
};
