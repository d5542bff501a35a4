/** Bytes that are taken from memory at a time; a longer text gets a piece of its own. */
const pieceBytes = 256 * 1024;
/** Digests are the ids of documents: as bytes they are half as long. */
const hex = /^(?:[0-9a-f]{2})+$/;
const encoder = new TextEncoder();

/** A text's bytes, and whether they are the bytes that its hexadecimal digits name, or those of UTF-8. */
interface Stored {
  readonly bytes: Uint8Array;
  readonly isHex: boolean;
}

/**
 * Short texts by number, outside the JavaScript heap: a string of its own costs three times as much, and the collector
 * walks over each of them again and again. A text that is replaced or no longer wanted keeps its room.
 */
export class TextColumn {
  readonly #pieces: Uint8Array[] = [];
  #pieceEnd = pieceBytes;
  /** By number, in which piece it lies and where in it its length begins; 0 where there is none. */
  #pieceOf = new Uint16Array(1_024);
  #starts = new Uint32Array(1_024);

  set(number: number, text: string): void {
    const isHex = hex.test(text);
    const bytes = isHex ? Buffer.from(text, "hex") : encoder.encode(text);
    this.#reserve(number, bytes.length + headBytes);
    const piece = this.#pieces.at(-1) as Uint8Array;
    this.#pieceOf[number] = this.#pieces.length;
    this.#starts[number] = this.#pieceEnd;
    new DataView(piece.buffer).setUint32(this.#pieceEnd, bytes.length * 2 + (isHex ? 1 : 0));
    piece.set(bytes, this.#pieceEnd + headBytes);
    this.#pieceEnd += headBytes + bytes.length;
  }

  /** Empty where none was set. */
  at(number: number): string {
    const { bytes, isHex } = this.#stored(number);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(isHex ? "hex" : "utf8");
  }

  /** Negative where the text of `a` comes first, code point by code point. */
  compare(a: number, b: number): number {
    const [first, second] = [this.#stored(a), this.#stored(b)];
    if (first.isHex === second.isHex) return Buffer.compare(first.bytes, second.bytes);
    return Buffer.compare(encoder.encode(this.at(a)), encoder.encode(this.at(b)));
  }

  #stored(number: number): Stored {
    const piece = this.#pieces[(this.#pieceOf[number] ?? 0) - 1];
    if (piece === undefined) return nothing;
    const start = this.#starts[number] as number;
    const head = new DataView(piece.buffer).getUint32(start);
    const from = start + headBytes;
    return { bytes: piece.subarray(from, from + (head >>> 1)), isHex: (head & 1) === 1 };
  }

  #reserve(number: number, bytes: number): void {
    if (number >= this.#starts.length) {
      const room = Math.max(number + 1, this.#starts.length * 2);
      const [pieceOf, starts] = [new Uint16Array(room), new Uint32Array(room)];
      pieceOf.set(this.#pieceOf);
      starts.set(this.#starts);
      [this.#pieceOf, this.#starts] = [pieceOf, starts];
    }
    if (this.#pieceEnd + bytes <= (this.#pieces.at(-1)?.length ?? 0)) return;
    this.#pieces.push(new Uint8Array(Math.max(pieceBytes, bytes)));
    this.#pieceEnd = 0;
  }
}

/** Length, and a bit for `isHex`. */
const headBytes = 4;
const nothing: Stored = { bytes: new Uint8Array(), isHex: false };
