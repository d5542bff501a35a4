import { createServer as createHttpServer } from "node:http";
import {
  createServer as createHttp2Server,
  createSecureServer,
  type Http2SecureServer,
  type Http2Server,
  type ServerHttp2Session,
} from "node:http2";
import type { AddressInfo } from "node:net";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import type { Prepare } from "./admission.ts";
import { BrokenOff } from "./broken-off.ts";
import { drainingError } from "./guard.ts";
import { createLastCatch } from "./last-catch.ts";
import { type ConnectionLimits, limits } from "./limits.ts";
import { listenLocally } from "./local-listener.ts";
import { requireLoopback, serverUrl } from "./loopback.ts";
import { createOnePort, type OnePort } from "./one-port.ts";
import type { Principal } from "./principal.ts";
import { createRequestHandler, type Request, type Response, type ServedOptions } from "./request-handler.ts";
import type { ShortPath } from "./short/short-path.ts";
import { type Connection, cameFrom, Strangers } from "./strangers.ts";
import { tokenTlsOptions } from "./token-tls.ts";

export interface ServerOptions extends ServedOptions {
  /** 0 asks the system for a free one. */
  readonly port: number;
  /** 127.0.0.1, ::1 or localhost; anything else is refused with HOST_REFUSED. */
  readonly host: string;
  /** Path of a Unix socket to listen at too, by address and port; default none. One that cannot be had is logged and ends no start. */
  readonly socketAt?: (address: string, port: number) => string;
  /** SHA-256 of the account's token, with which the port speaks TLS to whoever knows it too; default: it speaks none. */
  readonly tokenDigest?: () => Uint8Array | undefined;
  /** For tests, which cannot wait ten seconds or open a thousand connections. Default: those of limits.ts. */
  readonly limits?: Partial<ConnectionLimits>;
}

export interface RunningServer {
  readonly port: number;
  readonly url: string;
  /** What grpc.health.v1 says from now on. */
  setServing(serving: boolean): void;
  /**
   * Stops in this order: health says NOT_SERVING, watches end with SERVER_DRAINING, no new connection is taken, calls in
   * flight finish. What is still open after `graceMs` (8 s) is cut. Repeated calls get the same promise.
   */
  stop(graceMs?: number): Promise<void>;
}

/**
 * Serves the routes, with health and reflection beside them, over gRPC, gRPC-Web and Connect on one loopback port, without
 * TLS or with TLS by the token. Resolves once connections are taken; rejects with ALREADY_EXISTS when the port is in use.
 */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  requireLoopback(options.host);
  const drain = new AbortController();
  const bounds: ConnectionLimits = { ...limits, ...options.limits };
  const strangers = new Strangers(bounds);
  const callers = new Callers(bounds);
  const brokenOff = new BrokenOff(options.log);
  const lastCatch = createLastCatch(options.log);
  const { handle, shortPath, health, warm } = createRequestHandler(options, drain.signal, {
    brokenOff,
    lastCatch,
    onAdmitted: (connection, principal) => {
      const refused = callers.admitted(connection, principal);
      if (!refused) strangers.admitted(connection);
      return refused;
    },
  });
  const h1 = createHttpServer(
    {
      headersTimeout: bounds.headersTimeoutMs,
      // Node looks at its timeouts every 30 s unless told otherwise, which would make 40 of our 10.
      connectionsCheckingInterval: Math.min(bounds.headersTimeoutMs / 4, 5_000),
      requestTimeout: limits.longDeadlineMs,
      maxHeaderSize: limits.headerBytesMax,
    },
    preparedFirst(handle, options.prepare),
  );
  const http2Options = {
    settings: { maxConcurrentStreams: limits.streamsMax, maxHeaderListSize: limits.headerBytesMax },
    streamResetBurst: bounds.streamResetBurst,
    streamResetRate: bounds.streamResetRate,
  };
  const h2 = createHttp2Server(http2Options);
  const { tokenDigest } = options;
  const tls =
    tokenDigest && createSecureServer({ ...http2Options, ...tokenTlsOptions(tokenDigest, bounds.headersTimeoutMs) });
  const requests = createHttp2Server(handle);
  const sessions = new Set<ServerHttp2Session>();
  for (const each of tls ? [h2, tls] : [h2]) {
    offerStreams(each, requests, shortPath, options.prepare);
    trackSessions(each, sessions, drain.signal);
    strangers.watch(each);
  }
  // Whoever does not know the token is closed by TLS itself; that says nothing of this server.
  tls?.on("tlsClientError", (_fault, socket) => void socket.destroy());
  const onePort = createOnePort({ h1, h2, tls }, bounds, {
    onArrival: (socket) => strangers.arrived(socket),
    onFault: lastCatch.connection,
  });
  const port = await listen(onePort, options);
  await listenLocally(onePort, options);
  void warm();

  const stopOnce = async (graceMs: number): Promise<void> => {
    health.setServing(false);
    // One turn of the event loop, so that those who watch health hear it before their stream ends.
    await new Promise((resolve) => setImmediate(resolve));
    drain.abort(drainingError());
    // Node takes the file of a socket away when it closes the server.
    const closed = Promise.all(
      [onePort.tcp, onePort.local].map((each) => new Promise<void>((resolve) => each.close(() => resolve()))),
    );
    for (const session of sessions) session.close();
    // Repeated, because a connection that is busy now is idle once its answer is out.
    const idle = setInterval(() => h1.closeIdleConnections(), 20);
    h1.closeIdleConnections();
    const cut = setTimeout(() => {
      for (const socket of onePort.sockets) socket.destroy();
    }, graceMs);
    await closed;
    clearInterval(idle);
    clearTimeout(cut);
    // It never listened; closing it still ends its timers.
    h1.close(() => undefined);
    brokenOff.tell();
  };
  let stopping: Promise<void> | undefined;
  return {
    port,
    url: serverUrl(options.host, port),
    setServing: health.setServing,
    stop: (graceMs = limits.drainGraceMs) => (stopping ??= stopOnce(graceMs)),
  };
};

