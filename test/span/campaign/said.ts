/**
 * What a reader would call the same words, written down a second time and in another way than `src/span` has it: whole
 * texts are rewritten by regular expressions, nothing is mapped back. The campaign counts as a false accept whatever the
 * resolver takes and this reading does not.
 */
const rewrites: readonly (readonly [RegExp, string])[] = [
  [/\u00ad|\u200b|\u200c|\u200d|\u2060|\ufeff/gu, ""],
  [/\r\n?|[\u2028\u2029\u0085\f\v]/gu, "\n"],
  [/(?<=\p{L}\p{M}*)[-\u2010][^\S\n]*\n[^\S\n]*(?=\p{Ll})/gu, ""],
  [/[\u2018-\u201b\u2039\u203a]/gu, "'"],
  [/[\u201c-\u201f\u00ab\u00bb]/gu, '"'],
  [/[\u2010-\u2015\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d]/gu, "-"],
  [/\u2026/gu, "..."],
  [/\ufb00/gu, "ff"],
  [/\ufb01/gu, "fi"],
  [/\ufb02/gu, "fl"],
  [/\ufb03/gu, "ffi"],
  [/\ufb04/gu, "ffl"],
  [/[\ufb05\ufb06]/gu, "st"],
  [/\u0132/gu, "IJ"],
  [/\u0133/gu, "ij"],
  [/\s+/gu, " "],
];

/** Full-width signs and letters but digits and the per cent sign, which a reader may not overlook. */
const fullWidth = /[\uff01-\uff04\uff06-\uff0c\uff0e\uff0f\uff1a-\uff5e]/gu;
/** A soft hyphen at the end of a line breaks a word there, as a plain one does. */
const softBreak = /(?<=\p{L}\p{M}*)\u00ad[^\S\n]*\r?\n[^\S\n]*(?=\p{Ll})/gu;

/** The words of a text without how they were typeset: one line, single spaces, plain signs. */
export const said = (text: string): string => {
  const plain = text
    .normalize("NFC")
    .replace(softBreak, "")
    .replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
  return rewrites.reduce((words, [signs, by]) => words.replace(signs, by), plain).trim();
};
