/** Characters of white space that a citation may hold in a row: a line break with a deep indent. */
const gapMax = 40;
const longGap = new RegExp(`\\s{${gapMax + 1},}`, "g");

/**
 * The text with every longer gap cut short by U+0000, which nothing matches: expressions that try every way to divide
 * white space would take quadratic time over it. Positions stay as they are.
 */
export const withoutLongGaps = (text: string): string =>
  text.replace(longGap, (gap) => gap.slice(0, gapMax) + "\0".repeat(gap.length - gapMax));
