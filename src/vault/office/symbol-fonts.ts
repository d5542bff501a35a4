/**
 * Signs that word processors keep as places of a symbol font, in U+F020 to U+F0FF (or the last two digits alone), as the
 * Unicode characters they show. Fonts' own encodings, as their vendors publish them; only signs with one certain meaning
 * are here. A ticked box is a statement: without this table it could neither be read nor quoted.
 */
const symbolGreek: readonly (readonly [from: string, to: string])[] = [
  ["abcdefghiklmnopqrstuwxyz", "αβχδεφγηικλμνοπθρστυωξψζ"],
  ["ABCDEFGHIKLMNOPQRSTUWXYZ", "ΑΒΧΔΕΦΓΗΙΚΛΜΝΟΠΘΡΣΤΥΩΞΨΖ"],
  ["0123456789+,./:;<=>()[]{}|!#%&?_ ", "0123456789+,./:;<=>()[]{}|!#%&?_ "],
];

const symbol = new Map<number, string>([
  ...symbolGreek.flatMap(([from, to]) =>
    [...from].map((sign, at) => [sign.charCodeAt(0), [...to][at] as string] as const),
  ),
  [0x2d, "−"],
  [0xa3, "≤"],
  [0xa5, "∞"],
  [0xab, "↔"],
  [0xac, "←"],
  [0xad, "↑"],
  [0xae, "→"],
  [0xaf, "↓"],
  [0xb0, "°"],
  [0xb1, "±"],
  [0xb3, "≥"],
  [0xb4, "×"],
  [0xb7, "•"],
  [0xb8, "÷"],
  [0xb9, "≠"],
  [0xba, "≡"],
  [0xbb, "≈"],
  [0xbc, "…"],
  [0xd2, "®"],
  [0xd3, "©"],
  [0xd4, "™"],
  [0xd6, "√"],
  [0xd7, "⋅"],
  [0xde, "⇒"],
  [0xe5, "∑"],
]);

const wingdings = new Map<number, string>([
  [0x6c, "●"],
  [0x6e, "■"],
  [0x6f, "□"],
  [0x71, "❑"],
  [0x76, "❖"],
  [0x9f, "•"],
  [0xa7, "▪"],
  [0xa8, "◻"],
  [0xd8, "➢"],
  [0xdf, "←"],
  [0xe0, "→"],
  [0xe8, "➔"],
  [0xf0, "⇨"],
  [0xfb, "✗"],
  [0xfc, "✓"],
  [0xfd, "☒"],
  [0xfe, "☑"],
]);

const wingdings2 = new Map<number, string>([
  [0x4f, "✗"],
  [0x50, "✓"],
  [0x51, "☒"],
  [0x52, "☑"],
  [0x54, "☒"],
  [0xa3, "□"],
]);

const fonts: Readonly<Record<string, ReadonlyMap<number, string>>> = {
  symbol,
  wingdings,
  "wingdings 2": wingdings2,
};

/** What a place of a font shows; undefined for a font or a place that is not known here. */
export const symbolOf = (font: string, code: number): string | undefined => {
  const place = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  return fonts[font.trim().toLowerCase()]?.get(place);
};

/** Text set in that font: characters of the private places are read, all others are what they are. */
export const inSymbolFont = (font: string, text: string): string =>
  font.trim().toLowerCase() in fonts
    ? text.replaceAll(/[\uf020-\uf0ff]/g, (sign) => symbolOf(font, sign.charCodeAt(0)) ?? sign)
    : text;
