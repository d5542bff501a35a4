/** A search lets one more that is shorter go first for each so many characters of what it asks: work grows with the words. */
const charsPerTurn = 8;

interface Waiting {
  /** The number of the turn by which it is due: of those that wait, the least goes first. */
  readonly due: number;
  readonly go: () => void;
}

/**
 * Searches of one thread, one after another: between two of them the thread is given back to all else that waits for it, and a short one that
 * came late goes before long ones that wait. However many short ones come, a search waits for at most those that were there and one for each
 * `charsPerTurn` of its own characters.
 */
export class SearchTurns {
  readonly #waiting: Waiting[] = [];
  #given = 0;

  /** Resolves when a search for this text may begin; it has to begin at once, and to need no waiting, so that the next one finds it done. */
  take(text: string): Promise<void> {
    return new Promise((go) => {
      this.#waiting.push({ due: this.#given + text.length / charsPerTurn, go });
      if (this.#waiting.length === 1) setImmediate(this.#next);
    });
  }

  readonly #next = (): void => {
    const [first] = this.#waiting.toSorted((a, b) => a.due - b.due);
    if (first === undefined) return;
    this.#waiting.splice(this.#waiting.indexOf(first), 1);
    this.#given += 1;
    first.go();
    // Not before what the search does at once is done: promises that were kept come before the next round of the loop.
    if (this.#waiting.length > 0) setImmediate(this.#next);
  };
}

/** Those of this thread, which its indexes share. */
export const searchTurns = new SearchTurns();
