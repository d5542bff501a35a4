/** A stretch of this many words of a row, in a row, is a quotation of it. */
export const quotedWords = 6;

/** A row that nobody who writes rules has read. */
export interface UnreadRow {
  readonly set: string;
  readonly id: string;
  readonly text: string;
}

/** Letters and digits alone, so that neither line ends, comment signs nor marks part words that follow each other. */
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const stretches = (words: readonly string[]): string[] =>
  words.slice(quotedWords - 1).map((_, at) => words.slice(at, at + quotedWords).join(" "));

/** A test of texts: which rows they quote six or more words of that follow each other. It names rows by their ids. */
export const quotationsOf = (rows: readonly UnreadRow[]): ((text: string) => string[]) => {
  const owners = new Map<string, Set<string>>();
  for (const { set, id, text } of rows)
    for (const stretch of stretches(wordsOf(text)))
      owners.set(stretch, (owners.get(stretch) ?? new Set()).add(`${set} ${id}`));
  return (text) =>
    [...new Set(stretches(wordsOf(text)).flatMap((stretch) => [...(owners.get(stretch) ?? [])]))].toSorted();
};
