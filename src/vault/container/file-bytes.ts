import type { SealedFile } from "../spool/upload-key.ts";

/** The bytes of a file that need not be in memory. */
export interface FileBytes {
  readonly sizeBytes: number;
  /** Where it is on disk, encrypted; absent for one that is in memory. */
  readonly sealed?: SealedFile;
  /** Bytes from `at` on: so many, or fewer where the file ends. */
  read(at: number, length: number): Promise<Uint8Array>;
}

/** Bytes that are in memory as it is. */
export const bytesInMemory = (bytes: Uint8Array): FileBytes => ({
  sizeBytes: bytes.length,
  read: async (at, length) => bytes.subarray(at, at + length),
});

/** Bytes read at a time: a search that waits for this thread waits for one of them at most. */
const pieceBytes = 256 * 1024;

/** The bytes from `from` to `end` (default: that of the file), piece by piece. */
export async function* piecesOf(file: FileBytes, from = 0, end = file.sizeBytes): AsyncGenerator<Uint8Array> {
  for (let at = from; at < end; ) {
    const piece = await file.read(at, Math.min(pieceBytes, end - at));
    if (piece.length === 0) return;
    at += piece.length;
    yield piece;
  }
}
