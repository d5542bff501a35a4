/**
 * Protobuf fields written by hand (Protocol Buffers encoding, wire types 0 and 2), for the few messages that every commit
 * writes; a property test holds them equal to the library's bytes. One scratch buffer serves all messages, because each
 * is finished within one synchronous call.
 */
export class FieldWriter {
  #scratch = Buffer.allocUnsafe(4_096);
  #length = 0;

  /** A field that is absent when its text is empty, as proto3 has it. */
  string(number: number, text: string): this {
    if (text === "") return this;
    const bytes = Buffer.byteLength(text);
    this.#prefix(number, bytes);
    this.#length += this.#scratch.write(text, this.#length, bytes, "utf8");
    return this;
  }

  /** A field of bytes given in hexadecimal. */
  hex(number: number, text: string): this {
    this.#prefix(number, text.length / 2);
    this.#length += this.#scratch.write(text, this.#length, "hex");
    return this;
  }

  /** A field that is absent when it is empty. */
  bytes(number: number, bytes: Uint8Array): this {
    return bytes.length === 0 ? this : this.presentBytes(number, bytes);
  }

  /** As `bytes`, but written when empty too: for fields marked `optional`. */
  presentBytes(number: number, bytes: Uint8Array): this {
    this.#prefix(number, bytes.length);
    this.#scratch.set(bytes, this.#length);
    this.#length += bytes.length;
    return this;
  }

  /** A uint32 or uint64 below 2^53, which positions never reach; absent when 0. */
  number(number: number, value: number): this {
    if (value === 0) return this;
    this.#reserve(varintBytesMax * 2);
    this.#varint(number << 3);
    this.#varint(value);
    return this;
  }

  /**
   * The message, in memory that nobody writes to again; the writer is empty again. Small ones share Node's pool, because
   * memory of its own costs a small message more than being written does, and none is kept for long.
   */
  take(): Uint8Array {
    const message = plain(Buffer.allocUnsafe(this.#length));
    message.set(this.#scratch.subarray(0, this.#length));
    this.#length = 0;
    if (this.#scratch.length > scratchKept) this.#scratch = Buffer.allocUnsafe(4_096);
    return message;
  }

  #prefix(number: number, bytes: number): void {
    this.#reserve(bytes + varintBytesMax * 2);
    this.#varint((number << 3) | 2);
    this.#varint(bytes);
  }

  #varint(value: number): void {
    let rest = value;
    // Division, because a shift would cut at 32 bits.
    for (; rest > 127; rest = Math.floor(rest / 128)) this.#scratch[this.#length++] = (rest % 128) | 128;
    this.#scratch[this.#length++] = rest;
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#scratch.length) return;
    const larger = Buffer.allocUnsafe((this.#length + bytes) * 2);
    larger.set(this.#scratch.subarray(0, this.#length));
    this.#scratch = larger;
  }
}

/** The one writer of this process. A message is taken before the next is begun. */
export const writer = new FieldWriter();

/** The same memory as a plain Uint8Array, so that callers never meet Buffer's own `slice` and equality. */
export const plain = (bytes: Uint8Array): Uint8Array =>
  new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);

/** Eight groups of seven bits hold 2^53. */
const varintBytesMax = 8;

/** A scratch that one large record made larger is not kept. */
const scratchKept = 1024 * 1024;
