import { closingQuote } from "./cut-object.ts";

const doubles = "“”„‟«»";
const singles = "'‘’‚‛";
const allDoubles = `"${doubles}`;

/**
 * Puts plain double quotes where others delimit strings, and touches nothing else: the text keeps its length, and no
 * character between two delimiters changes. It is done only where there is one way to read it: the opening quote stands
 * where JSON expects a string, the closing one before a colon, comma or bracket, and nothing between them is a quote that
 * could have closed it, a backslash or a control character. One doubt, and nothing is mended: undefined.
 */
export const mendQuotes = (text: string): string | undefined => {
  const mended: string[] = [];
  // The last character that is no white space: it says whether a string may begin here.
  let before = "";
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    const plain = char === '"';
    if (!plain && !doubles.includes(char) && !singles.includes(char)) {
      mended.push(char);
      if (char.trim() !== "") before = char;
      continue;
    }
    const end = plain ? closingQuote(text, at) : closingOf(text, at);
    if (end === undefined || (!plain && !opensAfter.includes(before))) return undefined;
    mended.push(plain ? text.slice(at, end + 1) : `"${text.slice(at + 1, end)}"`);
    before = '"';
    at = end;
  }
  return mended.join("");
};

/** Where JSON expects a string. */
const opensAfter: readonly string[] = ["{", "[", ",", ":"];

/** Where a foreign quote that opens at `open` closes, if there is no doubt about it. */
const closingOf = (text: string, open: number): number | undefined => {
  const double = doubles.includes(text[open] as string);
  const closers = double ? allDoubles : singles;
  for (let at = open + 1; at < text.length; at++) {
    const char = text[at] as string;
    if (closers.includes(char)) return /^\s*[:,}\]]/.test(text.slice(at + 1, at + 200)) ? at : undefined;
    // An apostrophe inside double quotes closes nothing; a double quote inside single ones would need an escape.
    if (char === "\\" || char < " " || (!double && allDoubles.includes(char))) return undefined;
  }
  return undefined;
};
