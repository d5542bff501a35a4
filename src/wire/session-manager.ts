import type { ClientHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import { Code, ConnectError } from "@connectrpc/connect";
import { Http2SessionManager } from "@connectrpc/connect-node";
import { plainSocket, provenSocket } from "./proven-socket.ts";

type RequestArgs = Parameters<Http2SessionManager["request"]>;

/**
 * The session manager of connect-node with one hole closed (connectrpc/connect-es issue 1768): when a server says GOAWAY
 * on an idle connection, the session emits an error that nobody listens to, which ends the process. With a key, each of its
 * connections is one on which the server has shown that it knows the account's token.
 */
export const safeSessionManager = (url: string, ownKey?: () => Uint8Array | undefined, forwardedTo?: string) => {
  const proven = ownKey && new ProvenSockets(url, ownKey, forwardedTo);
  const inner = new Http2SessionManager(url, undefined, proven && { createConnection: () => proven.take() });
  const guarded = new WeakSet<ClientHttp2Session>();
  const request = async (...args: RequestArgs) => {
    const [, , headers] = args;
    const isSent = "authorization" in headers;
    await proven?.prepare(inner, isSent);
    // The token's file may have gone since the call was given its word.
    if (isSent && proven?.isProven === false) throw new ConnectError("the token is gone", Code.Unauthenticated);
    return inner.request(...args);
  };
  return {
    authority: inner.authority,
    abort: () => {
      proven?.close();
      inner.abort();
    },
    notifyResponseByteRead: inner.notifyResponseByteRead.bind(inner),
    async request(...args: RequestArgs) {
      // The connection may end between the look at it and the call: then nothing was sent, and another one is made.
      const stream = await request(...args).catch((error) =>
        proven?.isMissed() ? request(...args) : Promise.reject(error),
      );
      const session = stream.session as ClientHttp2Session | undefined;
      if (session && !guarded.has(session)) {
        guarded.add(session);
        session.on("error", () => undefined);
      }
      return stream;
    },
  };
};

/** Connections that were proven before the session manager asks for one: it takes them at once, or not at all. */
class ProvenSockets {
  readonly #url: string;
  readonly #key: () => Uint8Array | undefined;
  readonly #forwardedTo: string | undefined;
  #ready: Socket | undefined;
  #pending: Promise<void> | undefined;
  #isProven = false;
  #missed = false;

  constructor(url: string, key: () => Uint8Array | undefined, forwardedTo: string | undefined) {
    this.#url = url;
    this.#key = key;
    this.#forwardedTo = forwardedTo;
  }

  /**
   * Sees to it that there is a connection, or one ready to be taken. `isSent`: a token will be sent on it, so that one from before the
   * account had a token does not do. Errors: those of provenSocket.
   */
  async prepare(manager: Http2SessionManager, isSent: boolean): Promise<void> {
    while (!this.#isThere(manager) || (isSent && !this.#isProven)) {
      if (!this.#pending && this.#isThere(manager)) {
        this.close();
        manager.abort();
      }
      this.#pending ??= this.#open().finally(() => (this.#pending = undefined));
      await this.#pending;
      if (!this.#isProven) return;
    }
  }

  #isThere(manager: Http2SessionManager): boolean {
    const state = manager.state();
    return (state !== "closed" && state !== "error") || this.#ready?.destroyed === false;
  }

  /** An account without a token has none to send, and a server that has one says where it lies. */
  async #open(): Promise<void> {
    const key = this.#key();
    this.#isProven = false;
    this.#ready = await (key ? provenSocket(this.#url, key, this.#forwardedTo) : plainSocket(this.#url));
    this.#isProven = key !== undefined;
  }

  /** Whether the connection that there is, or the one that is ready, was proven. */
  get isProven(): boolean {
    return this.#isProven;
  }

  /**
   * The one that is ready. Throws where there is none, or where it has ended: given a socket that is destroyed, the library asks for the
   * next without ever letting go of the event loop.
   */
  take(): Socket {
    const socket = this.#ready;
    this.#ready = undefined;
    if (socket?.destroyed === false) return socket;
    this.#missed = true;
    throw new ConnectError("the connection ended before the call", Code.Unavailable);
  }

  /** Whether one was asked for that was not ready, since this was last asked. */
  isMissed(): boolean {
    const missed = this.#missed;
    this.#missed = false;
    return missed;
  }

  close(): void {
    this.#ready?.destroy();
    this.#ready = undefined;
  }
}
