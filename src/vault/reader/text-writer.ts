import { codePointLength } from "../mail/clean-text.ts";

/** A stretch of a text; half-open, code points. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * A text while it is written. Whoever writes words is told where they stand, so that text and ranges come from one walk and
 * cannot differ.
 */
export class TextWriter {
  readonly #pieces: string[] = [];
  #at = 0;

  /** How long the text is so far, in code points: where the next words will stand. */
  get at(): number {
    return this.#at;
  }

  /** Writes words and tells where they stand. */
  write(words: string): Stretch {
    const start = this.#at;
    this.#pieces.push(words);
    this.#at += codePointLength(words);
    return { start, end: this.#at };
  }

  /** Begins a part of its own: an empty line, unless nothing stands before it. */
  part(): void {
    if (this.#at > 0) this.write("\n\n");
  }

  /** The whole text. */
  get text(): string {
    return this.#pieces.join("");
  }
}
