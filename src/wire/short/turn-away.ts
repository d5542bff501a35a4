import type { ServerHttp2Stream } from "node:http2";
import type { ConnectError } from "@connectrpc/connect";
import type { DomainError } from "../../error.ts";
import { domainToConnectError } from "../error.ts";
import { type Log, logTurnedAway } from "../log.ts";
import { Tally } from "../tally.ts";
import type { Protocol } from "./protocols.ts";

/** A refusal in the form in which it is written, made once: whoever is refused a thousand times a second shall not cost a thousand errors. */
const made = new WeakMap<DomainError, ConnectError>();

const written = (refusal: DomainError): ConnectError => {
  const known = made.get(refusal);
  if (known) return known;
  const error = domainToConnectError(refusal);
  made.set(refusal, error);
  return error;
};

/**
 * Refuses calls by their heads alone, each in its own protocol; bodies are not read. The first of ten seconds has its line of log, the
 * others are counted.
 */
export const createTurnAway = (log: Log) => {
  const others = new Tally(log, "calls were refused by their heads");
  /** `path`: as in the request, with the slash. */
  return (stream: ServerHttp2Stream, path: string, protocol: Protocol, refusal: DomainError): void => {
    // What it tells comes with "close" too; without a listener it would end the process.
    stream.on("error", () => undefined);
    if (stream.destroyed || stream.closed) return;
    const outcome = written(refusal);
    if (others.add()) logTurnedAway(log, { method: path.slice(1), peer: protocol.name }, outcome);
    protocol.write(stream, { outcome, header: undefined, trailer: undefined });
  };
};
