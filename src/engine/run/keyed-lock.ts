/** One worker at a time for each key, in order of arrival. */
export class KeyedLock {
  /** For each key that is held: what lets those who wait for it go on, first come first. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Runs `work` alone, at once where nobody holds the key. Whoever waits next runs whatever became of it. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const waiting = this.#waiting.get(key);
    if (waiting) await new Promise<void>((goOn) => waiting.push(goOn));
    else this.#waiting.set(key, []);
    try {
      return await work();
    } finally {
      this.#release(key);
    }
  }

  /** Hands the key to who waits longest; it is never free in between, so that nobody overtakes. */
  #release(key: string): void {
    const next = this.#waiting.get(key)?.shift();
    if (next) next();
    else this.#waiting.delete(key);
  }
}
