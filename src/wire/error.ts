import { Code, ConnectError } from "@connectrpc/connect";
import {
  BadRequestSchema,
  ErrorInfoSchema,
  PreconditionFailureSchema,
  RetryInfoSchema,
} from "../../gen/google/rpc/error_details_pb.ts";
import { type Attached, DomainError, type Reason, reasons, type Violation } from "../error.ts";
import { isSaid, worded } from "../messages/said.ts";
import { decodeSaid, encodeSaid, messageFactsKey, messageIdKey } from "../messages/wire-form.ts";
import { codeOfReason, reasonOfCode } from "./error-code.ts";

/** `google.rpc.ErrorInfo.domain` of every error that this project itself decided on. */
export const errorDomain = "pincite";

type Details = NonNullable<ConstructorParameters<typeof ConnectError>[3]>;

/** Waits worth repeating the same call for, in milliseconds; a turn takes about a second, an upstream restart a few. */
const retryDelayMs: Readonly<Partial<Record<Reason, number>>> = {
  RUN_BUSY: 1_000,
  SERVER_DRAINING: 2_000,
  UPSTREAM_UNAVAILABLE: 5_000,
  INDEX_STALE: 5_000,
};

const preconditions: ReadonlySet<Reason> = new Set(["MISSING_INPUTS", "STAGE_FORBIDS"]);

/** gRPC clients accept about 8 KiB of trailers, and all details travel in one of them. */
const violationsMax = 24;
const descriptionCharsMax = 160;

/**
 * The one form in which an error leaves this process: the reason's code, the message, exactly one ErrorInfo
 * {reason, domain "pincite", metadata: the facts, and the message by its id with what it is filled with}, BadRequest, PreconditionFailure or RetryInfo where they help to act, and
 * what is attached for the caller.
 * `cause` is kept for the log and never encoded.
 */
export const domainToConnectError = (error: DomainError): ConnectError => {
  const failed = new ConnectError(error.message, codeOfReason[error.reason], undefined, detailsOf(error), error);
  failed.details.push(...error.attached.map(({ typeName: type, value }) => ({ type, value })));
  return failed;
};

/**
 * Any thrown value as what the caller may see. A DomainError tells its reason; an error of the RPC library keeps its
 * code; an error received from an upstream loses its text, which was written for us; everything else is INTERNAL
 * without a word of its text.
 */
export const toConnectError = (error: unknown): ConnectError => {
  if (error instanceof DomainError) return domainToConnectError(error);
  if (!(error instanceof ConnectError)) return internal(error);
  if (error.isWireError) return fromUpstream(error);
  if (reasonInfo(error) !== undefined) return error;
  const reason = reasonOfCode[error.code];
  if (reason !== undefined)
    return domainToConnectError(new DomainError(reason, error.rawMessage, {}, { cause: error }));
  return hidesText.has(error.code) ? internal(error) : error;
};

/**
 * What a client makes of a failed call: the DomainError that the server threw, with its reason, facts and violations,
 * or for errors from elsewhere (no connection, a proxy) the nearest reason, else INTERNAL.
 */
export const fromConnectError = (error: unknown): DomainError => {
  if (error instanceof DomainError) return error;
  const failed = ConnectError.from(error);
  const info = reasonInfo(failed);
  const reason = info?.reason ?? reasonOfCode[failed.code] ?? "INTERNAL";
  const { [messageIdKey]: _id, [messageFactsKey]: _facts, ...facts } = info?.facts ?? {};
  const said = decodeSaid(info?.facts ?? {});
  const options = { cause: error, violations: violationsOf(failed), attached: attachedTo(failed) };
  return new DomainError(reason, failed.rawMessage, facts, said === undefined ? options : { ...options, said });
};

const hidesText: ReadonlySet<Code> = new Set([Code.Unknown, Code.Internal, Code.DataLoss]);

/** What a caller is told of a fault of ours: no word of it. */
export const internalFault = (cause: unknown): DomainError =>
  new DomainError("INTERNAL", worded("error.an-internal-error-recorded-in-the-servers-log"), {}, { cause });

const internal = (cause: unknown): ConnectError => domainToConnectError(internalFault(cause));

const upstreamMessages: Readonly<Partial<Record<Reason, string>>> = {
  UPSTREAM_UNAVAILABLE: "a service this call depends on did not answer; try again",
  DEADLINE_EXCEEDED: "a service this call depends on did not answer before the deadline",
  CANCELLED: "the call was cancelled",
};

const fromUpstream = (error: ConnectError): ConnectError => {
  const reason = reasonOfCode[error.code];
  const message = reason && upstreamMessages[reason];
  return reason && message
    ? domainToConnectError(new DomainError(reason, message, {}, { cause: error }))
    : internal(error);
};

const detailsOf = (error: DomainError): Details => {
  const message = isSaid(error.told) ? encodeSaid(error.told) : {};
  const info = { reason: error.reason, domain: errorDomain, metadata: { ...error.facts, ...message } };
  const details: Details = [{ desc: ErrorInfoSchema, value: info }];
  const violations = error.violations.slice(0, violationsMax).map((violation) => ({
    ...violation,
    description: violation.description.slice(0, descriptionCharsMax),
  }));
  if (violations.length > 0) details.push(violationDetail(error.reason, violations));
  const delayMs = retryDelayMs[error.reason];
  if (delayMs !== undefined) details.push({ desc: RetryInfoSchema, value: { retryDelay: durationOf(delayMs) } });
  return details;
};

const violationDetail = (reason: Reason, violations: Violation[]): Details[number] =>
  preconditions.has(reason)
    ? { desc: PreconditionFailureSchema, value: { violations } }
    : {
        desc: BadRequestSchema,
        value: {
          fieldViolations: violations.map(({ type, subject, description }) => ({
            field: subject,
            reason: type,
            description,
          })),
        },
      };

const durationOf = (ms: number): { seconds: bigint; nanos: number } => ({
  seconds: BigInt(Math.floor(ms / 1000)),
  nanos: (ms % 1000) * 1_000_000,
});

const isReason = (text: string): text is Reason => (reasons as readonly string[]).includes(text);

/** Whether the error tells a reason of ours. */
export const hasReason = (error: ConnectError): boolean => reasonInfo(error) !== undefined;

const reasonInfo = (error: ConnectError): { reason: Reason; facts: Record<string, string> } | undefined => {
  const info = error.findDetails(ErrorInfoSchema).find((each) => each.domain === errorDomain);
  return info && isReason(info.reason) ? { reason: info.reason, facts: info.metadata } : undefined;
};

/** Details of our own types, as they came. */
const attachedTo = ({ details }: ConnectError): Attached[] =>
  details.flatMap((detail) =>
    "type" in detail && detail.type.startsWith("pincite.") ? [{ typeName: detail.type, value: detail.value }] : [],
  );

const violationsOf = (error: ConnectError): Violation[] => [
  ...error
    .findDetails(BadRequestSchema)
    .flatMap((detail) =>
      detail.fieldViolations.map(({ reason, field, description }) => ({ type: reason, subject: field, description })),
    ),
  ...error
    .findDetails(PreconditionFailureSchema)
    .flatMap((detail) => detail.violations.map(({ type, subject, description }) => ({ type, subject, description }))),
];
