/** A slot that was never used, and one whose number was removed; numbers are above both. */
const [free, removed] = [0, -1];

/** From texts that somebody else keeps to numbers, off the heap. Open addressing, at most half full. */
export class NumberTable {
  readonly #textAt: (number: number) => string;
  #slots = new Int32Array(2_048);
  /** By slot, so that hardly a text is looked at in vain. */
  #hashes = new Int32Array(2_048);
  #used = 0;

  /** `textAt` gives the text of a number that is in the table. */
  constructor(textAt: (number: number) => string) {
    this.#textAt = textAt;
  }

  find(text: string): number | undefined {
    const slot = this.#slotOf(text, hashOf(text));
    return slot < 0 ? undefined : this.#slots[slot];
  }

  /** Adds a number, from 1, whose text is not in the table. */
  add(number: number, text: string): void {
    if (++this.#used * 2 > this.#slots.length) this.#grow();
    this.#place(number, hashOf(text));
  }

  delete(text: string): void {
    const slot = this.#slotOf(text, hashOf(text));
    if (slot >= 0) this.#slots[slot] = removed;
  }

  #slotOf(text: string, hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; this.#slots[slot] !== free; slot = (slot + 1) & mask) {
      const number = this.#slots[slot] as number;
      if (number !== removed && this.#hashes[slot] === hash && this.#textAt(number) === text) return slot;
    }
    return -1;
  }

  #place(number: number, hash: number): void {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    while (this.#slots[slot] !== free) slot = (slot + 1) & mask;
    this.#slots[slot] = number;
    this.#hashes[slot] = hash;
  }

  #grow(): void {
    const [slots, hashes] = [this.#slots, this.#hashes];
    this.#slots = new Int32Array(slots.length * 2);
    this.#hashes = new Int32Array(slots.length * 2);
    this.#used = 1;
    slots.forEach((number, slot) => {
      if (number <= 0) return;
      this.#used++;
      this.#place(number, hashes[slot] as number);
    });
  }
}

/** FNV-1a over UTF-16 units. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5 | 0;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  return hash ^ (hash >>> 15);
};
