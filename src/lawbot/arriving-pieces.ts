import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { sha256Hex } from "../sha256.ts";

/** Files that may be under way at once, and bytes of them all. */
const filesMax = 8;
const bytesMax = 128 * 1024 * 1024;
/** A file of which nothing came for so long is forgotten, in milliseconds. */
const keptMs = 600_000;

/** A piece of a file, with what the whole file is. */
export interface FilePiece {
  /** SHA-256 of the whole file, 64 hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Where the piece begins. */
  readonly offset: number;
  readonly chunk: Uint8Array;
}

interface Arriving {
  readonly sizeBytes: number;
  readonly pieces: Uint8Array[];
  receivedBytes: number;
  touchedMs: number;
}

/**
 * Files of law that come piece by piece. They lie in memory until they are whole: a law is small, and who is broken off for ten
 * minutes or finds another server begins again, which changes nothing.
 */
export class ArrivingPieces {
  readonly #nowMs: () => number;
  readonly #files = new Map<string, Arriving>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /**
   * Takes what of a piece is not there yet, and gives how much is there; with the last one the file, which is then forgotten here.
   * A piece that would leave a gap is not taken. Errors: REQUEST_INVALID where it lies beyond the file's size or the file has
   * another digest, LIMIT_EXCEEDED where too much is under way.
   */
  take({ sha256, sizeBytes, offset, chunk }: FilePiece): {
    readonly receivedBytes: number;
    readonly whole?: Uint8Array;
  } {
    this.#forgetOld();
    if (offset + chunk.length > sizeBytes)
      throw new DomainError("REQUEST_INVALID", worded("law.the-piece-lies-beyond-the-size-that-was"));
    const key = `${sha256} ${sizeBytes}`;
    const file = this.#files.get(key) ?? this.#begun(key, sizeBytes);
    file.touchedMs = this.#nowMs();
    if (offset > file.receivedBytes) return { receivedBytes: file.receivedBytes };
    const rest = chunk.slice(Math.min(chunk.length, file.receivedBytes - offset));
    file.pieces.push(rest);
    file.receivedBytes += rest.length;
    if (file.receivedBytes < sizeBytes) return { receivedBytes: file.receivedBytes };
    this.#files.delete(key);
    const whole = new Uint8Array(Buffer.concat(file.pieces));
    if (sha256Hex(whole) === sha256) return { receivedBytes: sizeBytes, whole };
    throw new DomainError("REQUEST_INVALID", worded("law.what-came-has-another-sha-256-than-was"));
  }

  #begun(key: string, sizeBytes: number): Arriving {
    const owed = [...this.#files.values()].reduce((sum, file) => sum + file.sizeBytes, sizeBytes);
    if (this.#files.size >= filesMax || owed > bytesMax)
      throw new DomainError("LIMIT_EXCEEDED", worded("law.too-many-files-of-law-are-under-way-try-again"));
    const file: Arriving = { sizeBytes, pieces: [], receivedBytes: 0, touchedMs: this.#nowMs() };
    this.#files.set(key, file);
    return file;
  }

  #forgetOld(): void {
    for (const [key, { touchedMs }] of this.#files) if (touchedMs + keptMs <= this.#nowMs()) this.#files.delete(key);
  }
}
