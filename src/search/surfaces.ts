import { analyse } from "./analysis.ts";

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
const kindAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code < 128 ? (kinds[code] as number) : other;
};

/**
 * Cuts a text into surfaces: stretches that can be analysed one by one, since no token spans two of them. Nearly every
 * surface of prose is a bare word of ASCII letters, with the signs after it left away; these repeat, so a caller looks
 * them up rather than analyse them again. Ten times faster than the patterns over the whole text.
 */
export const eachSurface = (text: string, visit: (surface: string) => void): void => {
  const { length } = text;
  for (let at = 0; at < length; ) {
    const first = kindAt(text, at);
    if (first === border) {
      at++;
      continue;
    }
    const start = at;
    while (at < length && kindAt(text, at) === letter) at++;
    const lettersEnd = at;
    let rest = border;
    for (let kind = border; at < length; at++) {
      kind = kindAt(text, at);
      if (kind === border) break;
      rest |= kind;
    }
    if (lettersEnd > start && rest <= sign && rest !== letter) visit(text.slice(start, lettersEnd));
    else if (rest !== sign) visit(text.slice(start, at));
  }
};

/** The words of a surface in their order, and its other readings, which have no place in the order. */
export interface Readings {
  readonly words: readonly string[];
  readonly extras: readonly string[];
}

const asciiWord = /^[A-Za-z]{1,64}$/;

/** What the analysis makes of one surface. */
export const readingsOf = (surface: string): Readings => {
  if (asciiWord.test(surface)) return { words: [surface.toLowerCase()], extras: [] };
  const tokens = analyse(surface, "none");
  return {
    words: tokens.filter(({ isExtra }) => !isExtra).map(({ raw }) => raw),
    extras: tokens.filter(({ isExtra }) => isExtra).map(({ raw }) => raw),
  };
};
