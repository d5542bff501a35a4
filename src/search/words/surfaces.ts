import { analyseUnstemmed } from "./analysis.ts";
import { canonicalNumber } from "./canonical-number.ts";

/** What a character is to the splitter. Marks beyond ASCII may join or part words: the analysis decides. */
const border = 0;
const letter = 1;
const sign = 2;
const other = 4;
/** A border, for what is behind the end. */
const blank = 32;

/**
 * Of ASCII, only these signs can stand inside a token or decide what stands beside one (see the patterns of the
 * analysis); every other sign and all white space part tokens whatever stands around them.
 */
const kinds: Uint8Array = new Uint8Array(65_536).fill(other).map((_, code) => {
  if (code > 127) return other;
  const character = String.fromCharCode(code);
  if (/[A-Za-z]/.test(character)) return letter;
  if (/[0-9@]/.test(character)) return other;
  return /[.,:/'_+-]/.test(character) ? sign : border;
});

const hashStart = 0x811c9dc5 | 0;
const hashStep = 16_777_619;
/** Set in small letters of ASCII and not in capitals, which otherwise are the same. */
const smallBit = 32;
/** Room for so many units at first, and the most that is kept for the next text. */
const roomStart = 16_384;
const keptMax = 2 ** 20;
/** Shorter texts are copied sign by sign: a call of Buffer's costs as much. */
const copiedFrom = 48;
/** Buffer writes UTF-16 with the low byte first, as all of Node's machines but one have it. */
const isLowFirst = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/**
 * Cuts a text into surfaces: stretches that can be analysed one by one, since no token spans two of them. Nearly every
 * surface of prose is a bare word of ASCII letters, with the signs after it left away; these repeat, so a caller looks
 * them up rather than analyse them again. Reads an array rather than the string, and steps rather than calls back: both
 * are several times faster, and every character of every text comes through here.
 */
export class SurfaceScanner {
  /** UTF-16 units of the text; what stands behind it is not of it. */
  codes = new Uint16Array(roomStart);
  /** The surface found last, half-open, and its `hashOf`. */
  start = 0;
  end = 0;
  hash = 0;
  #bytes = Buffer.from(this.codes.buffer);
  #at = 0;
  #length = 0;

  /** Begins a text. */
  load(text: string): void {
    const { length } = text;
    if (length > this.codes.length || this.codes.length > keptMax) {
      this.codes = new Uint16Array(Math.max(roomStart, Math.ceil(length * 1.5)));
      this.#bytes = Buffer.from(this.codes.buffer);
    }
    if (length < copiedFrom || !isLowFirst) for (let at = 0; at < length; at++) this.codes[at] = text.charCodeAt(at);
    else this.#bytes.write(text, 0, "utf16le");
    this.#at = 0;
    this.#length = length;
  }

  /** Finds the next surface; false at the end of the text. */
  next(): boolean {
    const { codes } = this;
    const length = this.#length;
    for (let at = this.#at; at < length; at++) {
      const start = at;
      let hash = hashStart;
      let code = codes[at] as number;
      let kind = kinds[code] as number;
      while (kind === letter) {
        hash = Math.imul(hash ^ (code | smallBit), hashStep);
        code = ++at < length ? (codes[at] as number) : blank;
        kind = kinds[code] as number;
      }
      let end = at;
      if (kind !== border) {
        const lettersHash = hash;
        let rest = 0;
        while (kind !== border) {
          rest |= kind;
          hash = Math.imul(hash ^ (kind === letter ? code | smallBit : code), hashStep);
          code = ++at < length ? (codes[at] as number) : blank;
          kind = kinds[code] as number;
        }
        if ((rest | sign) !== sign) end = at;
        else hash = lettersHash;
      }
      if (end === start) continue;
      this.start = start;
      this.end = end;
      this.hash = hash;
      this.#at = at + 1;
      return true;
    }
    this.#at = length;
    return false;
  }
}

/** A hash of a surface's characters (FNV-1a over UTF-16 units), capitals of ASCII as small letters: both read the same. */
export const hashOf = (surface: string): number => {
  let hash = hashStart;
  for (let at = 0; at < surface.length; at++) {
    const code = surface.charCodeAt(at);
    hash = Math.imul(hash ^ (kinds[code] === letter ? code | smallBit : code), hashStep);
  }
  return hash;
};

const bareWord = /^[A-Za-z0-9]{1,64}$/;

/** Whether a surface is one word whose only reading is itself in small letters: neither sign nor letter beyond ASCII. */
export const isBareWord = (surface: string): boolean => bareWord.test(surface);

/** The words of a surface in their order, and its other readings, which have no place in the order. */
export interface Readings {
  readonly words: readonly string[];
  readonly extras: readonly string[];
}

/** One word whatever follows: letters and digits, signs only after them. */
const asciiWord = /^([A-Za-z0-9]{1,64})[.,:/']*$/;

/** Words between signs that join none of them: without a digit, `@`, hyphen or apostrophe no pattern but that of words applies. */
const asciiWords = /^[A-Za-z.,:/_+]+$/;
const signs = /[.,:/_+]+/;
/** One word of letters and apostrophes (`it's`, `'s`), which are left away. */
const apostrophes = /^'*([A-Za-z]+(?:'[A-Za-z]+)*)[.,:/_+']*$/;
/** Two words joined to one compound; after `re-` and `e-` they are one word, which the analysis sees to. */
const compound = /^(?!re-|e-)([A-Za-z]+)-([A-Za-z]+)[.,:/_+'-]*$/i;
/** A number of two parts (`10:30`, `1.250`); of three it may be a date. */
const number = /^(\d+[.,:]\d+)[.,:/_+'-]*$/;
/** Where no token but a mail address goes on; a slash beside a digit may be part of a date. */
const betweenParts = /[_+]+|(?<!\d)\/(?!\d)/;
/** As in the analysis: longer runs are data, not words. */
const wordMax = 64;

/** What the analysis makes of one surface. */
export const readingsOf = (surface: string): Readings => {
  const word = asciiWord.exec(surface)?.[1];
  if (word !== undefined) return { words: [word.toLowerCase()], extras: [] };
  if (asciiWords.test(surface))
    return { words: surface.toLowerCase().split(signs).filter(Boolean).map(cut), extras: [] };
  const contracted = apostrophes.exec(surface)?.[1];
  if (contracted !== undefined) return { words: [cut(contracted.toLowerCase().replaceAll("'", ""))], extras: [] };
  const [, first, second] = compound.exec(surface.toLowerCase()) ?? [];
  if (first !== undefined && second !== undefined) {
    return { words: [cut(first), cut(second)], extras: [cut(first + second)] };
  }
  const numeral = number.exec(surface)?.[1];
  if (numeral !== undefined) {
    const canonical = canonicalNumber(numeral);
    return { words: [cut(numeral)], extras: canonical === undefined ? [] : [cut(canonical)] };
  }
  const parts = surface.includes("@") ? [] : surface.split(betweenParts);
  if (parts.length > 1) return joined(parts.filter(Boolean).map(readingsOf));
  const tokens = analyseUnstemmed(surface);
  return {
    words: tokens.filter(({ isExtra }) => !isExtra).map(({ raw }) => raw),
    extras: tokens.filter(({ isExtra }) => isExtra).map(({ raw }) => raw),
  };
};

const cut = (word: string): string => (word.length > wordMax ? word.slice(0, wordMax) : word);

const joined = (readings: readonly Readings[]): Readings => ({
  words: readings.flatMap(({ words }) => words),
  extras: readings.flatMap(({ extras }) => extras),
});
