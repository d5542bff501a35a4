import type { HttpAnswer } from "./http-get.ts";
import type { PartialHead } from "./partials.ts";

const one = (value: string | string[] | undefined): string => (Array.isArray(value) ? (value[0] ?? "") : (value ?? ""));

/** What an answer says of the file it begins. A weak ETag cannot vouch for bytes (RFC 9110 8.8.1) and is not kept. */
export const headOfAnswer = ({ headers }: HttpAnswer): PartialHead => {
  const etag = one(headers.etag);
  const length = one(headers["content-length"]);
  return {
    validator: etag && !etag.startsWith("W/") ? etag : one(headers["last-modified"]),
    encoding: one(headers["content-encoding"]).trim().toLowerCase(),
    type: one(headers["content-type"]),
    totalBytes: /^\d{1,12}$/.test(length) ? Number(length) : 0,
  };
};

/** What a 206 goes on with: the bytes of the whole file, 0 where it does not say. */
export interface Rest {
  readonly totalBytes: number;
}

/**
 * The rest of a file behind `doneBytes`, if that is what a 206 holds: beginning exactly there, of as many bytes in all, and of
 * the same file. A server that honours If-Range says so with the same ETag (RFC 9110 15.3.7 asks for it); one that does not
 * would have us put halves of two files together. Undefined otherwise.
 */
export const restOf = ({ headers }: HttpAnswer, doneBytes: number, kept: PartialHead): Rest | undefined => {
  const [, from, total] = /^bytes (\d{1,12})-\d{1,12}\/(\d{1,12}|\*)$/.exec(one(headers["content-range"])) ?? [];
  if (Number(from) !== doneBytes || !isSameFile(headers, kept.validator)) return undefined;
  const totalBytes = total === undefined || total === "*" ? kept.totalBytes : Number(total);
  return kept.totalBytes > 0 && totalBytes !== kept.totalBytes ? undefined : { totalBytes };
};

/** A date need not be said again; where one is said it is the same. */
const isSameFile = (headers: HttpAnswer["headers"], validator: string): boolean => {
  if (validator.startsWith('"')) return one(headers.etag) === validator;
  const date = one(headers["last-modified"]);
  return date === "" || date === validator;
};

/** Milliseconds that an answer asks us to wait: seconds or a date (RFC 9110 10.2.3); undefined where it does not say. */
export const retryAfterMs = ({ headers }: HttpAnswer, nowMs: number): number | undefined => {
  const text = one(headers["retry-after"]).trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return text && Number.isFinite(at) ? Math.max(0, at - nowMs) : undefined;
};

/** Where a redirect leads, as written. */
export const locationOf = ({ headers }: HttpAnswer): string => one(headers.location);
