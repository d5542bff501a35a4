import { type Cipheriv, createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { freeNow } from "./free-now.ts";

const [blockBytes, nonceBytes, tagBytes] = [16, 12, 16];
/** So much is encrypted at once where it lies. */
const pieceBytes = 65_536;

/** A file of the spool as it lies there, and what its bytes are encrypted with. */
export interface SealedFile {
  readonly path: string;
  readonly key: Uint8Array;
}

/**
 * Bytes of a file encrypted, or decrypted, by the place where they stand: AES-256 in counter mode, so that any part is read without the others. A key is of one
 * file. It tells no damage: what came is held against its size and digest before it is read.
 */
export const turnedAt = (key: Uint8Array, at: number, bytes: Uint8Array): Buffer => cipherAt(key, at).update(bytes);

/** The same where the bytes lie, piece by piece: of a large file a second copy takes ten times as long to make room for as to encrypt. */
export const turnAt = (key: Uint8Array, at: number, bytes: Uint8Array): Uint8Array => {
  const cipher = cipherAt(key, at);
  for (let done = 0; done < bytes.length; done += pieceBytes) {
    const piece = cipher.update(bytes.subarray(done, done + pieceBytes));
    bytes.set(piece, done);
    freeNow(piece);
  }
  return bytes;
};

const cipherAt = (key: Uint8Array, at: number): Cipheriv => {
  const counter = Buffer.alloc(blockBytes);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / blockBytes)), blockBytes - 8);
  const cipher = createCipheriv("aes-256-ctr", key, counter);
  cipher.update(Buffer.alloc(at % blockBytes));
  return cipher;
};

/** What an upload is encrypted with as long as it lies in the spool, made of the key beside it. */
export class UploadKey {
  /** That of its bytes. */
  readonly bytes: Uint8Array;
  readonly #state: Uint8Array;

  constructor(secret: Uint8Array) {
    const part = (use: string): Buffer => createHmac("sha256", secret).update(use).digest();
    this.bytes = part("bytes");
    this.#state = part("state");
  }

  /** What is known of an upload, as it is stored. */
  seal(state: Uint8Array): Uint8Array {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv("aes-256-gcm", this.#state, nonce);
    const sealed = Buffer.concat([cipher.update(state), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** It again; undefined for what is not as it was stored. */
  open(stored: Uint8Array): Uint8Array | undefined {
    try {
      const cipher = createDecipheriv("aes-256-gcm", this.#state, stored.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      cipher.setAuthTag(stored.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([cipher.update(stored.subarray(nonceBytes + tagBytes)), cipher.final()]);
    } catch {
      return undefined;
    }
  }
}
