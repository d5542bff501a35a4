import { createHash } from "node:crypto";
import { closeSync, createReadStream, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { keyFileOf, putBlockKey } from "../block-cipher.ts";
import { deleteDerivedFile } from "../derived-file.ts";

/** Length of the key of an index file, which stands first. */
const keyBytes = 32;

/** The bytes of an index that nobody has open: its key, and behind that its file, in pieces of this length or somewhat more. */
export async function* indexBytes(file: string, pieceBytes: number): AsyncGenerator<Uint8Array> {
  let held: Buffer[] = [readFileSync(keyFileOf(file))];
  let length = keyBytes;
  for await (const bytes of createReadStream(file, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    held.push(bytes);
    length += bytes.length;
    if (length < pieceBytes) continue;
    yield Buffer.concat(held);
    [held, length] = [[], 0];
  }
  if (length > 0) yield Buffer.concat(held);
}

/**
 * Makes of these bytes the index `file`, which nobody has open, where their SHA-256 is `digest` (64 hex); else, and where the pieces end with an error,
 * nothing is changed. Whether it did.
 */
export const writeIndexBytes = async (
  file: string,
  pieces: AsyncIterable<Uint8Array>,
  digest: string,
): Promise<boolean> => {
  const [half, hash] = [`${file}-fetched`, createHash("sha256")];
  deleteDerivedFile(half);
  const to = openSync(half, "wx", 0o600);
  let key: Uint8Array | undefined;
  let isWhole = false;
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      const bytes = key ? piece : piece.subarray(keyBytes);
      key ??= piece.subarray(0, keyBytes);
      for (let at = 0; at < bytes.length; ) at += writeSync(to, bytes, at);
    }
    isWhole = hash.digest("hex") === digest;
  } finally {
    closeSync(to);
    if (!isWhole) deleteDerivedFile(half);
  }
  if (!isWhole || !key) return false;
  deleteDerivedFile(file);
  putBlockKey(file, key);
  renameSync(half, file);
  return true;
};
