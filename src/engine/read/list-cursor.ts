import type { ListPart, ListRow } from "../run/run-index.ts";

/** So many are read at once where not all may be seen. */
const readAtOnce = 256;

/**
 * Rows of a numbered list of which `sees` lets through some, so many where there are: the same as if the others were not in it. Without `sees`
 * the list itself.
 */
export const seenRows = async <V>(
  read: (part: ListPart) => Promise<ListRow<V>[]>,
  part: ListPart & { readonly limit: number },
  sees: ((row: ListRow<V>) => Promise<boolean>) | undefined,
): Promise<ListRow<V>[]> => {
  if (!sees) return read(part);
  const found: ListRow<V>[] = [];
  for (let after = part.after; ; ) {
    const rows = await read({ ...part, after, limit: readAtOnce });
    for (const row of rows) {
      if (await sees(row)) found.push(row);
      if (found.length === part.limit) return found;
    }
    if (rows.length < readAtOnce) return found;
    after = rows.at(-1)?.number;
  }
};

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
