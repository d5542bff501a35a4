/** Things as calls ask about them, in their order: no more at once than `countMax`, and no more characters than `charsMax`. */
export const batchesOf = <T>(
  all: readonly T[],
  {
    countMax,
    charsMax,
    charsIn,
  }: { readonly countMax: number; readonly charsMax: number; charsIn(batch: readonly T[]): number },
): T[][] => {
  const batches: T[][] = [];
  for (const one of all) {
    const last = batches.at(-1);
    if (last && last.length < countMax && charsIn([...last, one]) <= charsMax) last.push(one);
    else batches.push([one]);
  }
  return batches;
};
