import { createCipheriv, createSecretKey, hash, randomBytes } from "node:crypto";
import { constants, zstdCompressSync } from "node:zlib";
import type { Operation } from "../../src/store/ordered-map.ts";

const key = createSecretKey(randomBytes(32));
const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/**
 * What a commit that is compressed, encrypted and hashed must cost at least: one zstd frame, one AES-256-GCM and one SHA-256 of the
 * bytes that it writes, each by Node's plain call. What comes of it is thrown away: the bytes that are written are coded already.
 */
export const codedOnce = (operations: readonly Operation[]): void => {
  const bytes = Buffer.concat(operations.flatMap((one) => (one.type === "put" ? [one.value] : [])));
  hash("sha256", bytes, "hex");
  zstdCompressSync(bytes, fast);
  const cipher = createCipheriv("aes-256-gcm", key, randomBytes(12));
  cipher.update(bytes);
  cipher.final();
};
