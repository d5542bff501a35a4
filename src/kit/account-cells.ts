/** An account number as ISO 13616-1 forms it: a country, two check digits, and up to thirty letters and digits. */
const account = /^[A-Z]{2}\d{2}(?:\s?[A-Z\d]){11,30}$/u;
/** What stands between the cells of a row, as the readers of tables part them. */
const border = " | ";
const leftOut = "[…]";

/** The cells of a row that are account numbers. */
export const accountsIn = (words: string): string[] =>
  words
    .split(border)
    .map((cell) => cell.trim())
    .filter((cell) => account.test(cell));

/**
 * A row of a table without its cells that are account numbers, each run of them as `[…]`, those at an end without a sign: what stays is the
 * row's own, in its order. Other words stay as they are.
 */
export const withoutAccounts = (words: string): string => {
  const cells = words.split(border).map((cell) => (account.test(cell.trim()) ? leftOut : cell));
  const isKept = (cell: string): boolean => cell !== leftOut;
  if (cells.length === 1 || !cells.some(isKept)) return words;
  return cells
    .slice(cells.findIndex(isKept), cells.findLastIndex(isKept) + 1)
    .filter((cell, at, all) => isKept(cell) || all[at - 1] !== leftOut)
    .join(border);
};
