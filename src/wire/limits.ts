/** What one caller may cost, published by GetCapabilities: Connect and HTTP/2 come without bounds (4 GiB a message, no deadline). */
export const limits = Object.freeze({
  /** Largest message in either direction, in bytes after decompression; what is larger is streamed. */
  messageBytesMax: 4 * 1024 * 1024,
  /** Open streams of one HTTP/2 connection. */
  streamsMax: 128,
  /** Open connections of one server. */
  connectionsMax: 1_024,
  /** Open connections of one caller: a browser's session, or the account's token at the port or at the Unix socket. */
  callerConnectionsMax: 64,
  /** Open connections, taken together, on which no call was admitted yet. */
  strangersMax: 256,
  /** Header bytes of one request; our own headers take a few hundred. */
  headerBytesMax: 16 * 1024,
  /** How long a new connection may stay silent before it is closed, in milliseconds. */
  sniffTimeoutMs: 5_000,
  /** How long an HTTP/1.1 client may take for its headers, and an HTTP/2 client for its first request, in milliseconds. */
  headersTimeoutMs: 10_000,
  /** How long an HTTP/2 connection may stay without anything sent either way, in milliseconds. */
  idleTimeoutMs: 900_000,
  /** Stream resets of one connection that are taken at once, then per second. All 128 streams of it may end together, several times. */
  streamResetBurst: 500,
  streamResetRate: 50,
  /** Deadline of a unary call, and of the methods that wait for a model or an import, in milliseconds. */
  unaryDeadlineMs: 60_000,
  longDeadlineMs: 600_000,
  /** How long calls in flight may finish once the server drains, in milliseconds: with what comes after it a stop takes less than ten seconds. */
  drainGraceMs: 8_000,
});

/** What one connection may cost before it has made a call; tests make them short. */
export type ConnectionLimits = Readonly<
  Record<
    | "connectionsMax"
    | "callerConnectionsMax"
    | "strangersMax"
    | "sniffTimeoutMs"
    | "headersTimeoutMs"
    | "idleTimeoutMs"
    | "streamResetBurst"
    | "streamResetRate",
    number
  >
>;

/** So many bytes may come as the body of a call that takes one message: that message, and in gRPC what stands in front of it. */
export const bodyBytesMax = limits.messageBytesMax + 5;

/** What is said of a request that is larger. */
export const requestTooLarge = `the request's message is larger than ${limits.messageBytesMax} bytes; send less at once, or use a call that streams`;
