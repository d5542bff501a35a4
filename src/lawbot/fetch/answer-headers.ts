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

/** Whether a 206 goes on exactly behind the bytes that are there, of the same file. */
export const goesOn = ({ headers }: HttpAnswer, doneBytes: number, totalBytes: number): boolean => {
  const [, from, total] = /^bytes (\d{1,12})-\d{1,12}\/(\d{1,12}|\*)$/.exec(one(headers["content-range"])) ?? [];
  return Number(from) === doneBytes && (total === "*" || totalBytes === 0 || Number(total) === totalBytes);
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
