/** Words of a text, in small letters. */
export const allWordsIn = (text: string): string[] =>
  text
    .normalize("NFC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words of a query. One that is taken out ("-word") is no word that is asked for. */
export const wordsIn = (text: string): string[] => allWordsIn(text.replaceAll(/(?<=^|\s)-\S+/gu, " "));
