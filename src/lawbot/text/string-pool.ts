/** From this length on a slice keeps alive the whole string it was cut from (V8); shorter ones are copied when they are cut. */
const slicedMin = 13;

/** The same string, bound to nothing else in memory. */
export const ownString = (text: string): string =>
  text.length < slicedMin ? text : Buffer.from(text, "utf16le").toString("utf16le");

/**
 * Strings under small numbers, each kept once: the units of a statute have few numbers, labels and names, again and again.
 * What is kept is a string of its own, so that no piece of the XML that one was cut from stays in memory with it.
 */
export class StringPool {
  readonly #strings: string[] = [""];
  readonly #ids = new Map<string, number>([["", 0]]);

  /** The number of a string, from 0 for the empty one; a new one for a string not seen before. */
  id(text: string): number {
    if (text === "") return 0;
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const own = ownString(text);
    const id = this.#strings.push(own) - 1;
    this.#ids.set(own, id);
    return id;
  }

  /** The number of a string that is kept, undefined for any other. */
  known(text: string): number | undefined {
    return this.#ids.get(text);
  }

  /** The string of a number that `id` gave. */
  text(id: number): string {
    return this.#strings[id] as string;
  }
}
