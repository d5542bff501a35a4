let segmenter: Intl.Segmenter | undefined;
/**
 * One segmenter for all: grapheme clusters do not depend on the language (UAX #29, extended grapheme clusters). Made when the
 * first text needs it, some 20 ms that no start waits for.
 */
const segment = (text: string): Intl.Segments => {
  segmenter ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  return segmenter.segment(text);
};

/**
 * Longest walk back to a certain border, UTF-16 units; even, so that a longer row of flags is still cut between two.
 * Longer clusters exist only to do harm, and behind so many units each of their marks looks the same.
 */
const windowMax = 128;
/** How far the end of a cluster is looked for at once. */
const aheadMax = 1_024;

/**
 * Whether two neighbours of this kind always have a border between them: letters, digits and signs that neither extend,
 * join nor pair. Carriage return is left out because CR LF is one cluster.
 */
const isPlain = (unit: number): boolean =>
  (unit < 0x300 && unit !== 0x0d) ||
  (unit >= 0x370 && unit <= 0x482) ||
  (unit >= 0x48a && unit <= 0x52f) ||
  (unit >= 0x2010 && unit <= 0x2027) ||
  (unit >= 0x3041 && unit <= 0x3096) ||
  (unit >= 0x4e00 && unit <= 0x9fff) ||
  (unit >= 0xac00 && unit <= 0xd7a3);

/** Emoji that stand for themselves: pictographs, no flag letters, no skin tones (which extend the one before). */
const isPlainPair = (high: number, low: number): boolean =>
  (high === 0xd83c && low >= 0xdf00 && low < 0xdffb) ||
  (high === 0xd83d && ((low >= 0xdc00 && low <= 0xde4f) || (low >= 0xde80 && low <= 0xdefc))) ||
  (high === 0xd83e && low >= 0xdd0c && low <= 0xddff);

/** The class of a UTF-16 unit, as far as borders beside it are certain. */
const unsure = 0;
/** Neither extends, joins, nor is joined to what follows: letters, digits, signs and blanks of nearly all scripts. */
const apart = 1;
/** The same, of scripts whose marks never bind a following letter: Hebrew, Arabic and kin, Thai, Lao. */
const apartFromMarks = 2;
/** Their marks: they extend what came before and bind nothing. */
const looseMark = 3;
/** Marks of the scripts from Devanagari to Malayalam that bind no letter by themselves: all but the virama. */
const indicMark = 4;
/** More marks on one letter are a puzzle, not a word: the segmenter is asked. */
const marksMax = 8;

const lettersAndSigns = /^[\p{L}\p{N}\p{P}\p{S}\p{Z}]$/u;
/**
 * Letters by name that behave otherwise (UAX #29, table 2): jamo, which make syllables; Thai and Lao AM and half-width
 * voicing marks, which extend; a Malayalam letter and signs that are put before. Halves of pairs are nothing by themselves.
 */
const behavesOtherwise = (unit: number): boolean =>
  (unit >= 0x1100 && unit <= 0x11ff) ||
  (unit >= 0xa960 && unit <= 0xa97f) ||
  (unit >= 0xd7b0 && unit <= 0xd7ff) ||
  (unit >= 0xd800 && unit <= 0xdfff) ||
  [0xe33, 0xeb3, 0xff9e, 0xff9f, 0xd4e].includes(unit);
const bindsNothing = (unit: number): boolean => (unit >= 0x590 && unit <= 0x8ff) || (unit >= 0xe01 && unit <= 0xeff);
/** The blocks have one plan: the virama, which makes two letters one cluster, stands at the same place in each. */
const isIndic = (unit: number): boolean =>
  unit >= 0x900 && unit <= 0xd7f && (unit & 0x7f) !== 0x4d && unit !== 0xd3b && unit !== 0xd3c;

const classOf = (unit: number): number => {
  const sign = String.fromCharCode(unit);
  if (behavesOtherwise(unit)) return unsure;
  if (lettersAndSigns.test(sign)) return bindsNothing(unit) ? apartFromMarks : apart;
  if (isIndic(unit) && /^\p{M}$/u.test(sign)) return indicMark;
  return bindsNothing(unit) && /^\p{Mn}$/u.test(sign) ? looseMark : unsure;
};

let table: Uint8Array | undefined;
/** Made when the first text of such a script is met: sixty-five thousand look-ups, some milliseconds. */
const classes = (): Uint8Array => {
  table ??= Uint8Array.from({ length: 0x10000 }, (_, unit) => classOf(unit));
  return table;
};

/** A sign after which nothing is joined but what extends it; the usual marks among them, which extend what came before. */
const closes = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at - 1);
  return isPlain(unit) || (unit >= 0x300 && unit <= 0x36f) || isPlainPair(text.charCodeAt(at - 2), unit);
};

/** A sign that extends nothing before it. */
const opens = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at);
  return isPlain(unit) || isPlainPair(unit, text.charCodeAt(at + 1));
};

/** The same by the table. Two Indic letters are one cluster only with a virama among the marks between them (GB9c). */
const isApart = (text: string, at: number): boolean => {
  const table = classes();
  const behind = table[text.charCodeAt(at)];
  if (behind !== apart && behind !== apartFromMarks) return false;
  const before = table[text.charCodeAt(at - 1)];
  if (before === apart || before === apartFromMarks) return true;
  if (before === looseMark) return behind === apartFromMarks || isPlain(text.charCodeAt(at));
  if (before !== indicMark) return false;
  let base = at - 1;
  while (base >= 0 && at - base <= marksMax && table[text.charCodeAt(base)] === indicMark) base--;
  const bearing = table[text.charCodeAt(base)];
  return bearing === apart || bearing === apartFromMarks;
};

const isCertainBorder = (text: string, at: number): boolean =>
  at <= 0 || at >= text.length || (opens(text, at) && closes(text, at)) || isApart(text, at);

/** Where the segmenter may begin to say whether there is a border at the offset. */
const windowStart = (text: string, at: number): number => {
  let from = at - 1;
  while (from > 0 && at - from < windowMax && !isCertainBorder(text, from)) from--;
  return from;
};

/** Whether the UTF-16 offset lies between two grapheme clusters of the text; both ends of the text do. */
export const isGraphemeBorder = (text: string, at: number): boolean => {
  if (isCertainBorder(text, at)) return true;
  const from = windowStart(text, at);
  // One character past the offset is all that the rules ask for.
  return segment(text.slice(from, at + 2)).containing(at - from)?.index === at - from;
};

/** The first border at or after the UTF-16 offset. Passes over a long cluster in strides, not mark by mark. */
export const graphemeBorderFrom = (text: string, at: number): number => {
  let border = Math.max(0, at);
  while (border < text.length && !isGraphemeBorder(text, border)) {
    const from = windowStart(text, border);
    const cluster = segment(text.slice(from, border + aheadMax)).containing(border - from);
    border = Math.max(border + 1, from + (cluster?.index ?? 0) + (cluster?.segment.length ?? 0));
  }
  return Math.min(border, text.length);
};

/** The last border at or before the UTF-16 offset, but not before `lowest`. */
export const graphemeBorderBefore = (text: string, at: number, lowest = 0): number => {
  let border = Math.min(at, text.length);
  while (border > lowest && !isGraphemeBorder(text, border)) {
    const from = windowStart(text, border);
    const cluster = segment(text.slice(from, border + 2)).containing(border - from);
    border = Math.min(border - 1, from + (cluster?.index ?? 0));
  }
  return Math.max(lowest, border);
};
