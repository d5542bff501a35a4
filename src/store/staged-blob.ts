import { createHash } from "node:crypto";
import { checkBlobSize } from "./check-commit.ts";
import { storeLimits } from "./limits.ts";
import { pieces } from "./page.ts";
import type { StagedBlob } from "./store.ts";

/** Where the bytes of a blob go that is too large to be held. */
export interface StagingFile {
  append(bytes: Uint8Array): Promise<void>;
  read(): Iterable<Uint8Array>;
  remove(): Promise<void>;
}

/** A staged blob as the store that made it sees it: held in memory or in a file. */
export interface HeldBlob extends StagedBlob {
  readonly bytes?: Uint8Array;
  readonly file?: StagingFile;
}

/**
 * Takes a blob in, hashing it on the way. Up to 4 MiB are held in memory; with more it goes on in a file, when `newFile` gives
 * one. Errors: LIMIT_EXCEEDED above 64 MiB, and what `from` throws; the file is then removed.
 */
export const stage = async (
  owner: string,
  from: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  newFile?: () => Promise<StagingFile>,
): Promise<HeldBlob> => {
  const hash = createHash("sha256");
  let held: Uint8Array[] = [];
  let file: StagingFile | undefined;
  let sizeBytes = 0;
  try {
    for await (const piece of from) {
      sizeBytes += piece.length;
      checkBlobSize(sizeBytes);
      hash.update(piece);
      // Bytes of its own: the caller may use its buffer again for the next piece.
      held.push(file ? piece : piece.slice());
      if (!newFile || sizeBytes <= storeLimits.inlineBlobBytesMax) continue;
      file ??= await newFile();
      for (const each of held) await file.append(each);
      held = [];
    }
  } catch (error) {
    await file?.remove();
    throw error;
  }
  const digest = hash.digest("hex");
  return file ? inFile(owner, digest, sizeBytes, file) : inMemory(owner, digest, sizeBytes, held);
};

const inFile = (owner: string, digest: string, sizeBytes: number, file: StagingFile): HeldBlob => ({
  owner,
  digest,
  sizeBytes,
  file,
  read: () => file.read(),
  discard: () => file.remove(),
});

const inMemory = (owner: string, digest: string, sizeBytes: number, held: readonly Uint8Array[]): HeldBlob => {
  const bytes = held.length === 1 ? (held[0] as Uint8Array) : new Uint8Array(Buffer.concat(held, sizeBytes));
  return { owner, digest, sizeBytes, bytes, read: () => pieces(bytes), discard: async () => undefined };
};
