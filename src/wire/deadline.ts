import type { IncomingHttpHeaders } from "node:http";
import type { DescMethod } from "@bufbuild/protobuf";
import { limits } from "./limits.ts";

const grpcUnitMs: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1_000, m: 1, u: 1e-3, n: 1e-6 };

/** `package.Service/Method`, as in the path of a call. */
export const methodPath = (method: DescMethod): string => `${method.parent.typeName}/${method.name}`;

/**
 * The longest deadline of a method in milliseconds, which is also the one of a caller who names none: 600 s for those
 * listed as long, 60 s for other calls with one answer, none (undefined) for watches, which end when the watcher goes.
 */
export const deadlineMaxMs = (method: DescMethod, longMethods: ReadonlySet<string>): number | undefined => {
  if (longMethods.has(methodPath(method))) return limits.longDeadlineMs;
  const watches = method.methodKind === "server_streaming" || method.methodKind === "bidi_streaming";
  return watches ? undefined : limits.unaryDeadlineMs;
};

/**
 * Writes the method's deadline into the request's headers: absent becomes the longest, longer is shortened to it. Done on
 * the headers because Connect's own limit refuses a longer deadline, and a caller who is willing to wait longer than we
 * work has done nothing wrong. A malformed header is refused by a guard, and in this process by Connect.
 */
export const clampDeadline = (header: Headers, maxMs: number | undefined): void => {
  if (maxMs === undefined) return;
  const isGrpc = (header.get("content-type") ?? "").startsWith("application/grpc");
  const name = isGrpc ? "grpc-timeout" : "connect-timeout-ms";
  const askedMs = askedTimeoutMs(header.get(name) ?? undefined, isGrpc);
  if (askedMs > maxMs) header.set(name, isGrpc ? `${maxMs}m` : String(maxMs));
};

/** What a caller asks for, in milliseconds: without a header no end at all, and NaN for what does not parse. */
export const askedTimeoutMs = (text: string | undefined, isGrpc: boolean): number => {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  return isGrpc ? grpcTimeoutMs(text) : connectTimeoutMs(text);
};

/** What the head of a call asks for, in whichever protocol; as `askedTimeoutMs`. */
export const deadlineAskedMs = (headers: IncomingHttpHeaders): number => {
  const isGrpc = (headers["content-type"] ?? "").startsWith("application/grpc");
  const asked = headers[isGrpc ? "grpc-timeout" : "connect-timeout-ms"];
  return askedTimeoutMs(asked === undefined ? undefined : String(asked), isGrpc);
};

/** NaN, which is larger than nothing, for what does not parse. The grammar allows 8 digits; grpcio rounds up to units. */
const grpcTimeoutMs = (text: string): number => {
  const [, digits, unit] = /^(\d{1,8})([HMSmun])$/.exec(text) ?? [];
  return digits && unit ? Number(digits) * grpcUnitMs[unit]! : Number.NaN;
};

const connectTimeoutMs = (text: string): number => (/^\d{1,10}$/.test(text) ? Number(text) : Number.NaN);
