import { type FileHandle, open } from "node:fs/promises";
import type { Secrets } from "./secrets/cipher.ts";
import { FrameOpener, headBytes, readHead, sealedFrameBytes } from "./secrets/sealed-file.ts";

/**
 * The content of an artifact's file as it was put, in pieces, decrypted where the file says that it is encrypted. With `keyId` only a file
 * that is encrypted with that key, with "" only one that is not. Throws the file system's own error, DATA_LOSS for a key that is lost,
 * and where a frame is damaged.
 */
export async function* contentOf(
  path: string,
  digest: string,
  secrets: Secrets,
  keyId?: string,
): AsyncGenerator<Uint8Array, void> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const first = await pieceAt(file, 0, Math.min(size, headBytes));
    const head = readHead(first);
    if (keyId !== undefined && keyId !== (head?.keyId ?? ""))
      throw new Error("it is encrypted with another key, or not at all");
    const opener = head && new FrameOpener(head, digest, secrets);
    for (let at = opener ? headBytes : 0; at < size; at += sealedFrameBytes) {
      const piece = await pieceAt(file, at, Math.min(sealedFrameBytes, size - at));
      yield opener ? opener.open(piece, at + piece.length === size) : piece;
    }
  } finally {
    await file.close();
  }
}

const pieceAt = async (file: FileHandle, position: number, length: number): Promise<Uint8Array> => {
  const buffer = new Uint8Array(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  if (bytesRead < length) throw new Error("the file ends before its size");
  return buffer;
};
