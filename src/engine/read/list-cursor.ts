import type { ListRow } from "../run/run-index.ts";

/** Where the next page of a numbered list begins, of which one row more than fits was read; undefined: there is no more. */
export const nextOf = (rows: readonly ListRow<unknown>[], limit: number): string | undefined =>
  rows.length > limit ? `#${rows[limit - 1]?.number}` : undefined;

/** The number that a cursor names. */
export const numberIn = (cursor: string | undefined): number | undefined =>
  cursor === undefined ? undefined : Number(cursor.slice(1));
