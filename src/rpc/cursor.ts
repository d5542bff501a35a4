import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";

/** Cursors of watches: opaque, bound to what is watched; being journal positions they survive a rebuild. */
export const encodeCursor = (kind: string, subject: string, position: bigint): string =>
  Buffer.from(`1 ${kind} ${subject} ${position}`).toString("base64url");

/** The position after which to go on; 0 for "". Errors: CURSOR_INVALID for anything not issued for this watch. */
export const decodeCursor = (kind: string, subject: string, cursor: string): bigint => {
  if (cursor === "") return 0n;
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const prefix = `1 ${kind} ${subject} `;
  const digits = text.slice(prefix.length);
  if (!text.startsWith(prefix) || !/^\d{1,18}$/.test(digits))
    throw new DomainError("CURSOR_INVALID", worded("error.the-cursor-was-not-issued-for-this-watch"));
  return BigInt(digits);
};
