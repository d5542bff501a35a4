import { storeLimits } from "./limits.ts";

/** Items of a page when the caller names no number: events of a stream, records of a space. */
export const eventsPerPage = 1_000;
export const recordsPerPage = 100;

/** How many items to give: what was asked for or the default, never more than the store's page and never below 0. */
export const pageSize = (asked: number | undefined, usual: number): number =>
  Math.max(0, Math.min(Math.floor(asked ?? usual), storeLimits.pageMax));

/** The whole in pieces of at most 256 KiB, from `offset` on; nothing when the offset is at or behind the end. */
export function* pieces(bytes: Uint8Array, offset = 0): Iterable<Uint8Array> {
  for (let start = Math.max(0, offset); start < bytes.length; start += storeLimits.pieceBytes)
    yield bytes.subarray(start, start + storeLimits.pieceBytes);
}
