import type { PageGlyph } from "./page-glyphs.ts";

/** What no box is looked for: blanks, and marks that are not drawn. */
const notDrawn = /[\s\p{Cf}\p{Cc}]/u;

/** One letter of a text without its accents joined to it, and which character or sign it comes of. */
interface Letter {
  readonly letter: string;
  readonly from: number;
}

const lettersOf = (parts: Iterable<string>): Letter[] => {
  const letters: Letter[] = [];
  let from = 0;
  for (const part of parts) {
    for (const letter of part.normalize("NFD")) if (!notDrawn.test(letter)) letters.push({ letter, from });
    from += 1;
  }
  return letters;
};

/** So many letters must be the same again after some that differ, and so far they are looked for. */
const [sameMin, lookAhead] = [6, 400];

/**
 * Finds the signs that each character of a page's text is drawn with, by going through both in their order: a text is made of the
 * signs in the order of the file. Where they differ, as in writing from right to left, both go on from where they agree again.
 * What lies between has no signs. Gives for each code point the places of its signs.
 */
export const signsOf = (text: string, glyphs: readonly PageGlyph[]): ReadonlyMap<number, readonly number[]> => {
  const [written, drawn] = [lettersOf(text), lettersOf(glyphs.map((glyph) => glyph.text))];
  const found = new Map<number, number[]>();
  let [at, sign] = [0, 0];
  while (at < written.length && sign < drawn.length) {
    const [letter, shown] = [written[at], drawn[sign]];
    if (letter?.letter === shown?.letter) {
      const signs = found.get(letter?.from ?? 0) ?? [];
      found.set(letter?.from ?? 0, [...signs, shown?.from ?? 0]);
      at += 1;
      sign += 1;
      continue;
    }
    const next = agreeAgain(written, drawn, at, sign);
    if (next === undefined) break;
    [at, sign] = next;
  }
  return found;
};

/** The nearest places from which both say the same. */
const agreeAgain = (
  written: readonly Letter[],
  drawn: readonly Letter[],
  at: number,
  sign: number,
): readonly [number, number] | undefined => {
  for (let skipped = 1; skipped <= lookAhead; skipped++)
    for (let left = 0; left <= skipped; left++)
      if (agree(written, drawn, at + left, sign + skipped - left)) return [at + left, sign + skipped - left];
  return undefined;
};

const agree = (written: readonly Letter[], drawn: readonly Letter[], at: number, sign: number): boolean => {
  const count = Math.min(sameMin, written.length - at, drawn.length - sign);
  if (count <= 0) return false;
  for (let i = 0; i < count; i++) if (written[at + i]?.letter !== drawn[sign + i]?.letter) return false;
  return true;
};
