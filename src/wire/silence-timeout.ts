/**
 * Calls `onSilence` once nothing came for so many milliseconds, unless it is cancelled before. A thread that was at other work finds its timers due
 * before it has read what came meanwhile: it is given one round of its loop more, in which that is read.
 */
export class SilenceTimeout {
  readonly #timer: NodeJS.Timeout;
  #round: NodeJS.Immediate | undefined;

  constructor(timeoutMs: number, onSilence: () => void) {
    this.#timer = setTimeout(() => (this.#round = setImmediate(onSilence)), timeoutMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#round);
  }
}
