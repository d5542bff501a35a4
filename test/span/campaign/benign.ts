import { Difference_Kind as Kind } from "../../../gen/pincite/span/v1/span_pb.ts";
import { type Mutation, pick, replaceRandom } from "./mutation.ts";
import { said } from "./said.ts";

/** A typesetting that says the same words, and the kinds of difference that the resolver may list for it. */
export interface Benign {
  readonly change: Mutation;
  readonly kinds: readonly Kind[];
  /** The quote must hold dots that stand for an ellipsis. */
  readonly hasDots?: boolean;
}

const all = (quote: string, pattern: RegExp, by: string | ((found: string) => string)): string | undefined => {
  const changed = quote.replace(pattern, by as string);
  return changed === quote ? undefined : changed;
};
const breakWord =
  (sign: string): Mutation =>
  (quote, random) =>
    replaceRandom(quote, /(?<=\p{L}{2})(?=\p{Ll}{2}\p{L}*(?![\p{L}\n]))/gu, () => `${sign}\n`, random);

const spaces = [" ", "\u00a0", "\u2009", "\u202f", "\u3000", "\t", "\n", "\r\n", "\f", "\u2003"];
const inWords =
  (sign: string): Mutation =>
  (quote) =>
    all(quote, /(?<=[a-z]{3})(?=[a-z]{3})/g, sign);

const everyKind = [Kind.QUOTE, Kind.DASH, Kind.LIGATURE, Kind.INVISIBLE, Kind.COMPOSITION, Kind.ELLIPSIS];

/** Source texts have other differences of their own (line ends, curly quotes), so every class may list white space too. */
export const benign: Readonly<Record<string, Benign>> = {
  "blanks doubled": { change: (quote) => all(quote, / /g, "  "), kinds: [Kind.WHITE_SPACE] },
  "other blanks": {
    change: (quote, random) => all(quote, /\s+/g, () => pick(random, spaces)),
    kinds: [Kind.WHITE_SPACE],
  },
  "lines joined": { change: (quote) => all(quote, /(?<![-\u2010\u00ad\s])\s*\n\s*/g, " "), kinds: [Kind.WHITE_SPACE] },
  "line ends copied with their hyphens": {
    change: (quote) => all(quote, /(?<=\p{L})-\n(?=\p{Ll})/gu, "- "),
    kinds: [Kind.HYPHENATION],
  },
  "lines broken elsewhere": {
    change: (quote) => all(quote, /(\S+\s+\S+\s+\S+)\s+/g, "$1\n"),
    kinds: [Kind.WHITE_SPACE],
  },
  "page break between words": {
    change: (quote, random) => replaceRandom(quote, /(?<=\p{L}) (?=\p{L})/gu, () => "\n\n\f", random),
    kinds: [Kind.WHITE_SPACE],
  },
  "letters decomposed": {
    change: (quote) => all(quote, /[À-ÖØ-öø-ÿ]/g, (letter) => letter.normalize("NFD")),
    kinds: [Kind.COMPOSITION],
  },
  ligatures: {
    change: (quote) =>
      all(
        quote,
        /ffi|ffl|fi|fl|ff/g,
        (letters) => ({ ffi: "ﬃ", ffl: "ﬄ", fi: "ﬁ", fl: "ﬂ", ff: "ﬀ" })[letters] as string,
      ),
    kinds: [Kind.LIGATURE],
  },
  "ij as one letter": { change: (quote) => all(quote, /ij/g, "ĳ"), kinds: [Kind.LIGATURE] },
  "full-width letters": {
    change: (quote, random) =>
      replaceRandom(quote, /[a-zA-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0), random),
    kinds: [Kind.LIGATURE],
  },
  "other quotation marks": {
    change: (quote, random) =>
      all(quote, /["'“”‘’]/gu, (sign) =>
        pick(random, /["“”]/u.test(sign) ? ["“", "„", "«", '"'] : ["‘", "’", "‚", "'"]),
      ),
    kinds: [Kind.QUOTE],
  },
  "other dashes": {
    change: (quote, random) => all(quote, /[-–—](?!\s*\n)/gu, () => pick(random, ["–", "—", "\u2011", "\u2212", "‒"])),
    kinds: [Kind.DASH],
  },
  "soft hyphens": { change: inWords("\u00ad"), kinds: [Kind.INVISIBLE] },
  "zero-width blanks": { change: inWords("\u200b"), kinds: [Kind.INVISIBLE] },
  "zero-width joiners": { change: inWords("\u200d"), kinds: [Kind.INVISIBLE] },
  "word joiners and byte order marks": { change: inWords("\u2060\ufeff"), kinds: [Kind.INVISIBLE] },
  "words broken at a line end": { change: breakWord("-"), kinds: [Kind.HYPHENATION] },
  "lines broken after a word's own hyphen": {
    change: (quote, random) => replaceRandom(quote, /(?<=\p{L})-(?=\p{Ll})/gu, () => "-\n", random),
    kinds: [Kind.WHITE_SPACE],
  },
  "words broken by a soft hyphen": { change: breakWord("\u00ad"), kinds: [Kind.HYPHENATION, Kind.INVISIBLE] },
  "an ellipsis as one sign": { change: (quote) => all(quote, /\.\.\./g, "…"), kinds: [Kind.ELLIPSIS], hasDots: true },
  "typed off plainly": { change: (quote) => said(quote), kinds: everyKind },
  "several at once": {
    change: (quote) =>
      all(
        quote
          .replaceAll(/-(?!\n)/g, "–")
          .replaceAll("fi", "ﬁ")
          .replaceAll('"', "”"),
        /\s+/g,
        "\u00a0 ",
      ),
    kinds: [Kind.WHITE_SPACE, Kind.DASH, Kind.LIGATURE, Kind.QUOTE],
  },
};
