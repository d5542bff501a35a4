import { once } from "node:events";
import type { ClientHttp2Session } from "node:http2";
import { connect } from "node:net";
import { Code, ConnectError } from "@connectrpc/connect";
import { Http2SessionManager } from "@connectrpc/connect-node";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { domainToConnectError } from "./error.ts";
import { connectByToken } from "./token-tls.ts";

/** By which way a server is called in place of its port in clear; one of them at most. */
export interface Way {
  /** Path of a Unix socket, asked for at each connection. */
  readonly socket?: () => string;
  /** SHA-256 of the token that whoever listens at the port has to show that it knows, asked for at each connection. */
  readonly tokenDigest?: () => Uint8Array;
}

/**
 * The session manager of connect-node with one hole closed (connectrpc/connect-es issue 1768): when a server says GOAWAY
 * on an idle connection, the session emits an error that nobody listens to, which ends the process. With `socket` every connection goes
 * there and none to the port: the URL then only says which server is meant.
 */
export const safeSessionManager = (url: string, { socket, tokenDigest }: Way = {}) => {
  const options = socket
    ? { createConnection: () => connect({ path: socket() }) }
    : tokenDigest && { createConnection: () => connectByToken(...hostAndPort(url), tokenDigest()) };
  const notReached = socket ? notAnswered : tokenDigest ? notShown : undefined;
  const inner = new Http2SessionManager(url, undefined, options);
  const guarded = new WeakSet<ClientHttp2Session>();
  return {
    authority: inner.authority,
    abort: () => inner.abort(),
    notifyResponseByteRead: inner.notifyResponseByteRead.bind(inner),
    async request(...args: Parameters<Http2SessionManager["request"]>) {
      const asked = inner.request(...args);
      const stream = await (notReached ? asked.catch((cause) => notReached(url, cause)) : asked);
      const session = stream.session as ClientHttp2Session | undefined;
      if (session && !guarded.has(session)) {
        guarded.add(session);
        session.on("error", () => undefined);
      }
      return stream;
    },
  };
};

/**
 * Tells a server that is not there from a port at which somebody listens who has no socket of this account. The port is only opened and
 * closed: not a byte is sent. Errors: always, UPSTREAM_UNAVAILABLE or what the folder of the socket is unfit for.
 */
const notAnswered = async (url: string, thrown: unknown): Promise<never> => {
  const cause = thrown instanceof ConnectError ? thrown.cause : thrown;
  if (cause instanceof DomainError) throw domainToConnectError(cause);
  const { code, syscall } = (cause ?? {}) as NodeJS.ErrnoException;
  if (syscall !== "connect" || (code !== "ENOENT" && code !== "ECONNREFUSED")) throw thrown;
  if (await isListening(url))
    throw domainToConnectError(
      new DomainError("UPSTREAM_UNAVAILABLE", worded("listener-error.is-no-server-of-this-account", { url }), { url }),
    );
  throw new ConnectError("no server answers there", Code.Unavailable, undefined, undefined, cause);
};

/**
 * Tells a server that is not there from somebody who listens and does not show that he knows the token. Errors: always, UPSTREAM_UNAVAILABLE or what
 * the token's file is unfit for.
 */
const notShown = (url: string, thrown: unknown): never => {
  const cause = thrown instanceof ConnectError ? thrown.cause : thrown;
  if (cause instanceof DomainError) throw domainToConnectError(cause);
  const { syscall } = (cause ?? {}) as NodeJS.ErrnoException;
  if (syscall === "connect" || syscall === "getaddrinfo") throw thrown;
  throw domainToConnectError(
    new DomainError("UPSTREAM_UNAVAILABLE", worded("listener-error.does-not-know-the-token", { url }), { url }),
  );
};

const hostAndPort = (url: string): [host: string, port: number] => {
  const { hostname, port } = new URL(url);
  return [hostname.replace(/^\[(.*)\]$/u, "$1"), Number(port || 80)];
};

const isListening = async (url: string): Promise<boolean> => {
  const [host, port] = hostAndPort(url);
  const probe = connect({ host, port, timeout: 2_000 });
  probe.once("timeout", () => probe.destroy(new Error("nobody took the connection")));
  try {
    await once(probe, "connect");
    return true;
  } catch {
    return false;
  } finally {
    probe.destroy();
  }
};
