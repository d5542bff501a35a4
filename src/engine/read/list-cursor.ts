import { sifted } from "#kit/sifted.ts";
import type { ListPart, ListRow } from "../run/run-index.ts";

/** Rows of a numbered list: those that `sees` lets through; without it the list itself. */
export const seenRows = <V>(
  read: (part: ListPart) => Promise<ListRow<V>[]>,
  part: ListPart & { readonly limit: number },
  sees: ((row: ListRow<V>) => Promise<boolean>) | undefined,
): Promise<ListRow<V>[]> => (sees ? sifted((after, limit) => read({ ...part, after, limit }), part, sees) : read(part));

/** A part of rows that are all there, the newest first. */
export const partOf = <V>(rows: readonly ListRow<V>[], { after, limit }: ListPart): ListRow<V>[] =>
  rows
    .filter(({ number }) => after === undefined || number < after)
    .toSorted((a, b) => b.number - a.number)
    .slice(0, limit);

/** Where the next page of a numbered list begins, of which one row more than fits was read; undefined: there is no more. */
export const nextOf = (rows: readonly ListRow<unknown>[], limit: number): string | undefined =>
  rows.length > limit ? `#${rows[limit - 1]?.number}` : undefined;

/** The number that a cursor names. */
export const numberIn = (cursor: string | undefined): number | undefined =>
  cursor === undefined ? undefined : Number(cursor.slice(1));
