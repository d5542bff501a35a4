import type { ServerResponse } from "node:http";
import type { ServerHttp2Stream } from "node:http2";
import type { ConnectError } from "@connectrpc/connect";
import type { DomainError } from "../../error.ts";
import { domainToConnectError } from "../error.ts";
import { type Log, logTurnedAway } from "../log.ts";
import { Tally } from "../tally.ts";
import type { Protocol, RefusalForm } from "./protocols.ts";

/** A refusal in the form in which it is written, made once: whoever is refused a thousand times a second shall not cost a thousand errors. */
const made = new WeakMap<DomainError, ConnectError>();

const written = (refusal: DomainError): ConnectError => {
  const known = made.get(refusal);
  if (known) return known;
  const error = domainToConnectError(refusal);
  made.set(refusal, error);
  return error;
};

/** Refuses calls by their heads alone, each in its own protocol. `path`: as in the request, with the slash. */
export interface TurnAway {
  /** A call of HTTP/2 that has one answer, or streams over gRPC. */
  stream(stream: ServerHttp2Stream, path: string, protocol: Protocol, refusal: DomainError): void;
  /** A call over gRPC-Web, or a stream of Connect, by either version of HTTP. */
  response(response: ServerResponse, path: string, form: RefusalForm, refusal: DomainError): void;
}

/** Bodies are not read. The first of ten seconds has its line of log, the others are counted. */
export const createTurnAway = (log: Log): TurnAway => {
  const others = new Tally(log, "calls were refused by their heads");
  const told = (refusal: DomainError, path: string, peer: string): ConnectError => {
    const outcome = written(refusal);
    if (others.add()) logTurnedAway(log, { method: path.slice(1), peer }, outcome);
    return outcome;
  };
  return {
    stream: (stream, path, protocol, refusal) => {
      // What it tells comes with "close" too; without a listener it would end the process.
      stream.on("error", () => undefined);
      if (stream.destroyed || stream.closed) return;
      const outcome = told(refusal, path, protocol.name);
      protocol.write(stream, { outcome, header: undefined, trailer: undefined });
    },
    response: (response, path, form, refusal) => {
      if (response.destroyed) return;
      const { contentType, body } = form.refusalOf(told(refusal, path, form.name));
      response.writeHead(200, { "content-type": contentType, "content-length": body.length });
      response.end(body);
    },
  };
};
