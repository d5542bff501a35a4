import type { Http2Server, ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import type { ConnectionLimits } from "./limits.ts";
import { SilenceTimeout } from "./silence-timeout.ts";

/** A connection as its calls know it, whatever it speaks. */
export type Connection = ServerHttp2Session | Socket;

/** Where a connection comes from; no address: by the Unix socket. */
export const cameFrom = (connection: Connection): Pick<Socket, "remoteAddress" | "remotePort"> =>
  "socket" in connection ? connection.socket : connection;

/** Under which a connection is known from its arrival; HTTP/2 shows its socket through a stand-in that has what the socket has. */
const arrival = Symbol("arrival");
type Arrived = Pick<Socket, "remoteAddress" | "remotePort"> & { [arrival]?: number };

/**
 * Bounds what connections may hold of which nobody knows whose they are. On loopback every caller has the same address, so a cap for
 * each address would let one program lock out all others: instead whoever has made a call that was admitted keeps its place, and
 * of the others, taken together as one peer, the one that waits the longest makes room for the next. Whoever comes by the Unix socket is this
 * account, one caller, and has as many that wait as a caller may hold. An HTTP/2 connection that has not made one request in its time
 * is closed, whatever else it sends.
 */
export class Strangers {
  readonly #limits: ConnectionLimits;
  /** Connections without an admitted call, the oldest first, of the port and of the socket. */
  readonly #atPort = new Map<number, Socket>();
  readonly #atSocket = new Map<number, Socket>();
  #next = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** A connection was taken; one without an address came by the Unix socket. */
  arrived(socket: Socket): void {
    const isLocal = socket.remoteAddress === undefined;
    const unknown = isLocal ? this.#atSocket : this.#atPort;
    const number = this.#next++;
    (socket as Arrived)[arrival] = number;
    unknown.set(number, socket);
    socket.once("close", () => unknown.delete(number));
    if (unknown.size <= (isLocal ? this.#limits.callerConnectionsMax : this.#limits.strangersMax)) return;
    const [oldest] = unknown.values();
    oldest?.destroy();
  }

  /** A call on it was admitted. */
  admitted(connection: Connection): void {
    const number = (cameFrom(connection) as Arrived | undefined)?.[arrival];
    if (number === undefined) return;
    this.#atPort.delete(number);
    this.#atSocket.delete(number);
  }

  /** Ends sessions that make no request: HTTP/2 has no such clock, so half a header would keep a connection for ever. */
  watch(h2: Http2Server): void {
    h2.on("session", (session) => {
      const silence = new SilenceTimeout(this.#limits.headersTimeoutMs, () => session.destroy());
      session.once("stream", () => silence.cancel()).once("close", () => silence.cancel());
      // Whoever is idle for long is told to go, and comes back with the next call. A session with an open call is not idle.
      session.setTimeout(this.#limits.idleTimeoutMs, () => session.close());
    });
  }
}
