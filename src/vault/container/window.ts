const startBytes = 1024 * 1024;

/**
 * The part of a stream that is looked at: it grows at its end as long as what is looked for is not whole, and is let go of at
 * its beginning. Views of it are good until the next `more`.
 */
export class Window {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #held = Buffer.alloc(0);
  #start = 0;
  #end = 0;
  #isWhole = false;
  #view: Buffer | undefined;

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  get bytes(): Buffer {
    // Asked for a dozen times for each message.
    this.#view ??= this.#held.subarray(this.#start, this.#end);
    return this.#view;
  }

  /** Whether the stream ends where the window ends. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Takes the next piece in, or learns that there is none. */
  async more(): Promise<void> {
    const { value, done } = await this.#pieces.next();
    if (done === true) this.#isWhole = true;
    else this.#take(value);
  }

  /** Lets go of so many bytes at the beginning. */
  drop(count: number): void {
    this.#start += count;
    this.#view = undefined;
  }

  /** Lets go of the stream, so that what it reads from can be closed. */
  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  #take(piece: Uint8Array): void {
    if (this.#end + piece.length > this.#held.length) this.#makeRoom(piece.length);
    this.#held.set(piece, this.#end);
    this.#end += piece.length;
    this.#view = undefined;
  }

  /** Moves what is held to the front where that is the smaller part, else into twice the room: each byte moves once or twice. */
  #makeRoom(count: number): void {
    const size = this.#end - this.#start;
    const needed = size + count;
    const fits = needed <= this.#held.length / 2 && this.#held.length <= Math.max(startBytes, 8 * needed);
    const next = fits ? this.#held : Buffer.allocUnsafe(Math.max(startBytes, 2 * needed));
    this.#held.copy(next, 0, this.#start, this.#end);
    this.#held = next;
    this.#start = 0;
    this.#end = size;
  }
}
