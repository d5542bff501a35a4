/** Half of what a message takes (4 MiB): a page ends before it, whatever number of rows was asked for. */
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
