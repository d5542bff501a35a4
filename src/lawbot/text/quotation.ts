const openers = /[“„«]/g;
const closers = /[”»]/g;

/** Follows quotation marks through a text, so that numbers inside a quotation open no unit of this ruling. */
export class Quotation {
  #open = false;
  #blocks = 0;

  /** Whether a paragraph begins inside a quotation or with one. */
  isInside(line: string): boolean {
    return this.#open || /^\s*["“„«]/.test(line);
  }

  /** Takes a paragraph into account. A mark that nobody closes ends after so many paragraphs: it was a typing error. */
  read(text: string, blocksMax = 40): void {
    const straight = text.match(/"/g)?.length ?? 0;
    const opened = text.match(openers)?.length ?? 0;
    const closed = text.match(closers)?.length ?? 0;
    if (opened !== closed) this.#open = opened > closed;
    else if (straight % 2 === 1) this.#open = /^\s*"|:\s*"/.test(text);
    this.#blocks = this.#open ? this.#blocks + 1 : 0;
    if (this.#blocks > blocksMax) this.reset();
  }

  reset(): void {
    this.#open = false;
    this.#blocks = 0;
  }
}