/**
 * Offers each stream to the short path first, once it is known who calls. What it leaves alone becomes a request of the other server, which
 * never listens.
 */
const offerStreams = (
  h2: Http2Server | Http2SecureServer,
  requests: Http2Server,
  shortPath: ShortPath | undefined,
  prepare: Prepare | undefined,
): void => {
  h2.on("stream", (stream, headers, ...rest) => {
    const offer = (): void => {
      if (!stream.destroyed && !shortPath?.(stream, headers)) requests.emit("stream", stream, headers, ...rest);
    };
    const later = prepare?.(headers);
    if (later) void later.then(offer);
    else offer();
  });
};

/** The same handler, asked once it is known who calls. */
const preparedFirst =
  (handle: (request: Request, response: Response) => void, prepare: Prepare | undefined) =>
  (request: Request, response: Response): void => {
    const later = prepare?.(request.headers);
    if (later) void later.then(() => handle(request, response));
    else handle(request, response);
  };

/** Keeps the sessions in use; one that appears while the server drains is closed at once, with GOAWAY. */
const trackSessions = (
  h2: Http2Server | Http2SecureServer,
  sessions: Set<ServerHttp2Session>,
  drain: AbortSignal,
): void => {
  h2.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
    if (drain.aborted) session.close();
  });
};

const listen = ({ tcp }: OnePort, { host, port, log }: ServerOptions): Promise<number> =>
  new Promise((resolve, reject) => {
    tcp.once("error", (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)));
    tcp.listen({ host, port }, () => {
      // From here on an error is one failed accept (out of descriptors); the connections that stand are not at fault.
      tcp.on("error", (error: NodeJS.ErrnoException) =>
        log.error({ systemCode: error.code }, "a connection was not taken"),
      );
      resolve((tcp.address() as AddressInfo).port);
    });
  });

const listenError = (error: NodeJS.ErrnoException, host: string, port: number): Error =>
  error.code === "EADDRINUSE"
    ? new DomainError("ALREADY_EXISTS", worded("error.port-on-is-in-use-stop-the-other-program-or", { port, host }), {
        host,
        port: String(port),
      })
    : error;

/**
 * Bounds how many connections one caller holds, so that nobody who is let in takes the place of all others. A caller is the session of one
 * browser, a person who signed in, or the account's token; the token at the port and at the Unix socket counts apart, so that a program that forgets to close
 * what it opens at the port keeps no person from the command line.
 */
class Callers {
  readonly #connectionsMax: number;
  readonly #held = new Map<string, Set<Connection>>();

  constructor({ callerConnectionsMax }: Pick<ConnectionLimits, "callerConnectionsMax">) {
    this.#connectionsMax = callerConnectionsMax;
  }

  /** A call of somebody who is known came on a connection: nothing against it, or LIMIT_EXCEEDED where the caller holds too many. */
  admitted(connection: Connection, { by, session, person }: Principal): DomainError | undefined {
    if (by === "none" || connection.destroyed) return undefined;
    const way = cameFrom(connection).remoteAddress === undefined ? "socket" : "port";
    const caller = session ?? (person ? `${person.subject} of ${person.issuer}` : `${by} at the ${way}`);
    const held = this.#held.get(caller) ?? new Set();
    if (held.has(connection)) return undefined;
    if (held.size >= this.#connectionsMax) return tooMany(this.#connectionsMax);
    this.#held.set(caller, held.add(connection));
    connection.once("close", () => {
      held.delete(connection);
      if (held.size === 0 && this.#held.get(caller) === held) this.#held.delete(caller);
    });
    return undefined;
  }
}

const tooMany = (most: number): DomainError =>
  new DomainError("LIMIT_EXCEEDED", worded("error.you-hold-connections-to-this-server-already", { most }), {
    connections_max: String(most),
  });
