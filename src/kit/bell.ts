/**
 * Wakes one who waits for a change. Rung while nobody waits it is remembered, so that a change between looking and waiting
 * is not missed. A signal that aborts rings it too: whoever wakes asks the signal first.
 */
export class Bell {
  #isRung = false;
  #wake: () => void = () => undefined;

  constructor(signal?: AbortSignal) {
    if (signal?.aborted) this.#isRung = true;
    // Not taken off again: a generator whose reader has gone may never be resumed, and the signal lives as long as the call.
    signal?.addEventListener("abort", this.ring, { once: true });
  }

  readonly ring = (): void => {
    this.#isRung = true;
    this.#wake();
  };

  /** Resolves when it rings, at once where it has rung since the last time. */
  async rung(): Promise<void> {
    if (!this.#isRung) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#isRung = false;
  }
}
