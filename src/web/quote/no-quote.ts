import type { PlainId } from "../../messages/speech.ts";

/** A quote that came to nothing, where no server says why. */
export class NoQuote extends Error {
  readonly why: PlainId;

  constructor(why: PlainId) {
    super(why);
    this.why = why;
  }
}
