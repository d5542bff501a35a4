/** Things as calls ask about them, in their order: no more at once than `countMax`, and no more characters than `charsMax`. */
export const batchesOf = <T>(
  all: readonly T[],
  { countMax, charsMax, charsIn }: { readonly countMax: number; readonly charsMax: number; charsIn(one: T): number },
): T[][] => {
  const batches: T[][] = [];
  let chars = 0;
  for (const one of all) {
    const last = batches.at(-1);
    const own = charsIn(one);
    if (last && last.length < countMax && chars + own <= charsMax) {
      last.push(one);
      chars += own;
    } else {
      batches.push([one]);
      chars = own;
    }
  }
  return batches;
};
