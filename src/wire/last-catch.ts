import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { Http2ServerResponse, ServerHttp2Stream } from "node:http2";
import type { UniversalServerResponse } from "@connectrpc/connect/protocol";
import { errorToJsonBytes } from "@connectrpc/connect/protocol-connect";
import { setTrailerStatus } from "@connectrpc/connect/protocol-grpc";
import { domainToConnectError, internalFault } from "./error.ts";
import { describeCause, type Log } from "./log.ts";
import { connectStreamRefusal, grpcWebRefusal, writeConnect, writeGrpc } from "./short/answers.ts";
import { Tally } from "./tally.ts";

/** NGHTTP2_INTERNAL_ERROR (RFC 9113 §7): for a stream that can no longer be answered in words. */
const streamFault = 2;

/**
 * What becomes of a request at which the wire itself failed, in a way that nobody foresaw: it is answered with INTERNAL in its own
 * protocol, or cut where its answer had begun; the log has the place; the server lives on. None of these throws.
 */
export interface LastCatch {
  /** For a request of Node's own handlers. */
  response(headers: IncomingHttpHeaders, response: ServerResponse | Http2ServerResponse, fault: unknown): void;
  /** For a stream of the short path. */
  stream(headers: IncomingHttpHeaders, stream: ServerHttp2Stream, fault: unknown): void;
  /** For a call that the library has begun. */
  answer(contentType: string, fault: unknown): UniversalServerResponse;
  /** For what has no answer, a connection: `end` closes it. */
  connection(fault: unknown, end: () => void): void;
}

export const createLastCatch = (log: Log): LastCatch => {
  const others = new Tally(log, "requests at which the server failed");
  /** The first of ten seconds has its line, the others are counted: what fails at one request may fail at each. */
  const tell = (fault: unknown): void => {
    if (others.add()) log.error({ reason: "INTERNAL", cause: describeCause(fault) }, "a request failed at the wire");
  };
  const quietly = (work: () => void, otherwise: () => void): void => {
    try {
      work();
    } catch {
      otherwise();
    }
  };
  return {
    response: (headers, response, fault) => {
      quietly(() => tell(fault), nothing);
      quietly(() => respond(headers, response as ServerResponse, fault), cut(response));
    },
    stream: (headers, stream, fault) => {
      quietly(() => tell(fault), nothing);
      const close = () => quietly(() => stream.close(streamFault), nothing);
      quietly(() => {
        // What it tells comes with "close" too; without a listener it would end the process.
        stream.on("error", nothing);
        if (stream.destroyed || stream.closed) return;
        if (stream.headersSent) return close();
        const write = isGrpc(headers["content-type"]) ? writeGrpc : writeConnect;
        write(stream, { outcome: domainToConnectError(internalFault(fault)), header: undefined, trailer: undefined });
      }, close);
    },
    answer: (contentType, fault) => {
      quietly(() => tell(fault), nothing);
      const { status, type, trailer, body } = internalAnswer(contentType, fault);
      return {
        status,
        header: new Headers({ "content-type": type }),
        body: once(body),
        ...(trailer ? { trailer } : {}),
      };
    },
    connection: (fault, end) => {
      quietly(() => tell(fault), nothing);
      quietly(end, nothing);
    },
  };
};

const nothing = (): void => undefined;

const cut = (response: ServerResponse | Http2ServerResponse) => (): void => {
  try {
    (response as ServerResponse).destroy();
  } catch {
    // It had gone.
  }
};

const respond = (headers: IncomingHttpHeaders, response: ServerResponse, fault: unknown): void => {
  if (response.headersSent) cut(response)();
  if (response.headersSent || response.destroyed) return;
  const { status, type, trailer, body } = internalAnswer(headers["content-type"] ?? "", fault);
  response.writeHead(status, { "content-type": type });
  if (trailer) response.addTrailers([...trailer]);
  response.end(body);
};

const isGrpc = (contentType = ""): boolean => /^application\/grpc(\+|$)/i.test(contentType);

interface InternalAnswer {
  readonly status: number;
  readonly type: string;
  readonly trailer?: Headers;
  readonly body: Uint8Array;
}

/** INTERNAL in the protocol that a content type names; plain text for what is no call. */
const internalAnswer = (contentType: string, fault: unknown): InternalAnswer => {
  const error = domainToConnectError(internalFault(fault));
  if (/^application\/grpc-web/i.test(contentType)) return enveloped(grpcWebRefusal(error));
  if (/^application\/connect\+/i.test(contentType)) return enveloped(connectStreamRefusal(error));
  if (isGrpc(contentType)) {
    const trailer = new Headers();
    setTrailerStatus(trailer, error);
    return { status: 200, type: "application/grpc+proto", trailer, body: new Uint8Array() };
  }
  if (/^application\/(proto|json)/i.test(contentType))
    return { status: 500, type: "application/json", body: errorToJsonBytes(error, undefined) };
  return { status: 500, type: "text/plain; charset=utf-8", body: Buffer.from(`INTERNAL: ${error.rawMessage}\n`) };
};

const enveloped = ({ contentType, body }: ReturnType<typeof grpcWebRefusal>): InternalAnswer => ({
  status: 200,
  type: contentType,
  body,
});

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
