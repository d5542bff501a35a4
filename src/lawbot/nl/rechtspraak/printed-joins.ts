import { isStopWord } from "../../../search/words/stop-words.ts";

/** Lines of a print as one. */
export interface JoinedLines {
  readonly text: string;
  /** True where a line ended in a hyphen, so that the print does not say whether the hyphen is the word's own. */
  readonly isRead: boolean;
}

/**
 * Puts lines of a paragraph together. A hyphen at a line's end is taken for the word's own (`EU-recht`), as browsers break no words;
 * a word that stands in every letter begins anew behind it (`in- en uitvoer`). That of a sum (`€ 112,-`) ends its word.
 */
export const joinLines = (lines: readonly { readonly text: string }[]): JoinedLines => {
  let [text, isRead] = ["", false];
  for (const line of lines) {
    const isBroken = /(?:[^\s.,-]|\p{L}\.)-$/u.test(text) && /^[\p{L}\p{N}]/u.test(line.text);
    const isOneDash = /\S-$/.test(text) && /^-\S/.test(line.text);
    const begins = (!isBroken && !isOneDash) || isStopWord(/^\p{L}*/u.exec(line.text)?.[0].toLowerCase() ?? "");
    text += text !== "" && begins ? ` ${line.text}` : line.text;
    isRead ||= isBroken;
  }
  return { text, isRead };
};
