/** Number of code points between two checkpoints: small enough to step through, large enough that the index costs 0.4 % of the text. */
const step = 1024;

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** Counts the code points of a well-formed string; for a string without surrogates that is its length. */
export const codePointLength = (text: string): number => {
  let pairs = 0;
  for (let at = 0; at < text.length; at++) if (isHighSurrogate(text.charCodeAt(at))) pairs++;
  return text.length - pairs;
};

/**
 * Converts between Unicode code points, in which every stored offset counts, and UTF-16 code units, in which
 * JavaScript strings are indexed. Texts without astral characters, nearly all of them, convert by identity; others
 * keep one checkpoint per 1,024 code points.
 *
 * The text must be well-formed (no lone surrogates). Offsets outside the text are clamped to it.
 */
export class CodePointIndex {
  /** Length of the text in code points. */
  readonly length: number;
  readonly #text: string;
  /** UTF-16 offset of every 1,024th code point; undefined when the two counts are the same. */
  readonly #checkpoints: Uint32Array | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#checkpoints = /[\ud800-\udbff]/.test(text) ? checkpointsOf(text) : undefined;
    this.length = this.#checkpoints ? codePointLength(text) : text.length;
  }

  /** UTF-16 offset of the code point at `cp`; the text's length for `cp` at or past the end. */
  toUtf16(cp: number): number {
    if (cp >= this.length) return this.#text.length;
    if (!this.#checkpoints) return Math.max(0, cp);
    let at = this.#checkpoints[Math.floor(Math.max(0, cp) / step)] ?? 0;
    for (let left = cp % step; left > 0; left--) at += isHighSurrogate(this.#text.charCodeAt(at)) ? 2 : 1;
    return at;
  }

  /** Number of code points that begin before the UTF-16 offset; inside a surrogate pair, the pair counts as begun. */
  toCodePoint(utf16: number): number {
    const end = Math.min(Math.max(0, utf16), this.#text.length);
    if (!this.#checkpoints) return end;
    const mark = lastAtOrBefore(this.#checkpoints, end);
    let cp = mark * step;
    for (let at = this.#checkpoints[mark] ?? 0; at < end; cp++)
      at += isHighSurrogate(this.#text.charCodeAt(at)) ? 2 : 1;
    return cp;
  }

  /** The characters from code point `start` up to, not including, `end`. */
  slice(start: number, end: number): string {
    return this.#text.slice(this.toUtf16(start), this.toUtf16(end));
  }
}

const checkpointsOf = (text: string): Uint32Array => {
  const marks: number[] = [];
  for (let at = 0, cp = 0; at < text.length; cp++) {
    if (cp % step === 0) marks.push(at);
    at += isHighSurrogate(text.charCodeAt(at)) ? 2 : 1;
  }
  return Uint32Array.from(marks);
};

/** Index of the last entry that is at most `value`, in a rising array; 0 where all are larger. */
export const lastAtOrBefore = (rising: ArrayLike<number>, value: number): number => {
  let low = 0;
  let high = rising.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((rising[middle] as number) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
};
