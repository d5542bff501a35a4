import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import type { ConnectError } from "@connectrpc/connect";
import { endStreamFlag, endStreamToJson } from "@connectrpc/connect/protocol-connect";
import { setTrailerStatus } from "@connectrpc/connect/protocol-grpc";
import { envelope } from "./framing.ts";
import { isPlain } from "./protocols.ts";

/** How a protocol answers one message with many. Each is in an envelope, and so is the one that comes in. */
export interface StreamProtocol {
  readonly name: "connect" | "grpc";
  readonly contentType: string;
  /** The flag of an envelope that ends what a caller sends and holds no message; 0 where there is none. */
  readonly endFlag: number;
  /** Whether the head announces trailers. */
  readonly hasTrailers: boolean;
  /** Ends an answer whose head has gone out. `trailer`: what the handler set; it is added to. */
  readonly end: (stream: ServerHttp2Stream, error: ConnectError | undefined, trailer: Headers) => void;
}

const connect: StreamProtocol = {
  name: "connect",
  contentType: "application/connect+proto",
  endFlag: endStreamFlag,
  hasTrailers: false,
  end: (stream, error, trailer) => {
    const ended = JSON.stringify(endStreamToJson(trailer, error, undefined));
    stream.end(envelope(Buffer.from(ended), endStreamFlag));
  },
};

const grpc: StreamProtocol = {
  name: "grpc",
  contentType: "application/grpc+proto",
  endFlag: 0,
  hasTrailers: true,
  end: (stream, error, trailer) => {
    if (error) setTrailerStatus(trailer, error);
    else trailer.set("grpc-status", "0");
    stream.once("wantTrailers", () => stream.sendTrailers(Object.fromEntries(trailer)));
    stream.end();
  },
};

const byContentType: ReadonlyMap<string, StreamProtocol> = new Map([
  ["application/connect+proto", connect],
  ["application/grpc", grpc],
  ["application/grpc+proto", grpc],
]);

/** The protocol of a plain request for a stream, as `protocolOf`. */
export const streamProtocolOf = (headers: IncomingHttpHeaders): StreamProtocol | undefined =>
  isPlain(headers) ? byContentType.get(headers["content-type"] ?? "") : undefined;
