/** Where the number is written. */
export interface Told {
  info(fields: object, message: string): void;
}

/** So often the number is written. */
const tellEveryMs = 10_000;

/** Counts what anybody could make happen a thousand times a second: one line of log with the number, not a line for each. */
export class Tally {
  readonly #log: Told;
  readonly #message: string;
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Told, message: string) {
    this.#log = log;
    this.#message = message;
  }

  /** One more. Gives whether it is the first since the last line. */
  add(): boolean {
    this.#count += 1;
    this.#timer ??= setTimeout(() => this.tell(), tellEveryMs).unref();
    return this.#count === 1;
  }

  /** Writes the number, where there is one. */
  tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#count > 0) this.#log.info({ calls: this.#count }, this.#message);
    this.#count = 0;
  }
}
