import { once } from "node:events";
import type { ClientHttp2Session } from "node:http2";
import { connect } from "node:net";
import { Code, ConnectError } from "@connectrpc/connect";
import { Http2SessionManager } from "@connectrpc/connect-node";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { domainToConnectError } from "./error.ts";

/**
 * The session manager of connect-node with one hole closed (connectrpc/connect-es issue 1768): when a server says GOAWAY
 * on an idle connection, the session emits an error that nobody listens to, which ends the process. With `socket`, the path of a Unix
 * socket, every connection goes there and none to the port: the URL then only says which server is meant.
 */
export const safeSessionManager = (url: string, socket?: () => string) => {
  const options = socket && { createConnection: () => connect({ path: socket() }) };
  const inner = new Http2SessionManager(url, undefined, options);
  const guarded = new WeakSet<ClientHttp2Session>();
  return {
    authority: inner.authority,
    abort: () => inner.abort(),
    notifyResponseByteRead: inner.notifyResponseByteRead.bind(inner),
    async request(...args: Parameters<Http2SessionManager["request"]>) {
      const asked = inner.request(...args);
      const stream = await (socket ? asked.catch((cause) => notAnswered(url, cause)) : asked);
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

const isListening = async (url: string): Promise<boolean> => {
  const { hostname, port } = new URL(url);
  const probe = connect({ host: hostname.replace(/^\[(.*)\]$/u, "$1"), port: Number(port || 80), timeout: 2_000 });
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
