import type { DescMessage } from "@bufbuild/protobuf";
import { Code, ConnectError, type HandlerContext } from "@connectrpc/connect";
import { DomainError, type Reason } from "../error.ts";
import { worded } from "../messages/said.ts";
import { domainToConnectError, hasReason } from "./error.ts";
import { reasonOfCode } from "./error-code.ts";
import { limits, requestTooLarge } from "./limits.ts";
import { isLogged, type Log, logRefused, wasLogged } from "./log.ts";

/**
 * Connect refuses some calls before any interceptor sees them (bytes that are no protobuf, a message above the limit, a
 * codec or compression it does not know) and fails some after all of them (an answer above the limit). Every protocol's
 * handler hands such an error to `context.abort` just before it encodes it: there it gets its reason, and its line in the
 * log. Called from the request gate, which is the first to hold the context.
 */
export const explainEarlyRefusals = (context: HandlerContext, log: Log): void => {
  const own = context as { abort?: (reason?: unknown) => void };
  const { abort } = own;
  own.abort = (reason) => {
    if (reason !== undefined) explain(reason, context, log);
    // Without a reason the platform makes one, with a stack trace, for each call that ended well: a tenth of its time.
    abort?.(reason ?? callOver);
  };
};

/** Why the signal of a call that ended well is aborted. */
export const callOver = new DomainError("CANCELLED", worded("error.the-call-is-over"));

const explain = (error: unknown, context: HandlerContext, log: Log): void => {
  const reached = isLogged(context.signal);
  // What an interceptor let out has its reason and its line; a caller who leaves is reported where his call is.
  if (reached && (wasLogged(error) || !isOurs(error))) return;
  if (error instanceof ConnectError && !hasReason(error)) become(error, inOurWords(error, context, reached));
  logRefused(log, context, error);
};

/** After the interceptors only the encoding of the answer is left; what else fails there is the connection. */
const isOurs = (error: unknown): boolean =>
  error instanceof ConnectError && (error.code === Code.ResourceExhausted || error.code === Code.Internal);

const inOurWords = (error: ConnectError, context: HandlerContext, reached: boolean): ConnectError => {
  if (!reached) return requestFault(error, context.method.input);
  return answerFault(error);
};

/** What is wrong with an answer that cannot be sent: too large (RESOURCE_EXHAUSTED), or a handler's bug. */
export const answerFault = (error: ConnectError): ConnectError =>
  error.code === Code.ResourceExhausted
    ? refusal(error, "LIMIT_EXCEEDED", answerTooLarge, bytesMax)
    : refusal(error, "INTERNAL", "the answer could not be encoded; the server's log says where");

/** What Connect found wrong with a request that it was reading, with its reason and what to do about it. */
export const requestFault = (error: ConnectError, schema: DescMessage): ConnectError => {
  if (error.code === Code.ResourceExhausted) return refusal(error, "LIMIT_EXCEEDED", requestTooLarge, bytesMax);
  // Connect calls what it cannot parse INTERNAL, as gRPC's own status table does; but it is the caller who mends it.
  if (error.code === Code.Internal) return refusal(error, "REQUEST_INVALID", undecodable(schema.typeName));
  const reason = reasonOfCode[error.code];
  return reason ? refusal(error, reason, error.rawMessage) : error;
};

const bytesMax = { message_bytes_max: String(limits.messageBytesMax) };

const refusal = (cause: ConnectError, reason: Reason, message: string, facts = {}): ConnectError =>
  domainToConnectError(new DomainError(reason, message, facts, { cause }));

const answerTooLarge = `the answer would be larger than ${limits.messageBytesMax} bytes; ask for a smaller page or for less`;

const undecodable = (typeName: string): string =>
  `the request cannot be read as ${typeName}: its bytes are no valid protobuf, or a string in it is not UTF-8; encode it with the protos of this server's version`;

/** Turns the very error that is about to be encoded into another; the handler holds on to the object. */
const become = (error: ConnectError, other: ConnectError): void => {
  const { code, rawMessage, message, details } = other;
  // Where it began goes along for the log; its text does not, since it may quote the message.
  const cause = Object.assign(new Error(error.name), { stack: error.stack });
  Object.assign(error, { code, rawMessage, message, details, cause });
};
