/** Words inside which others are looked for are looked for so often; a text with more strange ones is another text. */
const lookedForMax = 500;

/**
 * How many words of a second, plain reading of a file are not in its text. A word counts as there when its letters stand
 * anywhere in a row, since lines, cells and soft hyphens cut words. What the text has more (numbers of paragraphs, headers) does
 * not count, and neither does how often a word stands there.
 */
export const lostWords = (witness: string, text: string): number => {
  const given = wordsOf(witness);
  const own = wordsOf(text);
  const known = new Set(own);
  const strange = given.filter((word) => !known.has(word));
  if (strange.length === 0) return 0;
  const run = own.join("");
  const looked = new Map<string, boolean>();
  return strange.filter((word) => {
    if (looked.size >= lookedForMax) return looked.get(word) !== true;
    if (!looked.has(word)) looked.set(word, run.includes(word));
    return looked.get(word) !== true;
  }).length;
};

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFC")
    .replaceAll("\u00ad", "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** A sentence on words that are missing. */
export const lostWordsNote = (count: number): string =>
  `A second reading of the file found ${count} ${count === 1 ? "word" : "words"} that ${count === 1 ? "is" : "are"} not in its text; look at the original before relying on what is not said here.`;
