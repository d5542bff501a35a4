import type { Server as HttpServer } from "node:http";
import type { Http2SecureServer, Http2Server } from "node:http2";
import { createServer, type Server, type Socket } from "node:net";
import type { ConnectionLimits } from "./limits.ts";
import { SilenceTimeout } from "./silence-timeout.ts";
import { tlsHandshake } from "./token-tls.ts";

/** What every HTTP/2 client with prior knowledge says first (RFC 9113 §3.4). No HTTP/1.1 request can begin like it. */
const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

export interface OnePort {
  readonly tcp: Server;
  /** Takes connections in the same way, at a Unix socket where it is told to listen. */
  readonly local: Server;
  /** Every open connection, whatever it speaks. */
  readonly sockets: ReadonlySet<Socket>;
}

/** Who takes connections, by what they speak. TLS is spoken at the port alone, and only where there is a server for it. */
export interface Takers {
  readonly h1: HttpServer;
  readonly h2: Http2Server;
  readonly tls: Http2SecureServer | undefined;
}

/** Who is told of connections. */
export interface OfSockets {
  onArrival(socket: Socket): void;
  /** Something failed at one; `end` closes it. */
  onFault(fault: unknown, end: () => void): void;
}

/**
 * A TCP server that gives each connection to the HTTP/2 or the HTTP/1.1 server by its first bytes, or to the one that speaks TLS, so that gRPC,
 * gRPC-Web, Connect and a browser's page share one port. None of them listens itself.
 */
export const createOnePort = (
  { h1, h2, tls }: Takers,
  limits: ConnectionLimits,
  { onArrival, onFault }: OfSockets,
): OnePort => {
  const sockets = new Set<Socket>();
  // noDelay: with Nagle's algorithm each gRPC call waits for a delayed ACK, 44 ms against 1.
  // keepAlive: the server sends no PINGs, so TCP has to notice a watcher whose machine went away.
  const options = { noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000, allowHalfOpen: true };
  const take = (socket: Socket, secure?: Http2SecureServer): void => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    try {
      onArrival(socket);
      sniff(socket, limits.sniffTimeoutMs, (spoken) => {
        // A caller of HTTP/1.1 may say its last word before it reads. One of HTTP/2 that says it is gone, and so are its watches.
        if (spoken !== "http/1.1") socket.allowHalfOpen = false;
        const taker = spoken === "tls" ? (secure ?? h1) : spoken === "h2" ? h2 : h1;
        taker.emit("connection", socket);
      });
    } catch (fault) {
      onFault(fault, () => socket.destroy());
    }
  };
  const tcp = createServer(options, (socket) => take(socket, tls));
  const local = createServer({ allowHalfOpen: true }, (socket) => take(socket));
  // Each has room of its own: a crowd at the port keeps nobody from the socket.
  for (const server of [tcp, local]) server.maxConnections = limits.connectionsMax;
  // An http.Server starts its header and idle timeouts when it begins to listen, which this one never does.
  h1.emit("listening");
  return { tcp, local, sockets };
};

/** Reads until the first bytes decide, puts them back, and hands over; a socket that stays silent or breaks is closed. */
const sniff = (socket: Socket, timeoutMs: number, handOver: (spoken: "tls" | "h2" | "http/1.1") => void): void => {
  let head = Buffer.alloc(0);
  const close = () => socket.destroy();
  const silence = new SilenceTimeout(timeoutMs, close);
  const onReadable = () => {
    const chunk: Buffer | null = socket.read();
    if (chunk === null) return;
    head = Buffer.concat([head, chunk]);
    const differs = !preface.subarray(0, head.length).equals(head.subarray(0, preface.length));
    if (!differs && head.length < preface.length) return;
    release();
    socket.unshift(head);
    handOver(head[0] === tlsHandshake ? "tls" : differs ? "http/1.1" : "h2");
  };
  const release = () => {
    silence.cancel();
    socket.off("readable", onReadable).off("end", close).off("error", close).off("close", release);
  };
  socket.on("readable", onReadable).on("end", close).on("error", close).on("close", release);
};
