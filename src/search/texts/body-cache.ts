/** UTF-16 units of bodies kept: what SQLite would keep as pages were they not packed. */
const keptMax = 4 * 1024 * 1024;

/** Bodies shown lately, unpacked, the longest unused dropped first: pages of one search and searches alike show them again. */
export class BodyCache {
  readonly #bodies = new Map<number, string>();
  #size = 0;

  get(doc: number): string | undefined {
    const body = this.#bodies.get(doc);
    if (body === undefined) return undefined;
    this.#bodies.delete(doc);
    this.#bodies.set(doc, body);
    return body;
  }

  add(doc: number, body: string): void {
    this.#bodies.set(doc, body);
    this.#size += body.length;
    for (const [oldest, { length }] of this.#bodies) {
      if (this.#size <= keptMax) return;
      this.#bodies.delete(oldest);
      this.#size -= length;
    }
  }

  clear(): void {
    this.#bodies.clear();
    this.#size = 0;
  }
}
