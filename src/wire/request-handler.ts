import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse, ServerHttp2Stream } from "node:http2";
import { type ConnectRouter, createContextValues, type Interceptor } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { DomainError, type Reason } from "../error.ts";
import { type Authenticate, admit, isAnswered, type Prepare } from "./admission.ts";
import type { BrokenOff } from "./broken-off.ts";
import { type GuardOptions, guardedRouterOptions, guardRoutes, type Routes, requestTypes } from "./guard.ts";
import { createHealth } from "./health.ts";
import type { LastCatch } from "./last-catch.ts";
import type { Log } from "./log.ts";
import type { ServePage } from "./page.ts";
import { contextOf, type Principal } from "./principal.ts";
import { reflectionRoutes } from "./reflection.ts";
import { requireRights } from "./rights.ts";
import { type RefusalForm, refusalFormOf } from "./short/protocols.ts";
import { ShortMethods } from "./short/short-methods.ts";
import { createShortPath, type ShortPath } from "./short/short-path.ts";
import { createTurnAway } from "./short/turn-away.ts";
import type { Connection } from "./strangers.ts";
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
  /** Hears how each call ends (GuardOptions). */
  readonly noted?: Interceptor;
  /** `package.Service/Method` of calls that may take 600 s instead of 60 s. */
  readonly longMethods?: readonly string[];
  /** Who calls; absent: a server that asks nobody, which holds nothing of a person's (a model's stand-in, an echo). */
  readonly authenticate?: Authenticate;
  /** Finds out first who calls, where that takes time. Default: it takes none. */
  readonly prepare?: Prepare;
  /** Gives the files of a web page, to whoever passes the guards. Default: there is none. */
  readonly page?: ServePage;
  /** The origin under which browsers have the page, beside this machine's own: `https://pincite.firm.example`. Default: none. */
  readonly pageAt?: string;
  /** Whether plain calls over HTTP/2 go by the short path (short/short-path.ts). Default true. */
  readonly shortPath?: boolean;
}

/** What becomes of the connections that requests come on. */
export interface OfConnections {
  readonly brokenOff: BrokenOff;
  readonly lastCatch: LastCatch;
  /**
   * Told of each request whose caller is known, or that nobody had to be known for. Errors, as an answer: LIMIT_EXCEEDED for a
   * connection too many, which is ended after it.
   */
  onAdmitted(connection: Connection, principal: Principal): DomainError | undefined;
}

/**
 * The request handler of both HTTP versions: the guards first, then the files of the page, then the RPCs; and beside it the short
 * path, to be offered each HTTP/2 stream first.
 */
