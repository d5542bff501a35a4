/** Letters, digits and marks of full width, which look like the ones of ASCII (Unicode, Halfwidth and Fullwidth Forms). */
const fullWidth = /[\uff01-\uff5e]/gu;
const fullToPlain = 0xfee0;

/** Decimal digits of other scripts that are one UTF-16 unit each, as those of full width and of Arabic are. */
const otherDigits = /(?![0-9])[\p{Nd}--[\u{10000}-\u{10ffff}]]/gv;

/**
 * A text with the signs that look like or mean the digits, letters and blanks of ASCII written as those, for reading alone. Every
 * sign stays at its place: the text is as many UTF-16 units long. What is quoted or kept is never this text.
 */
export const plainSigns = (text: string): string =>
  /^[\p{ASCII}\xa0-\xff\u2010-\u2027\u20ac]*$/u.test(text)
    ? text
    : text
        .replace(otherDigits, (sign) => String(digitOf(sign)))
        .replace(fullWidth, (sign) => String.fromCharCode((sign.codePointAt(0) as number) - fullToPlain))
        .replaceAll("\u3000", " ");

/** Ten digits of a script stand in a row, which begins at a code point that ends in 0 or in 6 (The Unicode Standard, 4.6). */
const digitOf = (sign: string): number => {
  const code = sign.codePointAt(0) as number;
  const low = code % 16;
  return /\p{Nd}/u.test(String.fromCodePoint(code - low)) ? low : low - 6;
};
