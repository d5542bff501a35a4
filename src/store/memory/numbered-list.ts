import type { Entry, WantedEntry } from "../store.ts";

/** A numbered list as an array: what was taken out leaves a hole. */
export class NumberedList {
  /** Number n stands at index n - 1. */
  readonly #keys: (string | undefined)[] = [];
  readonly #entries = new Map<string, Entry>();

  get size(): number {
    return this.#entries.size;
  }

  copy(): NumberedList {
    const copy = new NumberedList();
    copy.#keys.push(...this.#keys);
    for (const [key, entry] of this.#entries) copy.#entries.set(key, entry);
    return copy;
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: Uint8Array | undefined): void {
    const known = this.#entries.get(key);
    if (value) {
      const number = known?.number ?? this.#keys.push(key);
      this.#entries.set(key, { key, number, value: value.slice() });
    } else if (known) {
      this.#keys[known.number - 1] = undefined;
      this.#entries.delete(key);
    }
  }

  /** All entries in order of number. */
  all(): Entry[] {
    return this.#keys.flatMap((key) => (key === undefined ? [] : [this.#entries.get(key)!]));
  }

  /** Makes it hold what is wanted; gives how much was otherwise. */
  mend(wanted: readonly WantedEntry[]): number {
    const keys = new Set(wanted.map(({ key }) => key));
    const gone = this.all().filter(({ key }) => !keys.has(key));
    const other = wanted.filter(({ key, value }) => !isSame(this.get(key), value));
    for (const { key } of gone) this.set(key, undefined);
    for (const { key, value } of wanted) this.set(key, value);
    return gone.length + other.length;
  }
}

const isSame = (entry: Entry | undefined, value: Uint8Array): boolean =>
  entry !== undefined && Buffer.compare(entry.value, value) === 0;
