import type { OutgoingHttpHeaders, ServerHttp2Stream } from "node:http2";
import type { ConnectError } from "@connectrpc/connect";
import {
  codeToHttpStatus,
  endStreamFlag,
  endStreamToJson,
  errorToJsonBytes,
} from "@connectrpc/connect/protocol-connect";
import { setTrailerStatus } from "@connectrpc/connect/protocol-grpc";
import { trailerFlag, trailerSerialize } from "@connectrpc/connect/protocol-grpc-web";
import { envelope } from "./framing.ts";

/** What goes back: a message or an error, and the headers that the handler set. */
export interface Outcome {
  readonly outcome: Uint8Array | ConnectError;
  readonly header: Headers | undefined;
  readonly trailer: Headers | undefined;
}

/** Writes the one answer of a call. */
export type Write = (stream: ServerHttp2Stream, answer: Outcome) => void;

/** Connect: the status says how it went, trailers stand among the headers, an error is JSON (the protocol's own form of it). */
export const writeConnect: Write = (stream, { outcome, header, trailer }) => {
  const head = plainHeaders(header);
  for (const [name, value] of trailer ?? []) head[`trailer-${name}`] = value;
  if (outcome instanceof Uint8Array) {
    finish(stream, { ...head, ":status": 200, "content-type": "application/proto" }, outcome);
    return;
  }
  const body = errorToJsonBytes(outcome, undefined);
  const status = codeToHttpStatus(outcome.code);
  const metadata = outcome.isWireError ? {} : plainHeaders(outcome.metadata);
  finish(stream, { ...head, ...metadata, ":status": status, "content-type": "application/json" }, body);
};

const finish = (stream: ServerHttp2Stream, head: OutgoingHttpHeaders, body: Uint8Array): void => {
  stream.respond({ ...head, "content-length": body.length });
  stream.end(body);
};

/** gRPC: always 200; how it went stands in the trailers. */
export const writeGrpc: Write = (stream, { outcome, header, trailer }) => {
  const trailers = plainHeaders(trailer);
  if (outcome instanceof Uint8Array) trailers["grpc-status"] = "0";
  else Object.assign(trailers, plainHeaders(setTrailerStatus(new Headers(), outcome)));
  stream.once("wantTrailers", () => stream.sendTrailers(trailers));
  const head = { ...plainHeaders(header), ":status": 200, "content-type": "application/grpc+proto" };
  stream.respond(head, { waitForTrailers: true });
  if (outcome instanceof Uint8Array) stream.end(envelope(outcome));
  else stream.end();
};

/** A refusal that is a head and a body and no more, so that either version of HTTP can carry it. */
export interface WholeRefusal {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** A stream of Connect that ends at once: how it went is the JSON of its last envelope. */
export const connectStreamRefusal = (error: ConnectError): WholeRefusal => ({
  contentType: "application/connect+proto",
  body: envelope(Buffer.from(JSON.stringify(endStreamToJson(new Headers(), error, undefined))), endStreamFlag),
});

/** gRPC-Web: what gRPC has as trailers is the last envelope of the body. */
export const grpcWebRefusal = (error: ConnectError): WholeRefusal => {
  const trailers = new Headers();
  setTrailerStatus(trailers, error);
  return { contentType: "application/grpc-web+proto", body: envelope(trailerSerialize(trailers), trailerFlag) };
};

const plainHeaders = (headers: Headers | undefined): OutgoingHttpHeaders =>
  headers === undefined ? {} : Object.fromEntries(headers);
