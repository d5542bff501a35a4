/** So much of a reason is kept. */
const charsMax = 160;

/** What a reason may be made of: letters, digits, blanks and the signs of plain sentences. */
const otherSigns = /[^\p{L}\p{M}\p{N} .,;:!?'"‘’“”()%€§–-]+/gu;

/** A stop with a letter right behind it: so are addresses of the web written, which a screen may turn into links. */
const stopInWord = /\.(?=[\p{L}\p{N}])/gu;

/**
 * A model's reason as plain text on one line: no markup, no address, nothing that a screen obeys. A model may say anything, also what
 * a source told it to say, so that this is never shown but as its words.
 */
export const plainReason = (said: string): string => {
  const words = said.normalize("NFC").replace(otherSigns, " ").replace(stopInWord, ". ").replace(/\s+/gu, " ").trim();
  return [...words].slice(0, charsMax).join("").trim();
};
