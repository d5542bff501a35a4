import { type ContextValues, createContextKey } from "@connectrpc/connect";

/** Tells whether the caller of a request reset it, and counts it where that is so. */
type WasBrokenOff = () => boolean;

const key = createContextKey<WasBrokenOff>(() => false);

/** A stream of HTTP/2, as far as it says that it was reset. */
interface ResetStream {
  readonly aborted: boolean;
  once(event: "end", listener: () => void): unknown;
}

/** Where the number is written. */
interface Told {
  info(fields: object, message: string): void;
}

/** So often the number of broken calls is written. */
const tellEveryMs = 10_000;

/**
 * Counts requests that their callers reset before they were whole. A line for each would let anybody fill the log, a thousand a
 * second; so there is one line with their number.
 */
export class BrokenOff {
  readonly #log: Told;
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Told) {
    this.#log = log;
  }

  /** Says in a call's context how to tell. `request`: of either server; only HTTP/2 can reset. */
  noteIn(values: ContextValues, { stream }: { readonly stream?: ResetStream }): ContextValues {
    let isWhole = false;
    stream?.once("end", () => (isWhole = !stream.aborted));
    return values.set(key, () => {
      if (isWhole || !stream?.aborted) return false;
      this.#count += 1;
      this.#timer ??= setTimeout(() => this.tell(), tellEveryMs).unref();
      return true;
    });
  }

  /** Writes the number, where there is one. */
  tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#count > 0) this.#log.info({ calls: this.#count }, "calls that their callers broke off");
    this.#count = 0;
  }
}

/** Whether the call that has these values was reset by its caller; it is counted then, and needs no line of its own. */
export const wasBrokenOff = (values: ContextValues): boolean => values.get(key)();
