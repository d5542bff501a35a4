/**
 * Characters that a terminal obeys instead of showing: C0 and C1 controls except tab and newline, and the marks that
 * turn the direction of text (Unicode TR9), by which one text can be made to look like another.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Writes out each such character of a text, such as `<U+001B>`, because evidence comes from strangers. */
export const plain = (text: string): string =>
  text.replace(obeyed, (char) => `<U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}>`);

/** Puts the text on one line of at most `max` characters; an ellipsis stands for the rest. */
export const oneLine = (text: string, max = 100): string => {
  const flat = Array.from(text.replace(/\s+/gu, " ").trim());
  return flat.length <= max ? flat.join("") : `${flat.slice(0, max - 1).join("")}…`;
};

/** Breaks the text at spaces into lines of at most `width` characters; a longer word has a line of its own. */
export const wrap = (text: string, width = 96): string[] => {
  const lines: string[] = [];
  for (const word of text.split(/\s+/u).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
};
