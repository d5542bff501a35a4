import { constants, createZstdCompress, type ZstdCompress, zstdCompressSync } from "node:zlib";
import { plain } from "./field.ts";

/** What Node's own synchronous calls work with, which its types do not name. */
interface Inner {
  readonly _handle: {
    writeSync(
      flush: number,
      input: Uint8Array,
      inputAt: number,
      inputBytes: number,
      output: Uint8Array,
      outputAt: number,
      outputBytes: number,
    ): void;
  };
  /** How much of the output and of the input was left. */
  readonly _writeState: Uint32Array;
}

/** Larger ones are rare, and what making a compressor costs is little beside compressing them. */
const keptBytesMax = 64 * 1024;
const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** A frame is never longer than its bytes by more than this (ZSTD_compressBound). */
const output = new Uint8Array(keptBytesMax + 1_024);

/**
 * The bytes as one zstd frame of the lowest level. `zstdCompressSync` makes a compressor for each call, which costs three times what
 * compressing a usual record does: here one is kept, by the same inner call that Node's makes. It is used only where it was seen to
 * give the very bytes that `zstdCompressSync` gives, and never again after it once did not end a frame.
 */
export const quickFrame = (bytes: Uint8Array): Uint8Array =>
  (bytes.length <= keptBytesMax && kept?.frame(bytes)) || plain(zstdCompressSync(bytes, fast));

class KeptCompressor {
  readonly #stream: ZstdCompress & Inner;
  #isWhole = true;

  constructor() {
    this.#stream = createZstdCompress(fast) as ZstdCompress & Inner;
    this.#stream.on("error", () => {
      this.#isWhole = false;
    });
  }

  /** Undefined where it cannot be used. */
  frame(bytes: Uint8Array): Uint8Array | undefined {
    if (!this.#isWhole) return undefined;
    const { _handle: handle, _writeState: left } = this.#stream;
    handle.writeSync(constants.ZSTD_e_end, bytes, 0, bytes.length, output, 0, output.length);
    const [outputLeft = 0, inputLeft] = left;
    // Bytes that are left over would begin the next frame.
    if (outputLeft === 0 || inputLeft !== 0) this.#isWhole = false;
    return this.#isWhole ? output.slice(0, output.length - outputLeft) : undefined;
  }
}

/** Undefined where this Node's inside is another one. */
const keptOf = (): KeptCompressor | undefined => {
  const sample = new TextEncoder().encode("two frames of the same text, the same bytes ".repeat(20));
  try {
    const made = new KeptCompressor();
    const frames = [made.frame(sample), made.frame(sample)];
    const wanted = zstdCompressSync(sample, fast);
    return frames.every((frame) => frame && wanted.equals(frame)) ? made : undefined;
  } catch {
    return undefined;
  }
};

const kept = keptOf();