export const createRequestHandler = (
  options: ServedOptions,
  drain: AbortSignal,
  { brokenOff, lastCatch, onAdmitted }: OfConnections,
) => {
  const guard: GuardOptions = {
    log: options.log,
    allowJson: options.allowJson ?? false,
    longMethods: options.longMethods ?? [],
    interceptors: options.interceptors ?? [],
    ...(options.noted ? { noted: options.noted } : {}),
    drain,
    inProcess: false,
    lastCatch,
  };
  const routerOptions = guardedRouterOptions(guard);
  const shortMethods = new ShortMethods();
  let served: ConnectRouter | undefined;
  const services = () => (served?.handlers ?? []).map(({ service }) => service);
  let knownPaths: ReadonlySet<string> | undefined;
  const paths = () => (knownPaths ??= new Set(served?.handlers.map(({ requestPath }) => requestPath)));
  let ofOne: ReadonlySet<string> | undefined;
  const takesOne = () => (ofOne ??= pathsOfOne(served));
  const health = createHealth((name) => services().some(({ typeName }) => typeName === name));
  const routes: Routes = (router) => {
    served = router;
    shortMethods.noting(options.routes)(router);
    shortMethods.noting(health.route)(router);
    reflectionRoutes(services)(router);
    if (options.authenticate) requireRights(router);
  };
  // A request that was turned away is answered by its protocol where it has one, so that a client reads the reason.
  const admitted = new WeakMap<object, Principal | DomainError>();
  const adapter = connectNodeAdapter({
    ...routerOptions,
    routes: guardRoutes(routes, guard),
    contextValues: (request) => {
      const verdict = admitted.get(request);
      return brokenOff.noteIn(
        verdict ? contextOf(verdict) : createContextValues(),
        request as { stream?: ServerHttp2Stream },
      );
    },
    fallback: (request, response) => {
      const verdict = admitted.get(request);
      if (verdict === undefined || verdict instanceof DomainError) refuse(response, verdict);
      else notFound(response as Response);
    },
  });
  const turnAway = createTurnAway(options.log);
  /** Whoever nobody knows is refused before the library is asked, where a head and a body can say so. */
  const turnedAway = (
    response: Response,
    path: string,
    form: RefusalForm | undefined,
    refusal: DomainError,
  ): boolean => {
    if (options.shortPath === false || !form || refusal.reason !== "UNAUTHENTICATED") return false;
    const isCall = form.name === "grpc-web" ? paths().has(path) : paths().has(path) && !shortMethods.unary.has(path);
    if (isCall) turnAway.response(response as ServerResponse, path, form, refusal);
    return isCall;
  };
  const answer = (request: Request, response: Response): void => {
    const { method = "", url = "", headers } = request;
    const path = url.split("?", 1)[0]!;
    const asked = admit(
      { method, path, headers, takesOne: takesOne().has(path) },
      options.authenticate,
      options.pageAt,
    );
    const isKnown = !(asked instanceof DomainError) && (asked.by !== "none" || !options.authenticate);
    const refused = isKnown ? onAdmitted(connectionOf(request), asked) : undefined;
    if (refused) endAfter(request, response);
    const verdict = refused ?? asked;
    admitted.set(request, verdict);
    if (verdict instanceof DomainError && turnedAway(response, path, refusalFormOf(method, headers), verdict)) return;
    // What no client of ours sends is not read any further.
    if (verdict instanceof DomainError && !isAnswered(verdict)) refuse(response, verdict);
    else if (isFault(verdict) || !options.page?.(request, response))
      adapter(request as IncomingMessage, response as ServerResponse);
  };
  const handle = (request: Request, response: Response): void => {
    try {
      answer(request, response);
    } catch (fault) {
      lastCatch.response(request.headers, response, fault);
    }
  };
  const shortPath: ShortPath | undefined =
    options.shortPath === false
      ? undefined
      : createShortPath({
          methods: shortMethods,
          isServed: (path) => paths().has(path),
          authenticate: options.authenticate,
          pageAt: options.pageAt,
          drain,
          log: options.log,
          brokenOff,
          lastCatch,
          turnAway,
          interceptors: routerOptions.interceptors ?? [],
          longMethods: new Set(guard.longMethods),
          onAdmitted: ({ session }, principal) => session && onAdmitted(session as Connection, principal),
        });
  const warm = () => warmValidation(served ? requestTypes(served) : []);
  return { handle, shortPath, health: health.state, warm };
};

const connectionOf = (request: Request): Connection =>
  (("stream" in request ? request.stream.session : undefined) ?? request.socket) as Connection;

/** Ends the connection of a request once it is answered. */
const endAfter = (request: Request, response: Response): void => {
  if (!("stream" in request)) (response as ServerResponse).setHeader("connection", "close");
  else request.stream.session?.close();
};

/** Paths of the calls that take one message, whatever they answer with. */
const pathsOfOne = (router: ConnectRouter | undefined): ReadonlySet<string> => {
  const ofOne = (router?.handlers ?? []).filter(({ method: { methodKind } }) => /^(unary|server_)/.test(methodKind));
  return new Set(ofOne.map(({ requestPath }) => requestPath));
};

/** HTTP 401 or 403, which gRPC clients show as UNAUTHENTICATED and PERMISSION_DENIED (grpc http-grpc-status-mapping). */
const refuse = (response: unknown, refused: DomainError | undefined): void => {
  const text = refused ? `${refused.reason}: ${refused.message}\n` : "this request was not looked at\n";
  plainAnswer(response as Response, (refused && statusOf[refused.reason]) ?? 403, text);
};

const statusOf: Readonly<Partial<Record<Reason, number>>> = { UNAUTHENTICATED: 401, INTERNAL: 500 };

/** Whether nobody looked at a request because a guard failed itself. */
const isFault = (verdict: Principal | DomainError): boolean =>
  verdict instanceof DomainError && verdict.reason === "INTERNAL";

const notFound = (response: Response): void =>
  plainAnswer(response, 404, "this path is no call of this server; `buf curl --list-methods` shows those that are\n");

const plainAnswer = (response: Response, status: number, text: string): void => {
  const challenge = status === 401 ? { "www-authenticate": "Bearer" } : {};
  (response as ServerResponse).writeHead(status, { ...challenge, "content-type": "text/plain; charset=utf-8" });
  (response as ServerResponse).end(text);
};
