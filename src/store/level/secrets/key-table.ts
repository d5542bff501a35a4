import { keyBytes } from "./key-slot.ts";

/** Keys of a block, side by side: an array for each takes more than seven times the bytes of its key, and a mailbox brings a key for each mail. */
const blockKeys = 256;

/** What became of a key that is none any more; the place in `states` says which of them a number is. */
const states = [undefined, "key", "destroyed", "damaged"] as const;

interface Block {
  readonly keys: Uint8Array;
  /** By number within the block: places in `states`. */
  readonly states: Uint8Array;
}

/** Keys by number, from 1, in few large pieces of memory that never move: what was given is the key itself and no copy of it. */
export class KeyTable {
  readonly #blocks: Block[] = [];

  get(number: number): Uint8Array | "destroyed" | "damaged" | undefined {
    const block = this.#blocks[Math.floor(number / blockKeys)];
    const state = states[block?.states[number % blockKeys] ?? 0];
    return block !== undefined && state === "key" ? keyIn(block, number) : (state as Exclude<typeof state, "key">);
  }

  /** Takes over a key, or says what became of it, in which case it is overwritten. */
  set(number: number, key: Uint8Array | "destroyed" | "damaged"): void {
    const block = this.#blockOf(number);
    block.states[number % blockKeys] = states.indexOf(typeof key === "string" ? key : "key");
    if (typeof key === "string") keyIn(block, number).fill(0);
    else keyIn(block, number).set(key);
  }

  #blockOf(number: number): Block {
    const at = Math.floor(number / blockKeys);
    while (this.#blocks.length <= at)
      this.#blocks.push({ keys: new Uint8Array(blockKeys * keyBytes), states: new Uint8Array(blockKeys) });
    return this.#blocks[at] as Block;
  }
}

const keyIn = ({ keys }: Block, number: number): Uint8Array => {
  const at = (number % blockKeys) * keyBytes;
  return keys.subarray(at, at + keyBytes);
};
