import { spelledOut } from "#kit/unseen.ts";

/** Spaces that could be taken for a plain one, and what ends a line. */
const oddSpace = /[\t\n\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu;

/** What no script needs here either: a request to approve is read character by character. */
const joiner = /\u200c|\u200d|[\ufe0e\ufe0f]/gu;

const named = (char: string): string => `<U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}>`;

/** The text with every character written out that a person cannot see or take for something else: for what is approved word for word. */
export const visible = (text: string): string => spelledOut(text.replace(oddSpace, named).replace(joiner, named));
