/** A stretch of a text, in UTF-16 units: from `start` up to and without `end`. */
export interface Cut {
  readonly start: number;
  readonly end: number;
}

/**
 * The first `{` at or after `from` up to the brace that closes it, reading over strings in double quotes with their
 * escapes. Undefined: there is none, or it is not closed; what is cut off is never guessed [S95].
 */
export const cutObject = (text: string, from = 0): Cut | undefined => {
  const start = text.indexOf("{", from);
  if (start < 0) return undefined;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === '"') at = closingQuote(text, at);
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return { start, end: at + 1 };
  }
  return undefined;
};

/** Where the string that opens at `open` closes; the text's length where it does not. */
export const closingQuote = (text: string, open: number): number => {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
};

/** Every balanced object of a text, one behind the other; an unclosed one ends the list. Linear in the text. */
export const cutObjects = (text: string): Cut[] => {
  const cuts: Cut[] = [];
  for (let cut = cutObject(text); cut; cut = cutObject(text, cut.end)) cuts.push(cut);
  return cuts;
};
