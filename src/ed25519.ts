import { createPublicKey, verify } from "node:crypto";

/**
 * Whether an Ed25519 signature (RFC 8032) holds under a SubjectPublicKeyInfo in DER. False for a key or a signature that
 * cannot be read.
 */
export const verifyEd25519 = (spki: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean => {
  try {
    const key = createPublicKey({ key: Buffer.from(spki), format: "der", type: "spki" });
    return key.asymmetricKeyType === "ed25519" && verify(null, bytes, key, signature);
  } catch {
    return false;
  }
};
