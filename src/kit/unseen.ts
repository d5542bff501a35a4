/**
 * Characters that nobody sees, or that a screen obeys: controls but tab and line ends, format marks (directions, joiners, soft
 * hyphens, tags), variation selectors, fillers, separators of lines, private and unassigned ones, half surrogates. All that Unicode
 * calls Default_Ignorable is among them (UAX 44), and the blank of Braille.
 */
const unseen = /[\p{C}\p{DI}\p{Zl}\p{Zp}\u2800]/gu;

/** Scripts whose letters take other shapes beside a joiner (The Unicode Standard, 23.2): there it is part of the spelling. */
const scripts = [
  ...[
    "Arabic",
    "Syriac",
    "Mongolian",
    "Nko",
    "Devanagari",
    "Bengali",
    "Gurmukhi",
    "Gujarati",
    "Oriya",
    "Tamil",
    "Telugu",
  ],
  ...["Kannada", "Malayalam", "Sinhala", "Khmer", "Myanmar", "Tibetan"],
];
const joining = new RegExp(`[${scripts.map((script) => String.raw`\p{scx=${script}}`).join("")}]$`, "u");
const pictureBefore = /\p{ExtPict}(?:\p{EMod}|\ufe0f)?$/u;
const pictureAfter = /^\p{ExtPict}/u;

/** Writes out each character that nobody sees, such as `<U+200B>`; what a script or a picture cannot do without stays. */
export const spelledOut = (text: string, [open, close]: readonly [string, string] = ["<", ">"]): string =>
  text.replace(unseen, (char, at: number) => {
    if (
      char === "\t" ||
      char === "\n" ||
      isSpelling(char, text.slice(Math.max(0, at - 4), at), text.slice(at + char.length))
    )
      return char;
    return `${open}U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}${close}`;
  });

/** The characters again that `spelledOut` wrote out with its usual brackets; a half surrogate stays written out, as no text can hold one. */
export const readBack = (text: string): string =>
  text.replace(/<U\+([0-9A-F]{4,6})>/gu, (written, hex: string) => {
    const code = Number.parseInt(hex, 16);
    const char = code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? "" : String.fromCodePoint(code);
    return char !== "" && spelledOut(char) === written ? char : written;
  });

/** The text as a person sees it: without the characters that nobody sees, whether they stand in it or are written out. */
export const asSeen = (text: string): string =>
  readBack(text).replace(unseen, (char) => (char === "\t" || char === "\n" ? char : ""));

/** Whether a character belongs to what stands around it: a joiner within a word or a picture, or the style of a picture. */
const isSpelling = (char: string, before: string, after: string): boolean => {
  if (char === "\ufe0f" || char === "\ufe0e") return /\p{ExtPict}$/u.test(before);
  if (char !== "\u200c" && char !== "\u200d") return false;
  if (char === "\u200d" && pictureBefore.test(before) && pictureAfter.test(after)) return true;
  return joining.test(before) && /^\p{L}/u.test(after);
};
