/** Words are kept by so many last letters. */
const tailLength = 3;
/** Shorter and longer ones are no words that anybody asks for by their ending. */
const [lengthMin, lengthMax] = [3, 40];
const onlyLetters = /^\p{L}+$/u;

/** A growing set of words by how they end: those that are all letters, since of others nobody knows an ending. */
export class WordTails {
  readonly #byTail = new Map<string, Set<string>>();

  add(word: string): void {
    if (word.length < lengthMin || word.length > lengthMax || !onlyLetters.test(word)) return;
    const tail = word.slice(-tailLength);
    const same = this.#byTail.get(tail);
    if (same) same.add(word);
    else this.#byTail.set(tail, new Set([word]));
  }

  has(word: string): boolean {
    return this.#byTail.get(word.slice(-tailLength))?.has(word) ?? false;
  }

  /** Every word that ends so; none for an ending of fewer than three letters. */
  endingIn(tail: string): string[] {
    return [...(this.#byTail.get(tail.slice(-tailLength)) ?? [])].filter((word) => word.endsWith(tail));
  }
}
