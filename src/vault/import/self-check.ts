/**
 * How many words of a second, plain reading of a file are not in its text, each as often as it is missing. What only the text has
 * (numbers of paragraphs, headers) does not count; a word counts as there when its letters stand in a row among the words that only the
 * text has, since lines, cells and soft hyphens cut words.
 */
export const lostWords = (witness: string, text: string): number => {
  const own = wordsOf(text);
  const more = new Map<string, number>();
  for (const word of own) more.set(word, (more.get(word) ?? 0) + 1);
  for (const word of wordsOf(witness)) more.set(word, (more.get(word) ?? 0) - 1);
  const missing = [...more].filter(([, by]) => by < 0);
  if (missing.length === 0) return 0;
  const strange = own.filter((word) => (more.get(word) ?? 0) > 0).join("");
  return missing.reduce(
    (sum, [word, by], n) => sum + Math.max(0, -by - (n < lookedForMax ? timesIn(strange, word) : 0)),
    0,
  );
};

/** Words inside which others are looked for are looked for so often; a text with more strange ones is another text. */
const lookedForMax = 500;

const timesIn = (run: string, word: string): number => run.split(word).length - 1;

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .replaceAll("\u00ad", "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** A sentence on words that are missing. */
export const lostWordsNote = (count: number): string =>
  `A second reading of the file found ${count} ${count === 1 ? "word" : "words"} that ${count === 1 ? "is" : "are"} not in its text; look at the original before relying on what is not said here.`;
