import { Code, ConnectError, type Interceptor, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { limits } from "./limits.ts";
import { safeSessionManager, type Way } from "./session-manager.ts";

export { fromConnectError } from "./error.ts";

export interface ClientOptions extends Way {
  /** Both are binary over HTTP/2 without TLS. Default "grpc". */
  readonly protocol?: "grpc" | "connect";
  readonly interceptors?: readonly Interceptor[];
  /** What is sent as `authorization: Bearer`, asked for at each call; absent or undefined: nothing. */
  readonly token?: () => string | undefined;
}

/** A transport that can be closed, so that a process with nothing else to do can end. */
export type ClientTransport = Transport & { close(): void };

/** A transport to a server of ours (or a remote Vault or LawBot) at an http:// URL, for programs that run on Node. */
export const createClientTransport = (url: string, options: ClientOptions = {}): ClientTransport => {
  const sessionManager = safeSessionManager(url, options);
  const shared = {
    baseUrl: url,
    sessionManager,
    interceptors: [retryRefusedStream, bearer(options.token), ...(options.interceptors ?? [])],
    readMaxBytes: limits.messageBytesMax,
  };
  const transport =
    options.protocol === "connect"
      ? createConnectTransport({ ...shared, httpVersion: "2", useBinaryFormat: true })
      : createGrpcTransport(shared);
  return Object.assign(transport, { close: sessionManager.abort });
};

/** Sends a token along, unless the call has a credential of its own. */
export const bearer =
  (token: (() => string | undefined) | undefined): Interceptor =>
  (next) =>
  async (request) => {
    const word = request.header.has("authorization") ? undefined : token?.();
    if (word !== undefined) request.header.set("authorization", `Bearer ${word}`);
    return next(request);
  };

/**
 * Sends a unary call again, once, when the server refused its stream: the connection was closing, and by RFC 9113 §8.7 a
 * refused stream was never processed, so nothing can happen twice. No other failure is retried.
 */
const retryRefusedStream: Interceptor = (next) => async (request) => {
  try {
    return await next(request);
  } catch (error) {
    const refused =
      error instanceof ConnectError && error.code === Code.Internal && error.message.includes("NGHTTP2_REFUSED_STREAM");
    if (request.stream || !refused) throw error;
    return next(request);
  }
};
