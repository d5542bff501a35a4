/**
 * The declared typographic folding, as an explicit table. It is not NFKC, which would turn m² into m2: a quote may differ
 * from its source in how it was typeset and in nothing else. Letter case, accents, digits and the signs § € % are never
 * touched; full-width digits and the full-width per cent sign stay as they are for that reason.
 */

/** The action of the scanner at a UTF-16 unit. A unit that is not listed is `plain` and copied. */
export const plain = 0;
/** White space of any kind: a run of it becomes one space. */
export const space = 1;
/** Has no appearance of its own and is deleted. */
export const invisible = 2;
/** Replaced by the characters of `replacementOf`. */
export const replaced = 3;
/** A hyphen, which may join a word that was broken at the end of a line. */
export const hyphen = 4;

const classes = new Uint8Array(0x10000);
const replacements = new Map<number, string>();

const put = (from: number, to: number, kind: number): void => {
  classes.fill(kind, from, to + 1);
};
const replace = (characters: string, by: string): void => {
  for (const character of characters) {
    put(character.charCodeAt(0), character.charCodeAt(0), replaced);
    replacements.set(character.charCodeAt(0), by);
  }
};

// Unicode White_Space.
put(0x09, 0x0d, space);
for (const unit of [0x20, 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000]) put(unit, unit, space);
put(0x2000, 0x200a, space);

// Soft hyphen, zero-width space and joiners, word joiner, byte order mark. Direction marks are not among them: they
// change what a reader sees.
for (const unit of [0xad, 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff]) put(unit, unit, invisible);

// Full-width forms of the printable ASCII signs and letters, digits and per cent left out.
for (let unit = 0xff01; unit <= 0xff5e; unit++) {
  const ascii = String.fromCharCode(unit - 0xfee0);
  if (!/[0-9%]/.test(ascii)) replace(String.fromCharCode(unit), ascii);
}

replace("‘’‚‛‹›", "'");
replace("“”„‟«»", '"');
replace("‐‑‒–—―−⸺⸻﹘﹣－", "-");
replace("…", "...");
for (const [ligature, letters] of Object.entries({
  ﬀ: "ff",
  ﬁ: "fi",
  ﬂ: "fl",
  ﬃ: "ffi",
  ﬄ: "ffl",
  ﬅ: "st",
  ﬆ: "st",
  Ĳ: "IJ",
  ĳ: "ij",
})) {
  replace(ligature, letters);
}
// Only these two stand for a hyphen at a line end as well; a dash there is punctuation and stays.
for (const unit of [0x2d, 0x2010]) put(unit, unit, hyphen);

/** The action of the scanner at this UTF-16 unit: one of the five kinds above. */
export const kindOf = (unit: number): number => classes[unit] as number;

/** The replacement of a `replaced` or `hyphen` unit. */
export const replacementOf = (unit: number): string => replacements.get(unit) ?? String.fromCharCode(unit);

/** The character folded by the table alone: a space for white space, nothing for an invisible one. */
export const foldedUnit = (unit: number): string => {
  const kind = kindOf(unit);
  if (kind === space) return " ";
  return kind === invisible ? "" : replacementOf(unit);
};
