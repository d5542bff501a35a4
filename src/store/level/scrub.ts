/** Behind the opening, so that a start is not held up by it. */
const firstMs = 1_000;
const everyMs = 24 * 60 * 60 * 1_000;
/** After one that made way. */
const againMs = 60_000;
/** Between two looks at what seems damaged. */
const betweenMs = 1_000;

/** Work of so much time is done in one go; then it rests three times as long, so that those who work with the store hardly notice. */
const goMs = 8;
const restShare = 3;

/** Lets a long reading rest between its steps. */
export class Pace {
  readonly #isStopped: () => boolean;
  #begunMs = performance.now();

  constructor(isStopped: () => boolean) {
    this.#isStopped = isStopped;
  }

  /** Rests where it is time to; false: no further. Undefined: go on. */
  step(): Promise<boolean> | undefined {
    const workedMs = performance.now() - this.#begunMs;
    return workedMs < goMs ? undefined : this.#rest(workedMs * restShare);
  }

  async #rest(ms: number): Promise<boolean> {
    await wait(ms);
    this.#begunMs = performance.now();
    return !this.#isStopped();
  }
}

/** The parts that are checked, and the listener that hears of faults. */
export interface Scrubbed {
  /** Reads all of it; gives a sentence for each damage, undefined where it was broken off. */
  look(pace: Pace): Promise<readonly string[] | undefined>;
  onDamage(sentence: string): void;
  /** Hears each time that all was read, with the number of damages told so far. */
  onRead?: ((damages: number) => void) | undefined;
}

/**
 * Reads a store behind its own back, soon after it was opened and then every day, and tells each damage once. What seems damaged is looked at
 * again before it is told: only what is found twice is said.
 */
export class Scrubbing {
  readonly #scrubbed: Scrubbed;
  readonly #told = new Set<string>();
  #timer: NodeJS.Timeout;
  #isEnded = false;
  /** How many ask it to make way. */
  #ways = 0;
  #reading: Promise<void> = Promise.resolve();

  constructor(scrubbed: Scrubbed) {
    this.#scrubbed = scrubbed;
    this.#timer = this.#after(firstMs);
  }

  /** Lets `work` be done while nothing is read: an erasure waits until nobody reads as of before it. */
  async aside<T>(work: () => Promise<T>): Promise<T> {
    this.#ways += 1;
    try {
      await this.#reading;
      return await work();
    } finally {
      this.#ways -= 1;
    }
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    await this.#reading;
  }

  #after(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#reading = this.#read();
    }, ms).unref();
  }

  async #read(): Promise<void> {
    // A store that fails meanwhile has its own ways of being noticed.
    const isWhole = await this.#lookTwice().catch(() => false);
    if (!this.#isEnded) this.#timer = this.#after(isWhole ? everyMs : againMs);
  }

  /** False where it made way or could not be read. */
  async #lookTwice(): Promise<boolean> {
    const found = await this.#look();
    if (!found) return false;
    if (found.length > 0) {
      await wait(betweenMs);
      const again = new Set(await this.#look());
      if (this.#isStopped()) return false;
      for (const sentence of found) if (again.has(sentence)) this.#tell(sentence);
    }
    this.#scrubbed.onRead?.(this.#told.size);
    return true;
  }

  async #look(): Promise<readonly string[] | undefined> {
    if (this.#isStopped()) return undefined;
    const found = await this.#scrubbed.look(new Pace(() => this.#isStopped()));
    return this.#isStopped() ? undefined : found;
  }

  #tell(sentence: string): void {
    if (this.#told.has(sentence)) return;
    this.#told.add(sentence);
    this.#scrubbed.onDamage(sentence);
  }

  #isStopped(): boolean {
    return this.#isEnded || this.#ways > 0;
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
