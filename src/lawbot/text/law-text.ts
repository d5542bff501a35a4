import { CodePointIndex, codePointLength } from "../../span/code-points.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const astral = /[\ud800-\udbff]/;

/** How many code points a well-formed string has; one without characters beyond the first plane answers at once. */
export const lengthOf = (text: string): number => (astral.test(text) ? codePointLength(text) : text.length);

/** Some ten thousand characters, whole lines. */
interface Stretch {
  /** Its first code point in the text. */
  readonly start: number;
  /** UTF-8. */
  readonly bytes: Uint8Array;
}

/**
 * A text under construction, kept as UTF-8 in the stretches it was written in, outside the heap and bound to nothing that its
 * words were cut from. Made to be read in order, a stretch at a time. Offsets are code points.
 */
export class LawText {
  readonly #stretches: Stretch[] = [];
  #length = 0;
  #sizeBytes = 0;
  /** The stretch read last, decoded. */
  #read: { readonly stretch: number; readonly index: CodePointIndex } | undefined;

  /** How many code points were written. */
  get length(): number {
    return this.#length;
  }

  /** Its size as UTF-8. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Adds well-formed text, of some ten thousand characters, at the end. */
  append(text: string): void {
    if (text === "") return;
    const bytes = encoder.encode(text);
    this.#stretches.push({ start: this.#length, bytes });
    this.#length += lengthOf(text);
    this.#sizeBytes += bytes.length;
  }

  /** The text as UTF-8, in pieces. */
  *bytes(): Generator<Uint8Array> {
    for (const { bytes } of this.#stretches) yield bytes;
  }

  /** The characters from code point `start` up to, not including, `end`. */
  slice(start: number, end: number): string {
    let text = "";
    for (let at = this.#stretchAt(start); at < this.#stretches.length; at++) {
      const from = this.#stretches[at]?.start ?? 0;
      if (from >= end) break;
      text += this.#decoded(at).slice(Math.max(0, start - from), end - from);
    }
    return text;
  }

  /** The whole text. */
  toString(): string {
    return this.slice(0, this.#length);
  }

  /** The last stretch that begins at or before `start`. */
  #stretchAt(start: number): number {
    let [low, high] = [0, this.#stretches.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#stretches[middle]?.start ?? 0) <= start) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #decoded(at: number): CodePointIndex {
    if (this.#read?.stretch !== at)
      this.#read = { stretch: at, index: new CodePointIndex(decoder.decode(this.#stretches[at]?.bytes)) };
    return this.#read.index;
  }
}
