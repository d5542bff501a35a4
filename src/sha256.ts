import { hash } from "node:crypto";

/** SHA-256 of the bytes (FIPS 180-4), 32 bytes. One-shot `crypto.hash` is twice as fast as createHash for small inputs. */
export const sha256 = (bytes: Uint8Array): Uint8Array => hash("sha256", bytes, "buffer");

/** SHA-256 in lower-case hexadecimal, 64 characters: the digest by which artifacts are named. */
export const sha256Hex = (bytes: Uint8Array): string => hash("sha256", bytes, "hex");
