/**
 * A page ends before it no longer fits a message (4 MiB), whatever number of rows was asked for; half of that leaves room
 * for what stands around the rows.
 */
const pageBytesMax = 2 * 1024 * 1024;

/** How many of these rows fit one page, at least one, by the size of each in bytes. */
export const rowsThatFit = (sizes: readonly number[]): number => {
  let [rows, bytes] = [0, 0];
  for (const size of sizes) {
    bytes += size;
    if (bytes > pageBytesMax) break;
    rows++;
  }
  return Math.max(1, rows);
};
