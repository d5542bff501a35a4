/** Signs that mean letters, and would split or hide a word. */
const letters: Readonly<Record<string, string>> = {
  ﬀ: "ff",
  ﬁ: "fi",
  ﬂ: "fl",
  ﬃ: "ffi",
  ﬄ: "ffl",
  ﬅ: "st",
  ﬆ: "st",
  ĳ: "ij",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
};
const hasLetters = /[ﬀ-ﬆĳßæœø]/u;
const notAscii = /[^\0-\x7f]/;

/**
 * The form in which words are compared: lower case, without accents and diaereses, ligatures as letters, apostrophes and
 * invisible characters gone. Search may be generous where quoting may not: this form never leaves the index.
 */
export const foldWord = (word: string): string => {
  const lower = word.toLowerCase();
  if (!notAscii.test(lower)) return lower.includes("'") ? lower.replaceAll("'", "") : lower;
  const bare = lower.normalize("NFD").replaceAll(/[\p{M}\u00ad\u200b-\u200d\u2060\ufeff'’]/gu, "");
  return (hasLetters.test(bare) ? bare.replaceAll(/[ﬀ-ﬆĳßæœø]/gu, (sign) => letters[sign] ?? sign) : bare).normalize(
    "NFC",
  );
};
