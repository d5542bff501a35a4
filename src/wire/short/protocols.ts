import type { IncomingHttpHeaders } from "node:http2";
import type { ConnectError } from "@connectrpc/connect";
import { limits } from "../limits.ts";
import {
  connectStreamRefusal,
  grpcWebRefusal,
  type WholeRefusal,
  type Write,
  writeConnect,
  writeGrpc,
} from "./answers.ts";
import { openEnvelope, tooLarge } from "./framing.ts";

/** How a protocol frames the one message each way. */
export interface Protocol {
  readonly name: "connect" | "grpc";
  readonly timeoutHeader: "connect-timeout-ms" | "grpc-timeout";
  /** The message in a whole body. Errors: ConnectError. */
  readonly messageIn: (body: Buffer) => Buffer;
  readonly write: Write;
}

const connect: Protocol = {
  name: "connect",
  timeoutHeader: "connect-timeout-ms",
  messageIn: (body) => {
    if (body.length > limits.messageBytesMax) throw tooLarge();
    return body;
  },
  write: writeConnect,
};

const grpc: Protocol = {
  name: "grpc",
  timeoutHeader: "grpc-timeout",
  messageIn: openEnvelope,
  write: writeGrpc,
};

const byContentType: ReadonlyMap<string, Protocol> = new Map([
  ["application/proto", connect],
  ["application/grpc", grpc],
  ["application/grpc+proto", grpc],
]);

/** Whether a request is a POST without compression, of which nothing but its codec is still to be asked. */
export const isPlain = (headers: IncomingHttpHeaders): boolean =>
  headers[":method"] === "POST" &&
  (headers["content-encoding"] ?? "identity") === "identity" &&
  (headers["connect-content-encoding"] ?? "identity") === "identity" &&
  (headers["grpc-encoding"] ?? "identity") === "identity" &&
  headers.expect === undefined;

/** The protocol of a plain request: a POST of a binary codec without compression. Undefined for whatever is not plain. */
export const protocolOf = (headers: IncomingHttpHeaders): Protocol | undefined =>
  isPlain(headers) ? byContentType.get(headers["content-type"] ?? "") : undefined;

/** How calls are refused whose protocol has an envelope for that, in which nothing but a head and a body is needed. */
export interface RefusalForm {
  readonly name: "connect" | "grpc-web";
  readonly refusalOf: (error: ConnectError) => WholeRefusal;
}

const grpcWeb: RefusalForm = { name: "grpc-web", refusalOf: grpcWebRefusal };

const formByContentType: ReadonlyMap<string, RefusalForm> = new Map([
  ["application/connect+proto", { name: "connect", refusalOf: connectStreamRefusal }],
  ["application/grpc-web", grpcWeb],
  ["application/grpc-web+proto", grpcWeb],
]);

/** The form in which a POST of gRPC-Web, or of a stream of Connect, is refused; undefined for whatever else it is. */
export const refusalFormOf = (method: string, headers: IncomingHttpHeaders): RefusalForm | undefined =>
  method === "POST" ? formByContentType.get(headers["content-type"] ?? "") : undefined;
