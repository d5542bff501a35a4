import { analyseUnstemmed } from "./analysis.ts";

/** What a character is to the splitter. Marks beyond ASCII may join or part words: the analysis decides. */
const border = 0;
const letter = 1;
const sign = 2;
const other = 4;

/**
 * Of ASCII, only these signs can stand inside a token or decide what stands beside one (see the patterns of the
 * analysis); every other sign and all white space part tokens whatever stands around them.
 */
const kinds: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z]/.test(character)) return letter;
  if (/[0-9@]/.test(character)) return other;
  return /[.,:/'_+-]/.test(character) ? sign : border;
});

/** Called with a surface as a stretch of the text, and a hash of its characters (FNV-1a over UTF-16 units). */
export type VisitSurface = (start: number, end: number, hash: number) => void;

const hashStart = 0x811c9dc5 | 0;
const hashStep = 16_777_619;

/**
 * Cuts a text into surfaces: stretches that can be analysed one by one, since no token spans two of them. Nearly every
 * surface of prose is a bare word of ASCII letters, with the signs after it left away; these repeat, so a caller looks
 * them up rather than analyse them again.
 */
export const eachSurface = (text: string, visit: VisitSurface): void => {
  const { length } = text;
  for (let at = 0; at < length; ) {
    const start = at;
    let hash = hashStart;
    let code = text.charCodeAt(at);
    while (at < length && code < 128 && kinds[code] === letter) {
      hash = Math.imul(hash ^ code, hashStep);
      code = text.charCodeAt(++at);
    }
    const lettersEnd = at;
    const lettersHash = hash;
    let rest = 0;
    for (; at < length; code = text.charCodeAt(++at)) {
      const kind = code < 128 ? (kinds[code] as number) : other;
      if (kind === border) break;
      rest |= kind;
      hash = Math.imul(hash ^ code, hashStep);
    }
    if ((rest | sign) !== sign) visit(start, at, hash);
    else if (lettersEnd > start) visit(start, lettersEnd, lettersHash);
    at++;
  }
};

/** The words of a surface in their order, and its other readings, which have no place in the order. */
export interface Readings {
  readonly words: readonly string[];
  readonly extras: readonly string[];
}

/** One word whatever follows: letters and digits, signs only after them. */
const asciiWord = /^([A-Za-z0-9]{1,64})[.,:/']*$/;

/** Words between signs that join none of them: without a digit, `@`, hyphen or apostrophe no pattern but that of words applies. */
const asciiWords = /^[A-Za-z.,:/_+]{1,64}$/;
const signs = /[.,:/_+]+/;

/** What the analysis makes of one surface. */
export const readingsOf = (surface: string): Readings => {
  const word = asciiWord.exec(surface)?.[1];
  if (word !== undefined) return { words: [word.toLowerCase()], extras: [] };
  if (asciiWords.test(surface)) return { words: surface.toLowerCase().split(signs).filter(Boolean), extras: [] };
  const tokens = analyseUnstemmed(surface);
  return {
    words: tokens.filter(({ isExtra }) => !isExtra).map(({ raw }) => raw),
    extras: tokens.filter(({ isExtra }) => isExtra).map(({ raw }) => raw),
  };
};
