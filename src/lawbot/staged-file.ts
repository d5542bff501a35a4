import { createHash, type Hash } from "node:crypto";
import type { StagedBlob } from "../store/store.ts";
import type { LawStore } from "./law-store.ts";

/** The bytes of a file in order. */
export type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A file that has come in whole: with the store, and in no commit yet. */
export interface StagedFile {
  readonly blob: StagedBlob;
  /** SHA-512 of its bytes, 128 hex: what registers of versions name a file by. */
  readonly sha512: string;
  /** Whether it is larger than any file may be, and was cut. */
  readonly isCut: boolean;
}

/** Takes a file in. `isCut` is asked when all its pieces have come. Errors: what the store or the pieces throw. */
export const stageFile = async (store: LawStore, pieces: Pieces, isCut: () => boolean): Promise<StagedFile> => {
  const sha512 = createHash("sha512");
  const blob = await store.stage(hashed(pieces, sha512));
  return { blob, sha512: sha512.digest("hex"), isCut: isCut() };
};

/** The pieces as they are, hashed on their way. */
async function* hashed(pieces: Pieces, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}
