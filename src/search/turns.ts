/** A search lets one more that is shorter go first for each so many characters of what it asks: work grows with the words. */
const charsPerTurn = 8;
/**
 * Rounds of the thread's loop between two searches. An answer goes over HTTP/2 in three parts, head, words and end, each in a round of its own, and a request comes in
 * two: with one round a short search waited for one long one more before its answer was written. A round in which there is nothing to do takes microseconds.
 */
const roundsBetween = 8;

interface Waiting {
  /** The number of the turn by which it is due: of those that wait, the least goes first. */
  readonly due: number;
  readonly go: () => void;
}

/**
 * Searches of one thread, one after another: between two of them the thread is given back to all else that waits for it, until the answer of the first is written, and a
 * short one that came late goes before long ones that wait. However many short ones come, a search waits for at most those that were there and one for each
 * `charsPerTurn` of its own characters.
 */
export class SearchTurns {
  readonly #waiting: Waiting[] = [];
  #given = 0;
  /** Whether the next round is waited for. */
  #isAwake = false;

  /** Resolves when a search for this text may begin; it has to begin at once, and to need no waiting, so that the next one finds it done. */
  take(text: string): Promise<void> {
    return new Promise((go) => {
      this.#waiting.push({ due: this.#given + text.length / charsPerTurn, go });
      if (!this.#isAwake) this.#wake(1);
    });
  }

  /** The next turn comes after so many rounds. */
  #wake(rounds: number): void {
    this.#isAwake = true;
    setImmediate(() => (rounds > 1 ? this.#wake(rounds - 1) : this.#next()));
  }

  #next(): void {
    const [first] = this.#waiting.toSorted((a, b) => a.due - b.due);
    this.#isAwake = first !== undefined;
    if (first === undefined) return;
    this.#waiting.splice(this.#waiting.indexOf(first), 1);
    this.#given += 1;
    first.go();
    // Not before what the search does at once is done: promises that were kept come before the next round of the loop.
    this.#wake(roundsBetween);
  }
}

/** Those of this thread, which its indexes share. */
export const searchTurns = new SearchTurns();
