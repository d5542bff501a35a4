/** Lets one worker in at a time, in order of arrival. */
export class Serial {
  /** What lets those who wait go on, first come first; undefined while nobody is in. */
  #waiting: (() => void)[] | undefined;

  /** Whether nobody is in, and so nobody waits. */
  get isFree(): boolean {
    return this.#waiting === undefined;
  }

  /** Runs `work` alone, at once where nobody is in. Whoever waits next runs whatever became of it. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting) await this.#wait(this.#waiting);
    else this.#waiting = [];
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  /** Waits for a turn and resolves to the function that ends it; ending it twice does nothing. */
  async turn(): Promise<() => void> {
    if (this.#waiting) await this.#wait(this.#waiting);
    else this.#waiting = [];
    let isIn = true;
    return () => {
      if (isIn) this.#next();
      isIn = false;
    };
  }

  #wait(waiting: (() => void)[]): Promise<void> {
    return new Promise((goOn) => waiting.push(goOn));
  }

  /** Hands over to who waits longest; it is never free in between, so that nobody overtakes. */
  #next(): void {
    const goOn = this.#waiting?.shift();
    if (goOn) goOn();
    else this.#waiting = undefined;
  }
}

/** Lets one worker in at a time for each key. A key that nobody works under takes no memory. */
export class KeyedSerial {
  readonly #serials = new Map<string, Serial>();

  /** Runs `work` alone under its key, at once where nobody is in. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const serial = this.#serials.get(key) ?? new Serial();
    this.#serials.set(key, serial);
    try {
      return await serial.run(work);
    } finally {
      if (serial.isFree) this.#serials.delete(key);
    }
  }
}
