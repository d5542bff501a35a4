/** Shortest prefix: below it, half the dictionary matches. */
const prefixLettersMin = 4;
/** The letters that a step cuts off: an ending, or the second part of a short compound. */
const lettersCut = 3;

/**
 * A query that finds at least as much as this one and differs from it, by one step of a fixed ladder: first without what
 * excludes, forces or fixes the order of words (-not, +must, "phrase"); then with words as prefixes; then with shorter
 * prefixes. One matching word suffices in both services, so leaving words out would find less. Empty: there is no wider
 * one. Following the suggestions ends.
 */
export const refinedQuery = (query: string): string => {
  const asked = query.trim().replaceAll(/\s+/g, " ");
  const plain = withoutOperators(asked);
  if (plain !== asked) return plain;
  const prefixes = plain.split(" ").map(asPrefix).join(" ");
  return prefixes === plain ? "" : prefixes;
};

/** Whether a query keeps out what its words alone would find: a phrase, an excluded or forced word, a field. */
export const narrowsWords = (query: string): boolean => {
  const asked = query.trim().replaceAll(/\s+/g, " ");
  return withoutOperators(asked) !== asked || /(?:^|[\s(])\p{L}+:\S|(?:^|\s)NOT\s/u.test(asked);
};

const withoutOperators = (query: string): string =>
  query
    .replaceAll(/(^|\s)-(?:"[^"]*"?|\S+)/g, "$1")
    .replaceAll(/["“”„+]/g, " ")
    .trim()
    .replaceAll(/\s+/g, " ");

/** Letters only: a number or an article with its last digit gone is another number. */
const asPrefix = (word: string): string => {
  const letters = [...word.replace(/\*$/, "")];
  if (!/^\p{L}+\*?$/u.test(word) || letters.length < prefixLettersMin) return word;
  return `${letters.slice(0, Math.max(prefixLettersMin, letters.length - lettersCut)).join("")}*`;
};
