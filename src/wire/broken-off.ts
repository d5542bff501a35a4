import { type ContextValues, createContextKey } from "@connectrpc/connect";
import { Tally, type Told } from "./tally.ts";

/** Tells whether the caller of a request reset it, and counts it where that is so. */
type WasBrokenOff = () => boolean;

const key = createContextKey<WasBrokenOff>(() => false);

/** A stream of HTTP/2, as far as it says that it was reset. */
interface ResetStream {
  readonly aborted: boolean;
  once(event: "end", listener: () => void): unknown;
}

/** Counts requests that callers reset before they were whole, for one log line: many could fill the log. */
export class BrokenOff {
  readonly #tally: Tally;

  constructor(log: Told) {
    this.#tally = new Tally(log, "calls that their callers broke off");
  }

  /** Says in a call's context how to tell. `request`: of either server; only HTTP/2 can reset. */
  noteIn(values: ContextValues, { stream }: { readonly stream?: ResetStream }): ContextValues {
    let isWhole = false;
    stream?.once("end", () => (isWhole = !stream.aborted));
    return values.set(key, () => {
      if (isWhole || !stream?.aborted) return false;
      this.#tally.add();
      return true;
    });
  }

  /** Writes the number, where there is one. */
  tell(): void {
    this.#tally.tell();
  }
}

/** Whether the call that has these values was reset by its caller; it is counted then, and needs no line of its own. */
export const wasBrokenOff = (values: ContextValues): boolean => values.get(key)();
