/** What a surface stands for: a word's number doubled, odd for an extra reading; a list where it stands for several. */
export type Reading = number | readonly number[];

const entriesStart = 4_096;
/** Integers a slot: hash, reading, where its characters begin, how many they are (0: the slot is free). */
const width = 4;
const widthBits = 2;
const charactersStart = 32_768;

/**
 * From surfaces to readings, asked with a stretch of a text rather than a string: nearly every word of a text is known,
 * and cutting out a string to look it up costs more than the lookup. Open addressing, filled at most by half; flat
 * arrays, because memory that is not in the processor's cache is what a lookup waits for. Capitals of ASCII count as small
 * letters, so that a word at the beginning of a sentence is no second one.
 */
export class SurfaceTable {
  #slots = new Int32Array(entriesStart * width);
  #characters = new Uint16Array(charactersStart);
  #charactersEnd = 0;
  #size = 0;
  /** Readings that are lists; a slot names them by a negative number. */
  #lists: (readonly number[])[] = [];

  /** The reading of a stretch of a text's UTF-16 units, whose hash this is; undefined where it is not known. */
  find(text: Uint16Array, start: number, end: number, hash: number): Reading | undefined {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = (hash << widthBits) & mask; slots[slot + 3] !== 0; slot = (slot + width) & mask) {
      if (slots[slot] !== hash || slots[slot + 3] !== end - start) continue;
      if (!this.#isAt(slots[slot + 2] as number, text, start, end)) continue;
      const reading = slots[slot + 1] as number;
      return reading >= 0 ? reading : this.#lists[-1 - reading];
    }
    return undefined;
  }

  /** Adds a surface that is not there and not empty. */
  add(surface: string, hash: number, reading: Reading): void {
    if (++this.#size * 2 * width > this.#slots.length) this.#growSlots();
    const code = typeof reading === "number" ? reading : -this.#lists.push(reading);
    this.#place([hash, code, this.#keep(surface), surface.length]);
  }

  clear(): void {
    this.#slots = new Int32Array(entriesStart * width);
    this.#charactersEnd = this.#size = 0;
    this.#lists = [];
  }

  #isAt(from: number, text: Uint16Array, start: number, end: number): boolean {
    const characters = this.#characters;
    for (let at = start, own = from; at < end; at++, own++) {
      const code = text[at] as number;
      if (characters[own] !== code && (!isCapital(code) || characters[own] !== (code | 32))) return false;
    }
    return true;
  }

  #keep(surface: string): number {
    const from = this.#charactersEnd;
    this.#charactersEnd += surface.length;
    if (this.#charactersEnd > this.#characters.length) {
      const grown = new Uint16Array(this.#characters.length * 2);
      grown.set(this.#characters);
      this.#characters = grown;
    }
    for (let at = 0; at < surface.length; at++) {
      const code = surface.charCodeAt(at);
      this.#characters[from + at] = isCapital(code) ? code | 32 : code;
    }
    return from;
  }

  #place(entry: ArrayLike<number>): void {
    const mask = this.#slots.length - 1;
    let slot = ((entry[0] as number) << widthBits) & mask;
    while (this.#slots[slot + 3] !== 0) slot = (slot + width) & mask;
    this.#slots.set(entry, slot);
  }

  #growSlots(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(before.length * 4);
    for (let slot = 0; slot < before.length; slot += width) {
      if (before[slot + 3] !== 0) this.#place(before.subarray(slot, slot + width));
    }
  }
}

/** Whether a UTF-16 unit is one of A to Z. */
const isCapital = (code: number): boolean => code >= 65 && code <= 90;
