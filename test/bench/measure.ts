/** Milliseconds that `work` took. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** The median of some figures; of an even count the upper one. */
export const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

/** Runs `work(i)` for i in 0..count-1, so many at once; gives calls per second. */
export const rate = async (count: number, atOnce: number, work: (i: number) => Promise<unknown>): Promise<number> => {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let i = next++; i < count; i = next++) await work(i);
  };
  const ms = await timed(() => Promise.all(Array.from({ length: atOnce }, worker)));
  return (count / ms) * 1000;
};

/** Median milliseconds of `work`, one after the other, after a tenth of them as warm-up. */
export const medianMs = async (count: number, work: (i: number) => Promise<unknown>): Promise<number> => {
  const figures: number[] = [];
  for (let i = 0; i < count; i++) {
    const ms = await timed(() => work(i));
    if (i >= count / 10) figures.push(ms);
  }
  return median(figures);
};
