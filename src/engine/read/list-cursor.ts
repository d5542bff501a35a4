import type { IndexList } from "../run/index-space.ts";
import type { ListRow, RunIndex } from "../run/run-index.ts";

/** Where the next page of a numbered list begins, of which one row more than fits was read; undefined: there is no more. */
export const nextOf = (rows: readonly ListRow<unknown>[], limit: number): string | undefined =>
  rows.length > limit ? `#${rows[limit - 1]?.number}` : undefined;

/** The number that a cursor names. Those that earlier versions gave out name a key. */
export const numberIn = async (
  index: RunIndex,
  list: IndexList<unknown>,
  cursor: string | undefined,
): Promise<number | undefined> => {
  if (cursor === undefined) return undefined;
  return /^#\d+$/.test(cursor) ? Number(cursor.slice(1)) : index.numberOf(list, cursor);
};
