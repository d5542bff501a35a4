/** Memory kept between two uses, at most. */
const keptMax = 2 ** 20;

/** Shorter texts are written sign by sign: a call of Buffer's takes longer. */
const shortMax = 64;

/** Bytes that grow as they are written to; kept and reused, since making buffers is what costs. */
export class ByteWriter {
  #bytes = new Uint8Array(4_096);
  /** The same memory, for texts. */
  #buffer = Buffer.from(this.#bytes.buffer);
  /** Bytes written. */
  length = 0;

  /** Begins anew. */
  clear(): void {
    this.length = 0;
    if (this.#bytes.length > keptMax) this.#room(4_096);
  }

  /** What was written, lent until the next writing. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  /** An unsigned integer of at most 31 bits, as Protobuf writes it (LEB128). */
  varint(value: number): void {
    this.#grow(5);
    if (value < 128) {
      this.#bytes[this.length++] = value;
      return;
    }
    let left = value;
    while (left > 127) {
      this.#bytes[this.length++] = (left & 127) | 128;
      left >>>= 7;
    }
    this.#bytes[this.length++] = left;
  }

  /** A text as UTF-8; gives its size in bytes. */
  text(text: string): number {
    if (text.length <= shortMax && this.#ascii(text)) return text.length;
    // No UTF-16 unit becomes more than three bytes; where that is too much, it is counted.
    if (this.length + text.length * 3 > this.#bytes.length) this.#grow(Buffer.byteLength(text));
    const size = this.#buffer.write(text, this.length);
    this.length += size;
    return size;
  }

  /** Writes a text unless it has a character beyond ASCII. */
  #ascii(text: string): boolean {
    this.#grow(text.length);
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > 127) return false;
      this.#bytes[this.length + at] = code;
    }
    this.length += text.length;
    return true;
  }

  append(other: ByteWriter): void {
    this.add(other.bytes());
  }

  add(bytes: Uint8Array): void {
    this.#grow(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  #grow(by: number): void {
    if (this.length + by <= this.#bytes.length) return;
    const before = this.bytes();
    this.#room(2 * this.#bytes.length + by);
    this.#bytes.set(before);
  }

  #room(size: number): void {
    this.#bytes = new Uint8Array(size);
    this.#buffer = Buffer.from(this.#bytes.buffer);
  }
}
