// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what this is for
const unprintable = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/g;

/**
 * Cleans text into the form that canonical text must have: valid Unicode in NFC, LF as the only line end, no control characters
 * except tab and LF (a form feed is a line end). Nothing else is touched: no-break spaces, soft hyphens and odd quotes are the
 * source's own characters and are folded only while matching.
 */
export const cleanText = (text: string): string =>
  text
    .replace(/^\ufeff/, "")
    .replace(/\r\n?|\f/g, "\n")
    .replace(unprintable, "")
    .toWellFormed()
    .normalize("NFC");

/** Cleaned text as one line: runs of white space are one space, none at the ends; no longer than so many UTF-16 units, cut between signs. */
export const oneLine = (text: string, charsMax: number): string =>
  cleanText(text).replace(/\s+/g, " ").trim().slice(0, charsMax).toWellFormed();

/** Number of Unicode code points. Most mail has no character beyond the BMP, so pairs are looked for before counting. */
export const codePointLength = (text: string): number => {
  if (!/[\ud800-\udbff]/.test(text)) return text.length;
  let pairs = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) pairs++;
  }
  return text.length - pairs;
};
