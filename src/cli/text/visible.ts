/**
 * What a person cannot see or take for something else: controls, format marks (zero width, direction), private and
 * unassigned characters, lone surrogates, and every space but the plain one.
 */
const unseen = /[\p{C}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]|[\ufe00-\ufe0f]/gu;

/** The text with each such character written out, such as `<U+202E>`: for what a person approves word for word. */
export const visible = (text: string): string =>
  text.replace(unseen, (char) => `<U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}>`);
