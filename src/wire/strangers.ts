import type { Http2Server, ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import type { ConnectionLimits } from "./limits.ts";

/** A connection as its calls know it, whatever it speaks. */
export type Connection = ServerHttp2Session | Socket;

/** Where a connection comes from; no address: by the Unix socket. */
export const cameFrom = (connection: Connection): Pick<Socket, "remoteAddress" | "remotePort"> =>
  "socket" in connection ? connection.socket : connection;

/**
 * Bounds what connections may hold of which nobody knows whose they are. On loopback every caller has the same address, so a cap for
 * each address would let one program lock out all others: instead whoever has made a call that was admitted keeps its place, and
 * of the others, taken together as one peer, the one that waits the longest makes room for the next. An HTTP/2 connection that has
 * not made one request in its time is closed, whatever else it sends.
 */
export class Strangers {
  readonly #limits: ConnectionLimits;
  /** Connections without an admitted call, the oldest first, by address and port. */
  readonly #unknown = new Map<string, Socket>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** A connection was taken. One without an address came by the Unix socket, to which no stranger has a way. */
  arrived(socket: Socket): void {
    if (socket.remoteAddress === undefined) return;
    const key = keyOf(socket);
    this.#unknown.set(key, socket);
    socket.once("close", () => this.#unknown.get(key) === socket && this.#unknown.delete(key));
    if (this.#unknown.size <= this.#limits.strangersMax) return;
    const [oldest] = this.#unknown.values();
    oldest?.destroy();
  }

  /** A call on it was admitted. */
  admitted(connection: Connection): void {
    this.#unknown.delete(keyOf(cameFrom(connection)));
  }

  /** Ends sessions that make no request: HTTP/2 has no such clock, so half a header would keep a connection for ever. */
  watch(h2: Http2Server): void {
    h2.on("session", (session) => {
      const end = setTimeout(() => session.destroy(), this.#limits.headersTimeoutMs);
      session.once("stream", () => clearTimeout(end));
      session.once("close", () => clearTimeout(end));
      // Whoever is idle for long is told to go, and comes back with the next call. A session with an open call is not idle.
      session.setTimeout(this.#limits.idleTimeoutMs, () => session.close());
    });
  }
}

const keyOf = ({ remoteAddress, remotePort }: ReturnType<typeof cameFrom>): string => `${remoteAddress} ${remotePort}`;
