import type { Http2SecureServer, Http2Server, ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import type { ConnectionLimits } from "./limits.ts";
import { SilenceTimeout } from "./silence-timeout.ts";

/** A connection as its calls know it, whatever it speaks. */
export type Connection = ServerHttp2Session | Socket;

/** Where a connection comes from; no address: by the Unix socket. */
export const cameFrom = (connection: Connection): Pick<Socket, "remoteAddress" | "remotePort"> =>
  "socket" in connection ? connection.socket : connection;

/** Under which a connection by the Unix socket is known from its arrival; HTTP/2 shows its socket through a stand-in that has what the socket has. */
const arrival = Symbol("arrival");
type Arrived = Pick<Socket, "remoteAddress" | "remotePort"> & { [arrival]?: string };

/** Under which one is known: that of the port by where it comes from, since what speaks TLS is another object than what arrived. */
const keyOf = (connection: Arrived): string | undefined =>
  connection[arrival] ??
  (connection.remotePort === undefined ? undefined : `${connection.remoteAddress} ${connection.remotePort}`);

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
  readonly #atPort = new Map<string, Socket>();
  readonly #atSocket = new Map<string, Socket>();
  #next = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** A connection was taken; one without an address came by the Unix socket. */
  arrived(socket: Socket): void {
    const isLocal = socket.remoteAddress === undefined;
    const unknown = isLocal ? this.#atSocket : this.#atPort;
    if (isLocal) (socket as Arrived)[arrival] = `socket ${this.#next++}`;
    const key = keyOf(socket) ?? "";
    // A port that comes again, before the connection that had it was seen to end, is the youngest.
    unknown.delete(key);
    unknown.set(key, socket);
    socket.once("close", () => {
      if (unknown.get(key) === socket) unknown.delete(key);
    });
    if (unknown.size <= (isLocal ? this.#limits.callerConnectionsMax : this.#limits.strangersMax)) return;
    const [oldest] = unknown.values();
    oldest?.destroy();
  }

  /** A call on it was admitted. */
  admitted(connection: Connection): void {
    const known = cameFrom(connection) as Arrived | undefined;
    const key = known && keyOf(known);
    if (key === undefined) return;
    this.#atPort.delete(key);
    this.#atSocket.delete(key);
  }

  /** Ends sessions that make no request: HTTP/2 has no such clock, so half a header would keep a connection for ever. */
  watch(h2: Http2Server | Http2SecureServer): void {
    h2.on("session", (session) => {
      const silence = new SilenceTimeout(this.#limits.headersTimeoutMs, () => session.destroy());
      session.once("stream", () => silence.cancel()).once("close", () => silence.cancel());
      // Whoever is idle for long is told to go, and comes back with the next call. A session with an open call is not idle.
      session.setTimeout(this.#limits.idleTimeoutMs, () => session.close());
    });
  }
}
