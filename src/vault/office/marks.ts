import { oneLine } from "../mail/clean-text.ts";
import type { LineMark } from "./lines.ts";

/** What is said of words, without where they stand. */
export type MarkKind = Omit<LineMark, "start" | "end">;

const charsMax = 100;

/** Words that are shown with a line through them: they are in the text, as taken back. */
export const struck: MarkKind = { element: "struck", label: "struck through", flags: ["struck"] };

/** Words that its program shows nowhere. */
export const unseen: MarkKind = { element: "unseen", label: "cannot be seen", flags: ["unseen"] };

/** What a form asks for where nobody filled it in: a reader sees it, and no author has written it. */
export const prompt: MarkKind = { element: "placeholder", label: "not filled in", flags: ["placeholder"] };

/** Words of a tracked insertion. @param day as the file writes it, its first ten signs; empty: not said, as with `author` */
export const insertedBy = (author: string, day: string): MarkKind => {
  const who = oneLine(author, charsMax);
  const label = ["inserted", who && `by ${who}`, day && `on ${day}`].filter(Boolean).join(" ");
  return { element: "insertion", label, flags: ["inserted"] };
};

/** Words with small letters above or beside them that say how they are read; those are no words of the line. */
export const readAs = (letters: string): MarkKind => {
  const reading = oneLine(letters, charsMax);
  return { element: "ruby", label: reading === "" ? "with a reading beside it" : `read “${reading}”`, flags: [] };
};
