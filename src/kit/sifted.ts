/** So many are read at once where not all are let through. */
const readAtOnce = 256;

/**
 * Rows of a numbered list of which `lets` lets some through, `limit` of them where there are so many: as if the others were not in it.
 * `read` gives the rows behind a number, or the first ones, and fewer than it was asked for only at the end.
 */
export const sifted = async <R extends { readonly number: number }>(
  read: (after: number | undefined, limit: number) => Promise<readonly R[]>,
  { after, limit }: { readonly after?: number | undefined; readonly limit: number },
  lets: (row: R) => Promise<boolean>,
): Promise<R[]> => {
  const found: R[] = [];
  for (let from = after; ; ) {
    const rows = await read(from, readAtOnce);
    for (const row of rows) {
      if (await lets(row)) found.push(row);
      if (found.length === limit) return found;
    }
    if (rows.length < readAtOnce) return found;
    from = rows.at(-1)?.number;
  }
};
