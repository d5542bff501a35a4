const lineFeed = 0x0a;

/** Lines put together to bytes, each ended by LF: one buffer that doubles, so that a line costs its copy and no more. */
export class LineBuffer {
  #bytes = new Uint8Array(4096);
  #length = 0;

  update(line: Uint8Array): void {
    this.#reserve(line.length + 1);
    this.#bytes.set(line, this.#length);
    this.#length += line.length;
    this.#bytes[this.#length++] = lineFeed;
  }

  /** Everything so far, as a buffer of its own. */
  finalize(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#bytes.buffer.slice(0, this.#length));
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
