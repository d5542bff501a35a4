/** Words are kept by so many first characters, so that a beginning is looked for among few. */
const headLength = 2;

/** A growing list of words by how they begin; what was added since the last question is taken in by the next. */
export class WordHeads {
  readonly #words: readonly string[];
  readonly #byHead = new Map<string, string[]>();
  #takenIn = 0;

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  /** All words that begin so. */
  wordsFrom(prefix: string): string[] {
    for (; this.#takenIn < this.#words.length; this.#takenIn++) this.#takeIn(this.#words[this.#takenIn] as string);
    const words = prefix.length < headLength ? this.#words : (this.#byHead.get(prefix.slice(0, headLength)) ?? []);
    return words.filter((word) => word.startsWith(prefix));
  }

  #takeIn(word: string): void {
    const head = word.slice(0, headLength);
    const sameHead = this.#byHead.get(head);
    if (sameHead) sameHead.push(word);
    else this.#byHead.set(head, [word]);
  }
}

/** A key holds the first characters of a word, seven bits each, and its number: exact as a float up to four million words. */
const keyLength = 4;
const keyBits = 7;
const numberRoom = 2 ** 24;
/** Keys made in one step, in about a millisecond. */
const keysAStep = 20_000;

/**
 * Numbers of words (their places in the list) in the order of the words, UTF-16 unit by unit. Sorting numbers is some
 * twenty times faster than sorting strings, so all are sorted by how they begin, and strings only among those that begin
 * alike, as the caller comes to them. A step at a time.
 */
export function* numbersInOrder(words: readonly string[]): Generator<void, Iterable<number>> {
  const keys = new Float64Array(words.length);
  for (let number = 0; number < words.length; number++) {
    keys[number] = beginningOf(words[number] as string) * numberRoom + number;
    if (number % keysAStep === keysAStep - 1) yield;
  }
  keys.sort();
  yield;
  return inOrder(words, keys);
}

function* inOrder(words: readonly string[], keys: Float64Array): Generator<number> {
  for (let from = 0; from < keys.length; ) {
    const beginning = Math.floor((keys[from] as number) / numberRoom);
    let to = from + 1;
    while (to < keys.length && Math.floor((keys[to] as number) / numberRoom) === beginning) to++;
    const alike = Array.from(keys.subarray(from, to), (key) => key % numberRoom);
    if (alike.length > 1) alike.sort((a, b) => ((words[a] as string) < (words[b] as string) ? -1 : 1));
    yield* alike;
    from = to;
  }
}

/** Sorts as the words do, as far as it tells them apart: characters beyond ASCII count as the last of it. */
const beginningOf = (word: string): number => {
  let beginning = 0;
  for (let at = 0; at < keyLength; at++) {
    beginning = (beginning << keyBits) | (at < word.length ? Math.min(word.charCodeAt(at), 127) : 0);
  }
  return beginning;
};
