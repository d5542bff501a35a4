import { spelledOut } from "#kit/unseen.ts";

/** Writes out each character of a text that a terminal obeys or that nobody sees, such as `<U+001B>`: evidence comes from strangers. */
export const plain = (text: string): string => spelledOut(text);

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
